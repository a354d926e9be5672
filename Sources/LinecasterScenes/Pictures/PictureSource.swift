package import LinecasterBase
public import LinecasterCells
package import LinecasterDisplay
import LinecasterRaster
import LinecasterText

/// The source of a picture.
///
///     let layout = Text("Hello").padding(8).node
///     let environment = LayoutEnvironment(width: 320, scale: PixelScale(2))
///     let request = PictureRequest(.layout(layout, environment))
///     let picture = try painter.picture(of: request)
public enum PictureSource: Sendable {
  /// A scene, or a template with its data.
  case scene(SceneSource)
  /// Marked-up text, and its font size in layout points; `nil` for the default size.
  case markup(String, lineBreaks: Markup.LineBreaks, size: Double?)
  /// A layout, and its environment, which has the width, the scale and the background. Of the
  /// options, only the encoding applies.
  case layout(LayoutNode, LayoutEnvironment)

  /// The width of sources without a width of their own, in layout points.
  package static let defaultWidth = 360.0
  /// The margin around a text, in layout points.
  private static let margin = 8.0
  /// The default font size of a text, in layout points.
  private static let textSize = 16.0

  /// All faults of a scene, or of a template and its data, in text order; empty for others.
  ///
  /// - Complexity: As reading the scene.
  public var faults: [SceneError] { scene?.faults ?? [] }

  /// The scene; `nil` for other sources.
  package var scene: SceneSource? {
    guard case .scene(let source) = self else { return nil }
    return source
  }

  /// Whether words replace unavailable images, as in scenes and texts. Layouts keep placeholders.
  var namesImages: Bool {
    guard case .layout = self else { return true }
    return false
  }
}

/// A layout to draw, before its images and fonts are resolved.
struct PictureContent {
  let layout: LayoutNode
  let background: Color
  let environment: LayoutEnvironment
  /// The scene; `nil` for other sources.
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
    _ options: PictureOptions, images: (any ImageProvider)?, budget: RenderBudget, lineLimit: Int,
    _ scope: WorkScope
  ) throws -> PictureContent {
    switch self {
    case .scene(let source):
      let scene = try source.scene(budget: budget, scope)
      let environment = options.environment(
        width: scene.width, theme: scene.theme, rendering: scene.rendering)
      return PictureContent(
        layout: scene.layout,
        background: scene.background.color(in: environment.theme), environment: environment,
        scene: scene,
        lines: lineLimit > 0 ? scene.nodeLines(in: source.text, limit: lineLimit) : [])
    case .markup(let string, let lineBreaks, let size):
      let text = try Markup(string, lineBreaks: lineBreaks, budget: budget, scope)
      let environment = options.environment()
      let layout = text.layout(
        MarkupStyle(theme: environment.theme, size: size ?? Self.textSize),
        imageWidth: max(1, environment.width - 2 * Self.margin)
      ) { path in
        images?.naturalSize(of: ImageReference(path))
      }
      return PictureContent(
        layout: layout.padding(Self.margin),
        background: environment.theme == .dark ? .black : .white, environment: environment)
    case .layout(let layout, let environment):
      return PictureContent(
        layout: layout, background: environment.background.color(in: environment.theme),
        environment: environment)
    }
  }
}

extension PictureOptions {
  /// Returns the environment of a source that has these values of its own.
  package func environment(
    width: Double = PictureSource.defaultWidth, theme: Theme = .light,
    rendering: TextRendering = .automatic
  ) -> LayoutEnvironment {
    LayoutEnvironment(
      width: (self.width ?? width).within(Scene.widths),
      scale: PixelScale(scale.within(Self.scales)), theme: self.theme ?? theme,
      fonts: FontPreference(scale: textScale.within(Self.textScales)),
      textRendering: self.rendering ?? rendering)
  }
}

extension Double {
  /// The nearest number in a range; NaN becomes its lower bound.
  func within(_ range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}
