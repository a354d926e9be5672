/// An edge of a list at which there may be more rows than it has.
public enum ListEdge: Hashable, Sendable, CaseIterable {
  /// Above the first row.
  case start
  /// Below the last row.
  case end
}

/// How near an edge of a list must come before more of it is loaded.
public enum LoadMoreThreshold: Hashable, Sendable {
  /// As soon as less than a given number of lengths of the viewport are left beyond it.
  case screens(Double)
  /// As soon as no more than a given number of rows are left beyond those that can be seen.
  case rows(Int)

  /// Whether an edge is that near.
  ///
  /// - Complexity: O(log rows).
  func isReached(at edge: ListEdge, by viewport: Viewport, in geometry: RowGeometry) -> Bool {
    switch (self, edge) {
    case (.screens(let screens), .start):
      return viewport.range.lowerBound <= screens * viewport.length
    case (.screens(let screens), .end):
      return geometry.totalHeight - viewport.range.upperBound <= screens * viewport.length
    case (.rows(let rows), .start):
      let above = max(0, viewport.range.lowerBound)
      return (geometry.row(at: above) ?? geometry.count) <= rows
    case (.rows(let rows), .end):
      let visible = geometry.rows(in: 0..<max(0, viewport.range.upperBound))
      return geometry.count - visible.upperBound <= rows
    }
  }
}

// MARK: - Loading

extension AutoDiffController {
  /// Loads more as the end of the list comes near, while its models say `.ready`.
  ///
  /// One load at a time; the next only after what was loaded has landed and settled. Wheel,
  /// keyboard, jumps by program and lists that are too short for their viewport are all the same.
  /// An error becomes the load state of the newest model that was asked for before, and nothing
  /// more is loaded before `retryLoading()` or a model that says `.ready` again.
  ///
  /// - Parameters:
  ///   - threshold: How near the end must come.
  ///   - load: Called on the main actor; calls `done` once there, with the error if there was one,
  ///     after it has asked for the update that shows what was loaded. To let go of `done` without
  ///     a call is to have loaded without an error.
  public func onNearEnd(
    _ threshold: LoadMoreThreshold = .screens(1),
    load:
      @escaping @MainActor @Sendable (
        _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
      ) -> Void
  ) {
    watch(.end, threshold, load)
  }

  /// Loads more as the end of the list comes near, while its models say `.ready`.
  ///
  /// As `onNearEnd(_:load:)` with a callback, for programs whose main actor runs tasks: `load` asks
  /// for the update that shows what was loaded before it returns.
  ///
  ///     controller.onNearEnd(.screens(2)) { [weak controller] in
  ///       let messages = try await server.next()
  ///       controller?.update { TableModel(loadState: .ready, items: messages) }
  ///     }
  public func onNearEnd(
    _ threshold: LoadMoreThreshold = .screens(1),
    load: @escaping @MainActor @Sendable () async throws -> Void
  ) {
    watch(.end, threshold) { done in Self.run(load, done) }
  }

  /// Loads older rows as the start of the list comes near, while its models say `.ready` of it by
  /// `TableModel.loadStateAtStart`; all else is as `onNearEnd(_:load:)` says.
  ///
  /// Rows that come above those in sight do not move them, unless the update asks for another
  /// anchor. A list that shows its end first, by `Anchor.end`, loads nothing here until somebody
  /// scrolls up to its start.
  public func onNearStart(
    _ threshold: LoadMoreThreshold = .screens(1),
    load:
      @escaping @MainActor @Sendable (
        _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
      ) -> Void
  ) {
    watch(.start, threshold, load)
  }

  /// Loads older rows as the start of the list comes near, as `onNearStart(_:load:)` with a
  /// callback does, for programs whose main actor runs tasks.
  ///
  ///     controller.onNearStart { [weak controller] in
  ///       let older = try await server.older()
  ///       controller?.update(anchor: .end) { TableModel(loadStateAtStart: .ready, items: older) }
  ///     }
  public func onNearStart(
    _ threshold: LoadMoreThreshold = .screens(1),
    load: @escaping @MainActor @Sendable () async throws -> Void
  ) {
    watch(.start, threshold) { done in Self.run(load, done) }
  }

  /// Loads again what failed.
  public func retryLoading() { tell(.retryLoading) }

  /// Has the program load more at an edge; a program that drops `done` has finished too.
  func beginLoading(_ number: Int, at edge: ListEdge) {
    let lease = Lease { [delivery, weak self] in
      delivery.send { self?.endLoading(number, at: edge, nil) }
    }
    loads[edge]? { [weak self] error in
      lease.end()
      self?.endLoading(number, at: edge, error)
    }
  }

  private func watch(_ edge: ListEdge, _ threshold: LoadMoreThreshold, _ load: @escaping LoadMore) {
    guard !updates.state.isTornDown else { return }
    loads[edge] = load
    tell(.watchEdge(edge, threshold))
  }

  private static func run(
    _ load: @escaping @MainActor @Sendable () async throws -> Void,
    _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
  ) {
    Task { @MainActor in
      do {
        try await load()
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  private func endLoading(_ number: Int, at edge: ListEdge, _ error: (any Error)?) {
    // What failed before has been loaded after all.
    if error == nil, rows.state.loading[edge]?.number == number {
      updates.failures.hasLoaded(at: edge)
    }
    tell(.loadEnded(number, edge, error))
  }
}
