import LinecasterCells
import Synchronization

/// The request for an update.
struct UpdateRecipe: Sendable {
  let source: ModelSource
  let policy: UpdatePolicy
  let anchor: Anchor
  let isAnimated: Bool
  /// Whether it is precomputed on the caller's thread, without waiting.
  var isImmediate = false

  /// Returns a recipe that shows the shown model again.
  static func shown(anchor: Anchor) -> UpdateRecipe {
    UpdateRecipe(source: .shown, policy: .visibleFirst(), anchor: anchor, isAnimated: false)
  }
}

/// The source of an update's model.
indirect enum ModelSource: Sendable {
  /// Made on a worker.
  case made(ModelMaker)
  /// The model shown when the update starts, or last shown by the former host.
  case shown
  /// Edits of one or more updates, applied in order to a source that is itself not edited.
  case edited([EditGroup], ModelSource)

  /// The edits of one update request.
  struct EditGroup: Sendable {
    /// The generation of that update.
    let generation: Int
    /// Makes the edits; called on a worker, and always with the same result.
    let edits: @Sendable () throws -> [TableEdit]
  }

  /// Whether the model, or the base of its edits, differs from the shown one.
  var isNew: Bool {
    switch self {
    case .made: true
    case .shown: false
    case .edited(_, let base): base.isNew
    }
  }

  /// The closure that makes the model, or the base of its edits; `nil` for the shown model.
  var maker: ModelMaker? {
    switch self {
    case .made(let maker): maker
    case .shown: nil
    case .edited(_, let base): base.maker
    }
  }

  /// Returns this source with another update's edits after its own.
  func edited(
    by edits: @escaping @Sendable () throws -> [TableEdit], of generation: Int
  ) -> ModelSource {
    let group = EditGroup(generation: generation, edits: edits)
    switch self {
    case .made, .shown: return .edited([group], self)
    case .edited(let groups, let base): return .edited(groups + [group], base)
    }
  }

  /// Returns this source after an update is shown, without the edits that the shown model includes.
  func following(_ generation: Int) -> ModelSource {
    guard case .edited(let groups, let base) = self, !base.isNew else { return self }
    return .edited(groups.filter { $0.generation > generation }, base)
  }
}

/// The closure that makes the model of an update, and that model once it is made: edits that come
/// before the update lands start it again.
final class ModelMaker: Sendable {
  private let make: @Sendable (UpdateContext) throws -> TableModel
  private let made = Mutex<TableModel?>(nil)

  init(_ make: @escaping @Sendable (UpdateContext) throws -> TableModel) { self.make = make }

  /// Returns the model. Called on workers.
  func model(_ context: UpdateContext) throws -> TableModel {
    if let known = made.withLock({ $0 }) { return known }
    let model = try make(context)
    made.withLock { $0 = model }
    return model
  }

  /// Takes the model if it is made; it is made again if it is needed after all.
  func take() -> TableModel? {
    made.withLock { made in
      defer { made = nil }
      return made
    }
  }
}

/// Information for the closure that makes a model: whether the model is still needed.
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

  /// Whether the update was overtaken or cancelled, so a model made now is dropped.
  public var isCancelled: Bool { token.isCancelled }

  /// Throws if the model is no longer needed.
  ///
  /// An overtaken update starts again if the newer one fails or is cancelled.
  public func checkCancellation() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }
}
