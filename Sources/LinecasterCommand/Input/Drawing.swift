import Linecaster

/// One layout to draw: a scene, or a text.
struct Drawing {
  let layout: LayoutNode
  let background: Color
  let environment: LayoutEnvironment

  /// The room around a text, in layout points.
  private static let margin = 8.0
  /// The em of a text where nobody asks for another, in layout points.
  private static let textSize = 16.0

  /// Reads the scene or the text that is asked for.
  ///
  /// - Parameter images: Where the images of a text come from.
  init(_ request: ImageRequest, images: ImageFileProvider) throws {
    let input = request.input
    if input.kind == .scene {
      self.init(try input.scene(), request)
    } else {
      let text = Markup(try input.text(), lineBreaks: input.isMarkdown ? .spaces : .kept)
      self.init(text, request, images: images)
    }
  }

  private init(_ scene: Scene, _ request: ImageRequest) {
    let theme = request.theme ?? scene.theme
    layout = scene.layout(in: theme)
    background = scene.background(in: theme)
    environment = LayoutEnvironment(
      width: request.width ?? scene.width, scale: request.scale, theme: theme,
      fonts: request.preference)
  }

  private init(_ text: Markup, _ request: ImageRequest, images: ImageFileProvider) {
    let theme = request.theme ?? .light
    let width = request.width ?? ImageRequest.defaultWidth
    layout = text.layout(
      MarkupStyle(theme: theme, size: request.size ?? Self.textSize),
      imageWidth: max(1, width - 2 * Self.margin)
    ) { path in
      images.naturalSize(of: ImageReference(path))
    }
    .padding(Self.margin)
    background = theme == .dark ? .black : .white
    environment = LayoutEnvironment(
      width: width, scale: request.scale, theme: theme, fonts: request.preference)
  }
}
