public import LinecasterBase
public import LinecasterCells
public import LinecasterDiff
public import LinecasterDisplay
package import LinecasterText

/// A row of a list: its identifier, cell and actions.
///
/// Rows are equal if their identifiers, cells and appearances are equal; actions are not compared.
///
///     let item = TableItem(.uuid(message.id), cell: Line(message.text))
///       .onTap { open(message) }
///       .onDelete { remove(message) }
///       .appearance(.fading)
///
/// ## Topics
///
/// ### Create a row
///
/// - ``init(_:cell:)-(_,Cell)``
/// - ``init(_:cell:)-(_,AnyCell)``
/// - ``identifier``
/// - ``cell``
///
/// ### Add actions
///
/// - ``onTap(_:)``
/// - ``onLongPress(_:)``
/// - ``on(_:_:)``
/// - ``onLink(_:)``
/// - ``onDelete(_:)``
/// - ``onTryEdit(_:)``
/// - ``onDisplay(_:)``
public struct TableItem: Sendable {
  /// The identifier of the row, which must be unique in the model and constant over the row's life.
  public var identifier: ItemIdentifier
  /// The cell that the row shows.
  public var cell: AnyCell

  private var extras: TableItemExtras?

  /// Creates a row that shows a cell. Add actions with `onTap(_:)` and the other modifiers.
  public init(_ identifier: ItemIdentifier, cell: some Cell) {
    self.init(identifier, cell: AnyCell(cell))
  }

  /// Creates a row of a cell of any type, for programs that choose the type as they run.
  public init(_ identifier: ItemIdentifier, cell: AnyCell) {
    self.identifier = identifier
    self.cell = cell
  }

  /// The actions.
  var actions: TableItemActions { extras?.actions ?? TableItemActions() }

  /// Whether the row itself has a tap action.
  package var hasTap: Bool { actions.onTap != nil }

  /// The appearance when the row is inserted, shown and deleted.
  public var appearance: CellAppearance { extras?.appearance ?? .plain }
}

extension TableItem: Hashable {
  /// Returns whether two rows have equal identifiers and content.
  ///
  /// - Complexity: That of comparing the cells.
  public static func == (left: TableItem, right: TableItem) -> Bool {
    left.identifier == right.identifier && left.isContentEqual(to: right)
  }

  /// Feeds the identifier and the cell to the hasher.
  ///
  /// - Complexity: That of hashing the cell.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
    hasher.combine(cell)
  }
}

extension TableItem: Differentiable {
  /// The identifier of the row.
  public var differenceIdentifier: ItemIdentifier { identifier }

  /// Returns whether two rows have equal cells and appearances; actions are not compared.
  ///
  /// - Complexity: That of comparing the cells.
  public func isContentEqual(to other: TableItem) -> Bool {
    cell == other.cell && (extras === other.extras || appearance == other.appearance)
  }

  /// Returns a hash of an identifier for diffs.
  public static func differenceHash(of identifier: ItemIdentifier, seed: UInt64) -> UInt64 {
    identifier.differenceHash(seed: seed)
  }
}

extension TableItem {
  /// Adds an action to run when the row is tapped or clicked (SwiftUI `onTapGesture`).
  ///
  /// If a list holds the last reference, the captures of this and other actions are released on the
  /// main actor. A model that was never given to a list is freed on the thread that releases it.
  public consuming func onTap(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
    with { $0.actions.onTap = action }
  }

  /// Adds an action to run on a long press (SwiftUI `onLongPressGesture`).
  public consuming func onLongPress(_ action: @escaping @MainActor @Sendable () -> Void)
    -> TableItem
  {
    with { $0.actions.onLongPress = action }
  }

  /// Adds an action to run on a secondary click, for example of a pointer's right button, or when
  /// the menu key is pressed while the row has keyboard focus (UIKit `UIContextMenuInteraction`).
  ///
  /// - Parameter action: Receives the place, in layout points from the top-left corner of the
  ///   viewport, for example for a menu.
  public consuming func onSecondaryTap(
    _ action: @escaping @MainActor @Sendable (Point) throws -> Void
  ) -> TableItem {
    with { $0.actions.onSecondaryTap = action }
  }

  /// Adds an action to run on a secondary click on a tagged region, instead of the
  /// `onSecondaryTap(_:)` action of the row.
  ///
  /// - Parameters:
  ///   - tag: The tag of the region.
  ///   - action: Receives the place, in layout points from the top-left corner of the viewport.
  public consuming func onSecondaryTap(
    _ tag: some Hashable & Sendable,
    _ action: @escaping @MainActor @Sendable (Point) throws -> Void
  ) -> TableItem {
    with { $0.actions.secondaryHandlers.set(action, for: InlinePayload(tag)) }
  }

