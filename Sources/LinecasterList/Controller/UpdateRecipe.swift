import LinecasterCells

/// An update as it was asked for.
struct UpdateRecipe: Sendable {
  let source: ModelSource
  let policy: UpdatePolicy
  let anchor: Anchor
  let isAnimated: Bool
  /// Whether it is precomputed where it is asked for, without waiting.
  var isImmediate = false

  /// Shows again what is shown.
  static func shown(anchor: Anchor) -> UpdateRecipe {
    UpdateRecipe(source: .shown, policy: .visibleFirst(), anchor: anchor, isAnimated: false)
  }
}

/// Where the model of an update comes from.
indirect enum ModelSource: Sendable {
  /// Made on a worker.
  case made(@Sendable (UpdateContext) throws -> TableModel)
  /// What is shown when the update is begun, or was by the last host.
  case shown
  /// What another source gives, which is no edited one, with the edits of one update after another.
  case edited([EditGroup], ModelSource)

  /// The edits that an update was asked for with.
  struct EditGroup: Sendable {
    /// That update.
    let generation: Int
    let edits: [TableEdit]
  }

  /// Whether the model, or what edits start from, is not what is shown.
  var isNew: Bool {
    switch self {
    case .made: true
    case .shown: false
    case .edited(_, let base): base.isNew
    }
  }

  /// What this gives, with edits of another update after those there are.
  func edited(by edits: [TableEdit], of generation: Int) -> ModelSource {
    let group = EditGroup(generation: generation, edits: edits)
    switch self {
    case .made, .shown: return .edited([group], self)
    case .edited(let groups, let base): return .edited(groups + [group], base)
    }
  }

  /// What this gives once an update is shown: what is shown has the edits that it took along.
  func following(_ generation: Int) -> ModelSource {
    guard case .edited(let groups, let base) = self, !base.isNew else { return self }
    return .edited(groups.filter { $0.generation > generation }, base)
  }
}

/// Tells what makes a model whether anybody still waits for it.
///
///     controller.update { context in
///       var items: [TableItem] = []
///       for message in messages {
///         try context.checkCancellation()
///         items.append(TableItem(.uuid(message.id), cell: Line(message.text)))
///       }
///       return TableModel(items: items)
///     }
public struct UpdateContext: Sendable {
  let token: CancellationToken

  /// Whether a newer update has overtaken this one, or it has been called off: what is made of it
  /// now is dropped.
  public var isCancelled: Bool { token.isCancelled }

  /// Throws where nobody waits for the model any more.
  ///
  /// An update that a newer one has overtaken is begun again where that one fails or is cancelled.
  public func checkCancellation() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }
}
