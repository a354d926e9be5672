public import LinecasterBase
public import LinecasterCells

/// A separator line between two rows with content.
///
/// Put a separator wherever a block of rows may end, whether or not another block follows. Of
/// several separators with only space between them, the one with the highest priority stays. None
/// stays at the top or the bottom of a section.
///
///     let section = TableSection("settings") {
///       TableItem("sound", cell: Line("Sound"))
///       Separator.small
///       TableItem("light", cell: Line("Light"))
///       Separator(thickness: 4, priority: 3, color: .accent)
///       TableItem("reset", cell: Line("Reset"))
///     }
public struct Separator: Cell {
  /// The height of the line in layout points, rounded down to whole pixels and at least one;
  /// negative and non-finite numbers become 0.
  var thickness: Double {
    didSet { thickness = Self.usable(thickness) }
  }
  /// The strength of the line: the greatest stays, then the thickest, then the first.
  var priority: Int
  /// The insets of the line, in layout points.
  var insets: Either
  /// The colour of the line.
  var color: ThemeColor

  /// Insets of either kind.
  enum Either: Hashable, Sendable {
    case physical(Insets)
    case directional(DirectionalInsets)
  }

  /// Creates a line.
  public init(
    thickness: Double, priority: Int = 0, insets: Insets = .zero, color: ThemeColor = .hairline
  ) {
    self.init(thickness, priority, .physical(insets), color)
  }

  /// Creates a line with insets that depend on the layout direction.
  public init(
    thickness: Double, priority: Int = 0, insets: DirectionalInsets, color: ThemeColor = .hairline
  ) {
    self.init(thickness, priority, .directional(insets), color)
  }

  private init(_ thickness: Double, _ priority: Int, _ insets: Either, _ color: ThemeColor) {
    self.thickness = Self.usable(thickness)
    self.priority = priority
    self.insets = insets
    self.color = color
  }

  /// A hairline within a block, indented at the leading edge as text is.
  public static let small = Separator(thickness: 1, insets: DirectionalInsets(leading: 16))
  /// A broad band between blocks.
  public static let medium = Separator(thickness: 8, priority: 1, color: .gap)
  /// A broader band between groups of blocks.
  public static let large = Separator(thickness: 16, priority: 2, color: .gap)

  /// Returns a line across the list.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    let line = Column {
      LayoutNode(.empty).frame(height: environment.scale.lineWidth(thickness))
        .background(color)
    }
    switch insets {
    case .physical(let insets): line.padding(insets)
    case .directional(let insets): line.padding(insets)
    }
  }

  /// Returns whether this line stays and a later one is dropped.
  func outranks(_ later: Separator) -> Bool {
    (priority, thickness) >= (later.priority, later.thickness)
  }

  private static func usable(_ thickness: Double) -> Double {
    thickness.isFinite ? max(0, thickness) : 0
  }
}

/// Space between rows. Separators around it collapse as if the space were not there.
public struct Space: Cell {
  /// The height in layout points; negative and non-finite numbers become 0.
  var height: Double {
    didSet { height = Self.usable(height) }
  }

  /// Creates space of a height, in layout points.
  public init(_ height: Double) {
    self.height = Self.usable(height)
  }

  /// Returns an empty layout of the height.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    LayoutNode(.empty).frame(height: height)
  }

  private static func usable(_ height: Double) -> Double {
    height.isFinite ? max(0, height) : 0
  }
}

extension TableItem {
  /// Whether the row only stands between others: a separator or space.
  var isGap: Bool { cell.cell(as: Separator.self) != nil || cell.cell(as: Space.self) != nil }
}

/// Makes rows from a builder's entries. Of separators with only space between them the strongest
/// stays, and none at the edges. Entries without an identifier get one from their neighbours.
///
/// Linear in the number of entries. Idempotent.
struct SeparatorCollapser {
  private(set) var items: [TableItem] = []
  /// The entries since the last row with content.
  private var run = SeparatorRun()
  private var last: ItemIdentifier?