  /// Adds an action to run when a tagged region is tapped, clicked or activated by keyboard,
  /// instead of the `onTap(_:)` action.
  ///
  ///     TableItem(.uuid(message.id), cell: MessageCell(text: "a"))
  ///       .on(Action.reply) { reply(to: message) }
  ///       .onLink { address in open(address) }
  ///
  /// Errors thrown by the action are reported to `AutoDiffController.onDiagnostic`.
  public consuming func on(
    _ tag: some Hashable & Sendable, _ action: @escaping @MainActor @Sendable () throws -> Void
  ) -> TableItem {
    with { $0.actions.handlers.set(action, for: InlinePayload(tag)) }
  }

  /// Adds an action to run when any other tagged region is tapped or clicked than those with an
  /// action of their own, for programs that learn the tags of a row from its layout.
  package consuming func onTags(
    _ action: @escaping @MainActor @Sendable (InlinePayload) throws -> Void
  ) -> TableItem {
    with { $0.actions.onTags = action }
  }

  /// Adds an action to run when a link in a text of the row is tapped; the action receives the
  /// address.
  public consuming func onLink(
    _ action: @escaping @MainActor @Sendable (String) throws -> Void
  ) -> TableItem {
    with { $0.actions.onLink = action }
  }

  /// Adds an action to run when the user deletes the row.
  public consuming func onDelete(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem {
    with { $0.actions.onDelete = action }
  }

  /// Adds a closure that decides whether the user may edit the row, called when the user tries to.
  public consuming func onTryEdit(_ attempt: @escaping @MainActor @Sendable () -> Bool) -> TableItem
  {
    with { $0.actions.onTryEdit = attempt }
  }

  /// Adds an action to run when the row comes into view.
  public consuming func onDisplay(_ action: @escaping @MainActor @Sendable () -> Void) -> TableItem
  {
    with { $0.actions.onDisplay = action }
  }

  /// Sets the appearance of the row.
  public consuming func appearance(_ appearance: CellAppearance) -> TableItem {
    with { $0.appearance = appearance }
  }

  /// Changes the extras in place if no other row has them. Thus a chain of modifiers makes them
  /// once, and frees no actions that are still in use.
  private consuming func with(_ change: (TableItemExtras) -> Void) -> TableItem {
    if isKnownUniquelyReferenced(&extras), let extras {
      change(extras)
    } else {
      let changed = TableItemExtras(actions, appearance)
      change(changed)
      extras = changed
    }
    return self
  }
}

/// The actions of a row.
///
/// Never compared: rows with equal content are equal whatever their actions. A host asks the newest
/// model for the action to run, so it always matches the shown state.
struct TableItemActions: Sendable {
  typealias Action = @MainActor @Sendable () -> Void

  /// The row was tapped or clicked.
  var onTap: Action?
  /// The user wants to delete the row; it stays until a model without it comes.
  var onDelete: Action?
  /// The user wants to edit the row; returns false if it cannot be edited now.
  var onTryEdit: (@MainActor @Sendable () -> Bool)?
  /// The row came into view.
  var onDisplay: Action?
  /// The row was long-pressed.
  var onLongPress: Action?
  /// A tagged region was tapped, clicked or activated by keyboard.
  var handlers = TagActions<@MainActor @Sendable () throws -> Void>()
  /// Any other tagged region was tapped, clicked or activated by keyboard.
  var onTags: (@MainActor @Sendable (InlinePayload) throws -> Void)?
  /// A link was tapped, clicked or activated by keyboard.
  var onLink: (@MainActor @Sendable (String) throws -> Void)?
  /// The row received a secondary click, at a point of the viewport.
  var onSecondaryTap: PointAction?
  /// A tagged region received a secondary click.
  var secondaryHandlers = TagActions<PointAction>()

  typealias PointAction = @MainActor @Sendable (Point) throws -> Void

  /// Whether the row has no actions.
  var isEmpty: Bool {
    onTryEdit == nil && onDisplay == nil && !isInteractive
  }

  /// Whether the row itself can have keyboard focus: if a tap on it does something, or if it has
  /// other actions and no parts that can have the focus.
  func isStop(hasParts: Bool) -> Bool { onTap != nil || hasOwnActions && !hasParts }

  /// Whether a region can have keyboard focus: if it has an action, or a field with its tag.
  func isStop(_ region: Region, fieldTags: Set<InlinePayload>) -> Bool {
    handler(of: region) != nil || region.tag.map { fieldTags.contains($0) } ?? false
  }

  /// Whether secondary clicks do something.
  var hasSecondaryActions: Bool { onSecondaryTap != nil || !secondaryHandlers.isEmpty }

