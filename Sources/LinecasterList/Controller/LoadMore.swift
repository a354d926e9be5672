/// An edge of a list beyond which there may be more rows.
public enum ListEdge: Hashable, Sendable, CaseIterable {
  /// Above the first row.
  case start
  /// Below the last row.
  case end
}

/// The distance from an edge at which more rows are loaded.
public enum LoadMoreThreshold: Hashable, Sendable {
  /// Loads when less than this many viewport lengths are left beyond the viewport.
  case screens(Double)
  /// Loads when at most this many rows are left beyond the visible ones.
  case rows(Int)

  /// Returns whether the viewport is that near to an edge.
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
  /// Loads more as the end of the list comes near, while its models' load state is `.ready`.
  ///
  /// Loads run one at a time; the next starts only after the loaded rows have landed and settled.
  /// Wheel, keyboard, programmatic jumps and lists shorter than their viewport are treated alike.
  /// An error becomes the load state of the newest model requested before it. No more rows are
  /// loaded until `retryLoading()` is called or a model is `.ready` again.
  ///
  /// - Parameters:
  ///   - threshold: The distance from the end at which more rows are loaded.
  ///   - load: Called on the main actor. It must call `done` once there, with the error if there
  ///     was one, after requesting the update that shows the loaded rows, or changing the observed
  ///     value that does. Releasing `done` without calling it counts as success.
  public func onNearEnd(
    _ threshold: LoadMoreThreshold = .screens(1),
    load:
      @escaping @MainActor @Sendable (
        _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
      ) -> Void
  ) {
    watch(.end, threshold, load)
  }

  /// Loads more as the end of the list comes near, while its models' load state is `.ready`.
  ///
  /// The async form of `onNearEnd(_:load:)`, for programs whose main actor runs tasks. Before it
  /// returns, `load` must request the update that shows the loaded rows, or change the observed
  /// value that does.
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

  /// Loads older rows as the start of the list comes near, while `TableModel.loadStateAtStart` is
  /// `.ready`. In all else it behaves like `onNearEnd(_:load:)`.
  ///
  /// Rows added above the visible ones do not move them, unless the update has another anchor. A
  /// list that shows its end first, by `Anchor.end`, loads no older rows until it is scrolled up to
  /// its start.
  public func onNearStart(
    _ threshold: LoadMoreThreshold = .screens(1),
    load:
      @escaping @MainActor @Sendable (
        _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void
      ) -> Void
  ) {
    watch(.start, threshold, load)
  }

  /// The async form of `onNearStart(_:load:)`, for programs whose main actor runs tasks.
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

  /// Retries the load that failed.
  public func retryLoading() { send(.retryLoading) }

  /// Calls the loader of an edge; a loader that drops `done` has finished too.
  func beginLoading(_ number: Int, at edge: ListEdge) {
    let lease = Lease { [delivery, weak self] in
      delivery.send { self?.endLoading(number, at: edge, nil) }
    }
    // Observed values reach the list by the same delivery, so the rows of values that were changed
    // before the end are requested before it, too.
    loads[edge]? { [delivery, weak self] error in
      lease.end()
      delivery.send { self?.endLoading(number, at: edge, error) }
    }
  }

  private func watch(_ edge: ListEdge, _ threshold: LoadMoreThreshold, _ load: @escaping LoadMore) {
    guard !updates.state.isTornDown else { return }
    loads[edge] = load
    send(.watchEdge(edge, threshold))
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
    // The earlier failure has been made good.
    if error == nil, rows.state.loading[edge]?.number == number {
      updates.failures.hasLoaded(at: edge)
    }
    send(.loadEnded(number, edge, error))
  }
}
