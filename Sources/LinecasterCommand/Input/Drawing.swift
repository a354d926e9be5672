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

  /// Reads a scene or a text.
  ///
  /// - Parameters:
  ///   - theme: The colours; nil for those the input asks for.
  ///   - width: The width in layout points; nil for the one the input asks for.
  ///   - size: The em of a text.
  ///   - images: Where the pictures of a text come from.
  init(
    _ input: DrawingInput, theme: Theme?, width: Double?, size: Double?, scale: PixelScale,
    images: ImageFileProvider
  ) throws {
    if input.kind == .scene {
      self.init(try input.scene(), theme: theme, width: width, scale: scale)
      return
    }
    let isMarkdown = ["md", "markdown"].contains { input.path.lowercased().hasSuffix(".\($0)") }
    let text = Markup(try input.text(), lineBreaks: isMarkdown ? .spaces : .kept)
    self.init(
      text, size: size ?? Self.textSize, theme: theme ?? .light,
      width: width ?? RenderCommand.defaultWidth, scale: scale, images: images)
  }

  private init(_ scene: Scene, theme: Theme?, width: Double?, scale: PixelScale) {
    let theme = theme ?? scene.theme
    layout = scene.layout(in: theme)
    background = scene.background(in: theme)
    environment = LayoutEnvironment(width: width ?? scene.width, scale: scale, theme: theme)
  }

  private init(
    _ text: Markup, size: Double, theme: Theme, width: Double, scale: PixelScale,
    images: ImageFileProvider
  ) {
    layout = text.layout(
      MarkupStyle(theme: theme, size: size), pictureWidth: max(1, width - 2 * Self.margin)
    ) { path in
      images.size(of: path)
    }
    .padding(Self.margin)
    background = theme == .dark ? .black : .white
    environment = LayoutEnvironment(width: width, scale: scale, theme: theme)
  }
}

extension ImageFileProvider {
  /// The size of a picture in layout points, a pixel each; where it is nil, `failures` says why.
  fileprivate func size(of path: String) -> Size? {
    bitmap(for: ImageReference(path)).map {
      Size(width: Double($0.width), height: Double($0.height))
    }
  }
}