  /// Whether the row reacts to touch.
  var isInteractive: Bool { hasOwnActions || onTags != nil }

  /// Whether the row itself or parts that it names react to touch.
  private var hasOwnActions: Bool {
    onTap != nil || onLongPress != nil || onLink != nil || !handlers.isEmpty || onDelete != nil
      || hasSecondaryActions
  }
}

/// The actions of the tagged regions of a row.
///
/// A list has as many as rows, so few actions are in an array, which takes half the memory of a
/// dictionary.
struct TagActions<Action: Sendable>: Sendable {
  private typealias Entry = (tag: InlinePayload, action: Action)

  private var few: [Entry] = []
  private var many: [InlinePayload: Action] = [:]
  /// The number of actions that are searched one by one.
  private static var mostFew: Int { 8 }

  var count: Int { few.count + many.count }
  var isEmpty: Bool { count == 0 }

  subscript(tag: InlinePayload) -> Action? {
    few.first { $0.tag == tag }?.action ?? (many.isEmpty ? nil : many[tag])
  }

  /// Sets the action of a tag, instead of one that it has.
  mutating func set(_ action: Action, for tag: InlinePayload) {
    if let place = few.firstIndex(where: { $0.tag == tag }) {
      few[place].action = action
    } else if few.count < Self.mostFew {
      few.append((tag, action))
    } else {
      many[tag] = action
    }
  }
}

/// The actions and appearance of a row, which few rows have.
///
/// Behind one reference, so a row without them is small and cheap to copy. Safe to send: only the
/// modifiers of a row change them, while it has the only reference.
private final class TableItemExtras: @unchecked Sendable {
  var actions: TableItemActions
  private var shared: SharedAppearance?

  var appearance: CellAppearance {
    get { shared?.appearance ?? .plain }
    set { shared = SharedAppearance.of(newValue) }
  }

  init(_ actions: TableItemActions, _ appearance: CellAppearance) {
    self.actions = actions
    shared = SharedAppearance.of(appearance)
  }

  deinit { if !actions.isEmpty { DeferredActions.current?.append(actions) } }
}

/// An appearance behind a reference; the rows of a list that fade have one together.
private final class SharedAppearance: Sendable {
  let appearance: CellAppearance

  private init(_ appearance: CellAppearance) { self.appearance = appearance }

  private static let fading = SharedAppearance(.fading)

  /// Returns `nil` for a plain one.
  static func of(_ appearance: CellAppearance) -> SharedAppearance? {
    switch appearance {
    case .plain: nil
    case .fading: fading
    default: SharedAppearance(appearance)
    }
  }
}

/// The display attributes of a row when it is inserted, shown and deleted.
///
/// A host may animate between these states; a host that does not shows only `resting`.
public struct CellAppearance: Hashable, Sendable {
  /// The initial attributes of an inserted row.
  public var appearing: CellAttributes
  /// The attributes while the row is in the list.
  public var resting: CellAttributes
  /// The final attributes of a deleted row.
  public var disappearing: CellAttributes

  /// Creates an appearance; `appearing` and `disappearing` default to `resting`.
  public init(
    resting: CellAttributes = CellAttributes(), appearing: CellAttributes? = nil,
    disappearing: CellAttributes? = nil
  ) {
    self.resting = resting
    self.appearing = appearing ?? resting
    self.disappearing = disappearing ?? resting
  }

  /// Opaque and untransformed, always.
  static let plain = CellAppearance()

  /// An appearance that fades in and out in place.
  public static let fading = CellAppearance(
    appearing: CellAttributes(alpha: 0), disappearing: CellAttributes(alpha: 0))
}

/// The z-index, opacity and transform by which a host places the pixels of a row.
///
/// The attributes do not affect layout: the row keeps its height.
public struct CellAttributes: Hashable, Sendable {
  /// The stacking order (CSS `z-index`). Rows with greater numbers are in front; of rows with equal
  /// numbers, the later one is in front.
  public var zIndex: Int
  /// The opacity, clamped to 0...1; NaN counts as 1.
  public var alpha: Double {
    didSet { alpha = Self.usable(alpha) }
  }
  /// The transform of the pixels around the centre of the row, in layout points.
  public var transform: DisplayTransform

  /// Creates attributes; the defaults change nothing.
  public init(zIndex: Int = 0, alpha: Double = 1, transform: DisplayTransform = .identity) {
    self.zIndex = zIndex
    self.alpha = Self.usable(alpha)
    self.transform = transform
  }

  private static func usable(_ alpha: Double) -> Double {
    alpha.isNaN ? 1 : min(max(alpha, 0), 1)
  }
}