  /// Returns the rows of entries, from top to bottom.
  static func items(_ entries: some Sequence<TableEntry>) -> [TableItem] {
    var collapser = SeparatorCollapser()
    for entry in entries { collapser.add(entry) }
    collapser.endRun(before: nil)
    return collapser.items
  }

  private mutating func add(_ entry: TableEntry) {
    switch entry.content {
    case .separator(let separator): run.add(TableItem("", cell: separator), separator)
    case .space(let space): run.add(space)
    case .item(let item): add(item)
    }
  }

  private mutating func add(_ item: TableItem) {
    if let separator = item.cell.cell(as: Separator.self) {
      run.add(item, separator)
    } else if item.cell.cell(as: Space.self) != nil {
      run.add(item)
    } else {
      endRun(before: item.identifier)
      items.append(item)
      last = item.identifier
    }
  }

  private mutating func endRun(before next: ItemIdentifier?) {
    guard !run.isEmpty else { return }
    items += run.items(between: last, and: next)
    run = SeparatorRun()
  }
}

/// Separators and spaces with no other row between them.
private struct SeparatorRun {
  private enum Part {
    case separator(TableItem)
    /// A space with its own identifier.
    case item(TableItem)
    case space(Space)
  }

  private var parts: [Part] = []
  private var strongest: (place: Int, separator: Separator)?

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ item: TableItem, _ separator: Separator) {
    if strongest?.separator.outranks(separator) != true {
      strongest = (parts.count, separator)
    }
    parts.append(.separator(item))
  }

  mutating func add(_ item: TableItem) { parts.append(.item(item)) }

  mutating func add(_ space: Space) { parts.append(.space(space)) }

  /// Returns the remaining rows, from top to bottom.
  ///
  /// Spaces without identifiers are added up, above the separator and below it.
  func items(
    between above: ItemIdentifier?, and below: ItemIdentifier?
  ) -> [TableItem] {
    let identifiers = GapIdentifiers(above: above, below: below)
    let kept = identifiers.hasBothNeighbors ? strongest?.place : nil
    guard let kept else { return rows(parts[...], spaceIdentifier: identifiers.space) }
    var middle: [TableItem] = []
    if case .separator(var item) = parts[kept] {
      item.identifier = identifiers.separator
      middle = [item]
    }
    return rows(parts[..<kept], spaceIdentifier: identifiers.space) + middle
      + rows(parts[(kept + 1)...], spaceIdentifier: identifiers.spaceBelowSeparator)
  }

  /// Returns the rows of spaces; spaces without identifiers merge into the first of them.
  private func rows(_ parts: ArraySlice<Part>, spaceIdentifier: ItemIdentifier) -> [TableItem] {
    var rows: [TableItem] = []
    var height = 0.0
    var place: Int?
    for part in parts {
      switch part {
      case .separator: break
      case .item(let item): rows.append(item)
      case .space(let space):
        height += space.height
        if place == nil { place = rows.count }
      }
    }
    if let place { rows.insert(TableItem(spaceIdentifier, cell: Space(height)), at: place) }
    return rows
  }
}

/// The identifiers of rows between two others. They include both neighbours, so changes farther
/// away do not affect them.
private struct GapIdentifiers {
  private let gap: ItemIdentifier
  let hasBothNeighbors: Bool

  /// Takes the nearest rows with content; `nil` at the edges of a section.
  init(above: ItemIdentifier?, below: ItemIdentifier?) {
    hasBothNeighbors = above != nil && below != nil
    gap =
      switch (above, below) {
      case (let above?, let below?): .pair(above, below)
      case (let above?, nil): .pair("below", above)
      case (nil, let below?): .pair("above", below)
      case (nil, nil): "alone"
      }
  }

  var separator: ItemIdentifier { .pair("separator", gap) }
  var space: ItemIdentifier { .pair("space", gap) }
  var spaceBelowSeparator: ItemIdentifier { .pair("space below separator", gap) }
}
