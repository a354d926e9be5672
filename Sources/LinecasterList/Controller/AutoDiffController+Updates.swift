public import LinecasterCells

extension AutoDiffController {
  /// Shows the model that `makeModel` makes, unless a newer update comes before it lands.
  ///
  /// - Parameters:
  ///   - policy: How many rows are measured before the update is shown.
  ///   - anchor: What stays where it is in the viewport.
  ///   - animated: Whether the host is asked to animate the changes.
  ///   - makeModel: Called on a worker: once, and again if the environment changes or another host
  ///     comes before the update lands. If it throws, the update fails and the list stays as it is.
  @discardableResult
  public func update(
    policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible, animated: Bool = false,
    _ makeModel: @escaping @Sendable () throws -> TableModel
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(makeModel: makeModel, policy: policy, anchor: anchor, isAnimated: animated))
  }

  /// Shows a model, unless a newer update comes before it lands.
  @discardableResult
  public func update(
    with model: TableModel, policy: UpdatePolicy = .visibleFirst(),
    anchor: Anchor = .firstVisible, animated: Bool = false
  ) -> UpdateHandle {
    update(policy: policy, anchor: anchor, animated: animated) { model }
  }

  /// Shows a model before it returns, for launches and tests: the work of workers is done here.
  ///
  /// Takes the way of any update; what is under way is superseded. Where the host is still applying
  /// another update, or calls this while it is called itself, this one waits for it.
  @discardableResult
  public func applyNow(
    _ model: TableModel, policy: UpdatePolicy = .visibleFirst(), anchor: Anchor = .firstVisible
  ) -> UpdateHandle {
    submit(
      UpdateRecipe(
        makeModel: { model }, policy: policy, anchor: anchor, isAnimated: false,
        isImmediate: true))
  }

  /// Measures in another width, scale, theme or size of letters the model that is under way, or
  /// else the one that is shown, and shows it; what can be seen comes first and stays where it is.
  @discardableResult
  public func setEnvironment(_ environment: LayoutEnvironment) -> UpdateHandle {
    self.environment = environment
    if let pending = state.pending, let recipe = recipes[pending] { return submit(recipe) }
    return update(with: snapshot.model, anchor: anchor)
  }

  /// Ends every update and stops all work; later updates end at once as cancelled.
  public func tearDown() {
    presenter.stop()
    idleMeasurer.stop()
    scroller.stop()
    renewer.stop()
    loader = nil
    bindings.cancelAll()
    pipeline.bands.set([:], of: ObjectIdentifier(self))
    perform(state.tearDown())
  }
}
