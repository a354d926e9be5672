import LinecasterBase
public import LinecasterCells
public import LinecasterList
public import LinecasterSurface

/// A named layout, cell, table or page of a screen, to be viewed in many environments.
///
///     let loading = Preview("Loading") { TableModel(loadState: .loading) }
///     let message = Preview("A message") { MessageCell(author: "Ada", text: "Hello") }
///     let title = Preview("A title in capitals") { environment in
///       Text("Title", style: TextStyle(size: environment.width < 240 ? 20 : 28)).padding(8)
///     }
///
/// The content is made anew for each environment, on any thread; the closure must always make equal
/// content. Errors are shown in place of a picture.
public struct Preview: Sendable {
  /// The name; unique in a catalogue.
  public let name: String

  /// The visible height of a table, in layout points; `nil` for all of it up to `maximumHeight`.
  private(set) var height: Double?
  private var changes: [@Sendable (inout LayoutEnvironment) -> Void] = []
  private let content: @Sendable (LayoutEnvironment) throws -> PreviewContent

  /// The maximum visible height of a table, in layout points.
  static let maximumHeight = 4_000.0

  /// Makes a preview from a closure.
  ///
  /// - Parameters:
  ///   - name: The name; unique in a catalogue, and the beginning of the names of files
  ///     of accepted pictures.
  ///   - content: Makes a layout, a cell, a table or a page.
  public init(
    _ name: String, @PreviewBuilder _ content: @escaping @Sendable () throws -> PreviewContent
  ) {
    self.name = name
    self.content = { _ in try content() }
  }

  /// Makes a preview from a closure that depends on the environment.
  ///
  /// - Parameters:
  ///   - name: The name; unique in a catalogue, and the beginning of the names of files
  ///     of accepted pictures.
  ///   - content: Makes a layout, a cell, a table or a page.
  public init(
    _ name: String,
    @PreviewBuilder _ content: @escaping @Sendable (LayoutEnvironment) throws -> PreviewContent
  ) {
    self.name = name
    self.content = content
  }

  /// Limits a table to a height in layout points from its top, or sets the height of a page; a
  /// no-op for layouts and cells.
  ///
  ///     let screen = Preview("On a small screen") { model }.height(480)
  public func height(_ height: Double) -> Preview {
    var preview = self
    preview.height = height.isFinite ? min(max(1, height), Self.maximumHeight) : nil
    return preview
  }

  /// Changes the environments, for example by a custom value.
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

  /// Returns the preview's environment for one of a catalogue.
  func adapted(_ environment: LayoutEnvironment) -> LayoutEnvironment {
    changes.reduce(into: environment) { $1(&$0) }
  }

  /// Makes the content in an environment.
  func content(in environment: LayoutEnvironment) throws -> PreviewContent {
    try content(environment)
  }
}

/// The content of a preview.
public struct PreviewContent: Sendable {
  enum Kind: Sendable {
    case layout(LayoutNode)
    case cell(AnyCell)
    case table(TableModel)
    case page(ScreenPage)
  }

  let kind: Kind
}

/// Builds the content of a preview from a layout, a cell, a table or a page, with support for `if`
/// and `switch`.
@resultBuilder
public enum PreviewBuilder {
  /// A layout.
  public static func buildExpression(_ layout: some Layout) -> PreviewContent {
    PreviewContent(kind: .layout(layout.node))
  }

  /// A cell, laid out in the environment.
  public static func buildExpression(_ cell: some Cell) -> PreviewContent {
    PreviewContent(kind: .cell(AnyCell(cell)))
  }

  /// A table, shown like in a list.
  public static func buildExpression(_ table: TableModel) -> PreviewContent {
    PreviewContent(kind: .table(table))
  }

  /// The page of a screen, with its bar and overlay.
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
