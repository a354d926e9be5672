import LinecasterBase
package import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
package import LinecasterRaster
import LinecasterText

/// The source of a picture.
package enum PictureSource: Sendable {
  /// A scene, or a template with its data.
  case scene(SceneSource)
  /// Marked-up text, and its font size in layout points; `nil` for the default size.
  case markup(String, lineBreaks: Markup.LineBreaks, size: Double?)

  /// The width of sources without a width of their own, in layout points.
  package static let defaultWidth = 360.0
  /// The margin around a text, in layout points.
  private static let margin = 8.0
  /// The default font size of a text, in layout points.
  private static let textSize = 16.0
}

/// A layout to draw, before its images and fonts are resolved.
struct PictureContent {
  let layout: LayoutNode
  let background: Color
  let width: Double
  let theme: Theme
  /// The text rendering unless the options set one.
  var rendering = TextRendering.automatic
  /// The scene; `nil` for a text.
  var scene: Scene?
  var lines: [SceneNodeLine] = []
}

extension PictureSource {
  /// Reads the source.
  ///
  /// - Parameters:
  ///   - images: The images of a text, which determine its layout.
  ///   - lineLimit: The most nodes whose line numbers are recorded.
  /// - Throws: `SceneError`, `RenderBudget.Excess` or `CancellationError`.
  func content(
    _ options: PictureOptions, images: ImageFileProvider, budget: RenderBudget, lineLimit: Int,
    _ scope: WorkScope
  ) throws -> PictureContent {
    switch self {
    case .scene(let source):
      let scene = try source.scene(budget: budget, scope)
      let theme = options.theme ?? scene.theme
      return PictureContent(
        layout: scene.layout(in: theme), background: scene.background(in: theme),
        width: (options.width ?? scene.width).within(Scene.widths), theme: theme,
        rendering: scene.rendering, scene: scene,
        lines: lineLimit > 0 ? scene.nodeLines(in: source.text, limit: lineLimit) : [])
    case .markup(let string, let lineBreaks, let size):
      let text = try Markup(string, lineBreaks: lineBreaks, budget: budget, scope)
      let theme = options.theme ?? .light
      let width = (options.width ?? Self.defaultWidth).within(Scene.widths)
      let layout = text.layout(
        MarkupStyle(theme: theme, size: size ?? Self.textSize),
        imageWidth: max(1, width - 2 * Self.margin)
      ) { path in
        images.naturalSize(of: ImageReference(path))
      }
      return PictureContent(
        layout: layout.padding(Self.margin), background: theme == .dark ? .black : .white,
        width: width, theme: theme)
    }
  }
}

extension GlyphRendering {
  /// The rendering of an environment, with glyphs at any place.
  package static func exact(in environment: LayoutEnvironment) -> GlyphRendering {
    var rendering = preset(environment.textRendering, for: environment.scale)
    rendering.placement = .exact
    return rendering
  }
}

extension Double {
  /// The nearest number in a range; NaN becomes its lower bound.
  func within(_ range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
