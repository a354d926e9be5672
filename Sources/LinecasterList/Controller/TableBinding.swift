import Synchronization

/// A source of models that a controller follows; letting go of it, or of the controller, ends it.
public final class TableBinding: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) {
    self.task = task
  }

  deinit { task.cancel() }

  /// Stops following the source.
  public func cancel() { task.cancel() }

  /// Returns when the source has ended or following it has been stopped.
  func finished() async { await task.value }
}

extension AutoDiffController {
  /// Shows a model for each element of a sequence, the newest first: elements that are overtaken
  /// before their update lands are not shown.
  ///
  /// An error of the sequence, or of `makeModel`, becomes the load state of the model on show.
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
    let newest = NewestElement<Elements.Element>()
    let delivery = delivery
    let show = { @MainActor @Sendable [weak self] in
      guard let self, let element = newest.take() else { return }
      let handle = update(policy: policy, anchor: anchor, animated: animated) {
        try makeModel(element)
      }
      handle.whenResolved { [weak self] outcome in
        guard case .failed(let error) = outcome else { return }
        delivery.send { self?.showFailure(error) }
      }
    }
    let binding = TableBinding(
      // The list cancels it when it goes; to ask for the list here would be to hold it.
      Task.detached { [weak self] in
        do {
          for try await element in elements {
            guard !Task.isCancelled else { return }
            if newest.put(element) { delivery.send { show() } }
          }
        } catch {
          guard !(error is CancellationError) else { return }
          delivery.send { self?.showFailure(error) }
        }
      })
    bindings.add(binding)
    return binding
  }

  /// Shows what is shown, in the state of having failed.
  func showFailure(_ error: any Error) {
    var model = snapshot.model
    model.loadState = .failed(error)
    let failed = model
    update(with: failed, anchor: anchor)
  }
}

/// The newest of the elements that wait for the main actor.
final class NewestElement<Element: Sendable>: Sendable {
  private let waiting = Mutex<Element?>(nil)

  /// Puts an element in the place of the one that waits.
  ///
  /// - Returns: Whether none waited, so that somebody has to be told.
  func put(_ element: Element) -> Bool {
    waiting.withLock { waiting in
      defer { waiting = element }
      return waiting == nil
    }
  }

  /// Takes the element that waits.
  func take() -> Element? {
    waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
  }
}
