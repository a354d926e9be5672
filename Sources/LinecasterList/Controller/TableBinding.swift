/// A source of models that a controller follows; letting go of it, or of the controller, ends it.
public final class TableBinding: Sendable {
  private let task: Task<Void, Never>
  private let silence: @Sendable () -> Void

  /// - Parameter silence: Drops what the source has said and nobody has heard yet.
  init(_ task: Task<Void, Never>, silence: @escaping @Sendable () -> Void) {
    self.task = task
    self.silence = silence
  }

  deinit { cancel() }

  /// Stops following the source: from the return of a call on the main actor on, nothing that the
  /// source has said or says becomes an update. Updates that were asked for before go on.
  public func cancel() {
    silence()
    task.cancel()
  }

  /// Returns when the source has ended or following it has been stopped.
  func finished() async { await task.value }
}

extension AutoDiffController {
  /// Shows a model for each element of a sequence, the newest first: elements that are overtaken
  /// before their update lands are not shown.
  ///
  /// An error of the sequence, or of `makeModel`, becomes the load state of the newest model that
  /// was asked for before; it replaces no model, and goes with the next one.
  /// Two sources are combined before, such as by `combineLatest` of swift-async-algorithms.
  ///
  /// - Parameters:
  ///   - elements: What to follow; iterated off the main actor, however fast it is.
  ///   - policy: How many rows are measured before an update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - makeModel: Called on workers.
  /// - Returns: What to keep as long as the sequence is to be followed.
  public func bind<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable (Elements.Element) throws -> TableModel
  ) -> TableBinding where Elements.Element: Sendable {
    let newest = Inbox<Elements.Element>()
    let delivery = delivery
    let show = { @MainActor @Sendable [weak self] in
      guard let self, let element = newest.take() else { return }
      let handle = update(policy: policy, anchor: anchor, animated: animated) {
        try makeModel(element)
      }
      let generation = handle.generation
      handle.whenResolved { [weak self] outcome in
        guard case .failed(let error) = outcome else { return }
        delivery.send {
          if !newest.isClosed { self?.showFailure(error, after: generation) }
        }
      }
    }
    let binding = TableBinding(
      // The list cancels it when it goes; to ask for the list here would be to hold it.
      Task.detached { [weak self] in
        do {
          for try await element in elements {
            guard !Task.isCancelled else { return }
            if newest.put({ $0 = element }) { delivery.send { show() } }
          }
        } catch {
          guard !(error is CancellationError) else { return }
          delivery.send {
            guard let self, !newest.isClosed else { return }
            self.showFailure(error, after: self.updates.state.newest)
          }
        }
      }, silence: { newest.close() })
    add(binding)
    return binding
  }
}
