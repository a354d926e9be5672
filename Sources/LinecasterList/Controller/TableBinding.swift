/// A source of models that a controller follows, until the binding or the controller is released.
public final class TableBinding: Sendable {
  private let task: Task<Void, Never>
  private let silence: @Sendable () -> Void

  /// - Parameter silence: Drops elements that have not been shown yet.
  init(_ task: Task<Void, Never>, silence: @escaping @Sendable () -> Void) {
    self.task = task
    self.silence = silence
  }

  deinit { cancel() }

  /// Stops following the source. Once a call on the main actor returns, no more elements become
  /// updates. Updates requested before proceed.
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
  /// requested before. The error replaces no model, and the next model clears it. Combine two
  /// sources before binding them, for example with `combineLatest` of swift-async-algorithms.
  ///
  /// - Parameters:
  ///   - elements: The sequence; iterated off the main actor at its own speed.
  ///   - policy: The number of rows measured before an update is shown.
  ///   - anchor: The row that keeps its place in the viewport.
  ///   - animated: Whether the host animates the changes.
  ///   - makeModel: Makes the model for an element; called on workers.
  /// - Returns: The binding, which the caller retains as long as the sequence is to be followed.
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
