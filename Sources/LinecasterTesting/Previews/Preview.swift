import LinecasterBase
public import LinecasterCells
public import LinecasterList
public import LinecasterSurface

/// Something to be looked at in many environments: a layout, a cell, a table or the page of a
/// screen, with a name.
///
///     let loading = Preview("Loading") { TableModel(loadState: .loading) }
///     let message = Preview("A message") { MessageCell(author: "Ada", text: "Hello") }
///     let title = Preview("A title in capitals") { environment in
///       Text("Title", style: TextStyle(size: environment.width < 240 ? 20 : 28)).padding(8)
///     }
///
/// What it shows is made anew for each environment, on any thread; the closure must always make the
/// same. What it throws is shown in place of a picture.
public struct Preview: Sendable {
  /// What it is called; unique in a catalogue.
  public let name: String

  /// How much of a table is shown, in layout points; nil for all of it up to `maximumHeight`.
  private(set) var height: Double?
  private var changes: [@Sendable (inout LayoutEnvironment) -> Void] = []
  private let content: @Sendable (LayoutEnvironment) throws -> PreviewContent

  /// The most of a table that is shown, in layout points.
  static let maximumHeight = 4_000.0

  /// Makes a preview of what a closure makes.
  ///
  /// - Parameters:
  ///   - name: What it is called; unique in a catalogue, and the beginning of the names of files
  ///     of accepted pictures.
  ///   - content: Makes a layout, a cell, a table or a page.
  public init(
    _ name: String, @PreviewBuilder _ content: @escaping @Sendable () throws -> PreviewContent
  ) {
    self.name = name
    self.content = { _ in try content() }
  }

  /// Makes a preview of what a closure makes for an environment.
  ///
  /// - Parameters:
  ///   - name: What it is called; unique in a catalogue, and the beginning of the names of files
  ///     of accepted pictures.
  ///   - content: Makes a layout, a cell, a table or a page.
  public init(
    _ name: String,
    @PreviewBuilder _ content: @escaping @Sendable (LayoutEnvironment) throws -> PreviewContent
  ) {
    self.name = name
    self.content = content
  }

  /// The preview with so much of a table shown, in layout points from its top, or a page so high;
  /// layouts and cells are shown as high as they are.
  ///
  ///     let screen = Preview("On a small screen") { model }.height(480)
  public func height(_ height: Double) -> Preview {
    var preview = self
    preview.height = height.isFinite ? min(max(1, height), Self.maximumHeight) : nil
    return preview
  }

  /// The preview in changed environments, such as with a value of the program's own.
  ///
  ///     let compact = Preview("Compact") { MessageCell(author: "Ada", text: "Hello") }
  ///       .environment { $0[Density.self] = .compact }
  public func environment(
    _ change: @escaping @Sendable (inout LayoutEnvironment) -> Void
  ) -> Preview {
    var preview = self
    preview.changes.append(change)
    return preview
  }

  /// The environment that it is shown in, in place of one of a catalogue's.
  func adapted(_ environment: LayoutEnvironment) -> LayoutEnvironment {
    changes.reduce(into: environment) { $1(&$0) }
  }

  /// What it shows in an environment.
  func content(in environment: LayoutEnvironment) throws -> PreviewContent {
    try content(environment)
  }
}

/// What a preview shows.
public struct PreviewContent: Sendable {
  enum Kind: Sendable {
    case layout(LayoutNode)
    case cell(AnyCell)
    case table(TableModel)
    case page(ScreenPage)
  }

  let kind: Kind
}

/// Takes a layout, a cell, a table or a page from a closure, by `if` and `switch` where it has
/// them.
@resultBuilder
public enum PreviewBuilder {
  /// A layout.
  public static func buildExpression(_ layout: some Layout) -> PreviewContent {
    PreviewContent(kind: .layout(layout.node))
  }

  /// A cell, which lays itself out in the environment.
  public static func buildExpression(_ cell: some Cell) -> PreviewContent {
    PreviewContent(kind: .cell(AnyCell(cell)))
  }

  /// A table, which is shown as lists show it.
  public static func buildExpression(_ table: TableModel) -> PreviewContent {
    PreviewContent(kind: .table(table))
  }

  /// The page of a screen, with what is above and over its rows.
  public static func buildExpression(_ page: ScreenPage) -> PreviewContent {
    PreviewContent(kind: .page(page))
  }

  /// The content.
  public static func buildBlock(_ content: PreviewContent) -> PreviewContent { content }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first content: PreviewContent) -> PreviewContent { content }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second content: PreviewContent) -> PreviewContent { content }
}
