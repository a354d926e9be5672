extension AutoDiffController {
  /// Shows the list in a host that shows nothing yet: the newest update on its way, or the state
  /// that the last host showed where there is none or it fails or is cancelled.
  public func attach(_ host: any TableHost) {
    detach()
    self.host = host
    if snapshot.rowCount > 0 { inherited = InheritedModel(model: snapshot.model) }
    snapshot = .empty(in: environment, metrics: options.metrics)
    perform(state.attach(now: delivery.now))
    showInherited()
  }

  /// Takes the list from its host; updates wait for the next one.
  public func detach() {
    guard state.isAttached else { return }
    presenter.stop()
    idleMeasurer.stop()
    scroller.stop()
    renewer.stop()
    host = nil
    perform(state.detach())
  }

  /// Tells that another part of the list can be seen, or that the host has another size: what is
  /// new to sight is prepared first, what is about to be seen next.
  ///
  /// To be called once a frame while the list scrolls. O(rows in sight).
  public func viewportDidChange() {
    guard !state.isTornDown, state.isAttached else { return }
    presenter.refresh()
    idleMeasurer.refresh()
    loader?.viewportDidChange()
    notifyIfIdle()
  }

  /// An update ended without being shown: unless another is on its way, the host is to show what
  /// the one before it did.
  func updateWasLost(_ generation: Int) {
    if inherited?.generation == generation {
      inherited = nil
    } else {
      showInherited()
    }
  }

  private func showInherited() {
    guard !state.isTornDown, state.isAttached, state.pending == nil, let model = inherited?.model
    else { return }
    inherited?.generation = update(with: model, anchor: .none).generation
  }
}
