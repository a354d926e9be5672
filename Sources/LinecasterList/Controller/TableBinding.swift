/// A source of models that a controller follows. Releasing it, or the controller, ends it.
public final class TableBinding: Sendable {
  private let task: Task<Void, Never>
  private let silence: @Sendable () -> Void

  /// - Parameter silence: Drops elements that have not been shown yet.
  init(_ task: Task<Void, Never>, silence: @escaping @Sendable () -> Void) {
    self.task = task
    self.silence = silence
  }

  deinit { cancel() }

  /// Stops following the source. Once a call on the main actor returns, no element becomes an
  /// update. Updates requested before proceed.
  public func cancel() {
    silence()
    task.cancel()
  }

  /// Returns when the source has ended or was cancelled.
  func finished() async { await task.value }
}

extension AutoDiffController {
  /// Shows a model for each element of a sequence, newest first: elements that are overtaken before
  /// their update lands are not shown.
  ///
  /// An error of the sequence, or of `makeModel`, becomes the load state of the newest model
  /// requested before. It replaces no model, and ends with the next one. Combine two sources first,
  /// for example with `combineLatest` of swift-async-algorithms.
  ///
  /// - Parameters:
  ///   - elements: The sequence; iterated off the main actor at its own speed.
  ///   - policy: The number of rows measured before an update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host animates the changes.
  ///   - makeModel: Called on workers.
  /// - Returns: The binding, to be retained as long as the sequence is followed.
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
      // The list cancels it when it goes away; a reference here would retain the list.
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
