public import LinecasterCells
public import LinecasterGeometry

/// A line between two rows that show something.
///
/// A line is put wherever a block of rows may end, whether or not another follows: of lines with
/// nothing but space between them the strongest stays, and none stays at the top or the bottom of a
/// section.
public struct Separator: Cell {
  /// The height of the line in layout points; numbers that are none, and those below 0, become 0.
  public var thickness: Double {
    didSet { thickness = Self.usable(thickness) }
  }
  /// How strong the line is: the greatest stays, then the thickest, then the first.
  public var priority: Int
  /// The room around the line, in layout points.
  public var insets: Insets
  /// The colour of the line.
  public var color: ThemeColor

  /// Makes a line.
  public init(
    thickness: Double, priority: Int = 0, insets: Insets = .zero, color: ThemeColor = .hairline
  ) {
    self.thickness = Self.usable(thickness)
    self.priority = priority
    self.insets = insets
    self.color = color
  }

  /// A hairline within a block, indented as text is.
  public static let small = Separator(thickness: 1, insets: Insets(left: 16))
  /// A broad band between blocks.
  public static let medium = Separator(thickness: 8, priority: 1, color: .gap)
  /// A broader band between groups of blocks.
  public static let large = Separator(thickness: 16, priority: 2, color: .gap)

  /// The line across the list.
  public func body(in environment: LayoutEnvironment) -> some Layout {
    Column {
      LayoutNode(.empty).frame(height: thickness)
        .background(color.color(in: environment.theme))
    }
    .padding(insets)
  }

  /// Whether this line stays and a later one yields.
  func outranks(_ later: Separator) -> Bool {
    (priority, thickness) >= (later.priority, later.thickness)
  }

  private static func usable(_ thickness: Double) -> Double {
    thickness.isFinite ? max(0, thickness) : 0
  }
}
