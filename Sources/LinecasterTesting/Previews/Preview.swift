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
/// The content is created again for each environment, on any thread. The closure must always return
/// equal content. Errors are shown in place of a picture.
public struct Preview: Sendable {
  /// The name of the preview, which is unique in a catalogue.
  public let name: String

  /// The visible height of a table, in layout points; `nil` for all of it up to `maximumHeight`.
  private(set) var height: Double?
  private var changes: [@Sendable (inout LayoutEnvironment) -> Void] = []
  private let content: @Sendable (LayoutEnvironment) throws -> PreviewContent

  /// The maximum visible height of a table, in layout points.
  static let maximumHeight = 4_000.0

  /// Creates a preview from a closure.
  ///
  /// - Parameters:
  ///   - name: The name, which is unique in a catalogue. The names of accepted pictures start with
  ///     it.
  ///   - content: Returns a layout, a cell, a table or a page.
  public init(
    _ name: String, @PreviewBuilder _ content: @escaping @Sendable () throws -> PreviewContent
  ) {
    self.name = name
    self.content = { _ in try content() }
  }

  /// Creates a preview from a closure that depends on the environment.
  ///
  /// - Parameters:
  ///   - name: The name, which is unique in a catalogue. The names of accepted pictures start with
  ///     it.
  ///   - content: Returns a layout, a cell, a table or a page.
  public init(
    _ name: String,
    @PreviewBuilder _ content: @escaping @Sendable (LayoutEnvironment) throws -> PreviewContent
  ) {
    self.name = name
    self.content = content
  }

  /// Limits a table to a height from its top, or sets the height of a page, in layout points. A
  /// no-op for layouts and cells.
  ///
  ///     let screen = Preview("On a small screen") { model }.height(480)
  public func height(_ height: Double) -> Preview {
    var preview = self
    preview.height = height.isFinite ? min(max(1, height), Self.maximumHeight) : nil
    return preview
  }

  /// Changes the environments of the preview, for example by a custom value.
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

/// The content of a preview: a layout, a cell, a table or a page.
public struct PreviewContent: Sendable {
  enum Kind: Sendable {
    case layout(LayoutNode)
    case cell(AnyCell)
    case table(TableModel)
    case page(ScreenPage)
  }

  let kind: Kind
}

/// A result builder for the content of a preview: a layout, a cell, a table or a page, with `if`
/// and `switch`.
@resultBuilder
public enum PreviewBuilder {
  /// Shows a layout.
  public static func buildExpression(_ layout: some Layout) -> PreviewContent {
    PreviewContent(kind: .layout(layout.node))
  }

  /// Shows a cell, laid out in the environment.
  public static func buildExpression(_ cell: some Cell) -> PreviewContent {
    PreviewContent(kind: .cell(AnyCell(cell)))
  }

  /// Shows a table, as in a list.
  public static func buildExpression(_ table: TableModel) -> PreviewContent {
    PreviewContent(kind: .table(table))
  }

  /// Shows the page of a screen, with its bar and overlay.
  public static func buildExpression(_ page: ScreenPage) -> PreviewContent {
    PreviewContent(kind: .page(page))
  }

  /// Returns the only content of a block.
  public static func buildBlock(_ content: PreviewContent) -> PreviewContent { content }

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first content: PreviewContent) -> PreviewContent { content }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second content: PreviewContent) -> PreviewContent { content }
}
