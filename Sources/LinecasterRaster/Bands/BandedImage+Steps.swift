import LinecasterBase
import LinecasterDisplay
import LinecasterText

extension BandedImage {
  /// A step of a list drawn in bands, and its pixels.
  struct Step: Sendable {
    /// The command, with its known ink.
    private enum Content: Sendable {
      case plain(DisplayCommand)
      case text(TextLayout, Point, TextInk)
      case textShadow(TextLayout, Point, Shadow, TextInk)
      case group(DisplayGroup, [Step])
    }

    private let content: Content
    /// The pixels that it may draw on.
    private let bounds: PixelRect

    /// Finds the pixels of a step inside the clip of an empty finder.
    ///
    /// - Throws: `RasterError` if its text cannot be drawn.
    init(_ command: DisplayCommand, _ finder: InkFinder, _ scope: WorkScope) throws {
      var finder = finder
      switch command {
      case .text(let layout, let origin):
        let ink = try finder.ink(ofWhole: layout, at: origin, scope)
        (content, bounds) = (.text(layout, origin, ink), ink.bounds)
      case .textShadow(let layout, let origin, let shadow):
        let ink = try finder.ink(of: shadow, of: layout, at: origin, scope)
        content = .textShadow(layout, origin, shadow, ink)
        bounds = finder.bounds(of: shadow, castBy: ink)
      case .group(let group) where !group.hasEffects:
        finder.enter(group)
        let inner = finder
        let steps = try group.commands.map { try Step($0, inner, scope) }
        (content, bounds) = (.group(group, steps), Self.bounds(of: steps))
      case .fill, .border, .shadow, .textStroke, .image, .group:
        try finder.insert(command, scope)
        (content, bounds) = (.plain(command), finder.bounds)
      }
    }

    /// Returns the bounding box of the pixels of steps.
    static func bounds(of steps: [Step]) -> PixelRect {
      steps.reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) { $0.union($1.bounds) }
    }

    /// Draws the step, unless it lies outside the clip.
    fileprivate func draw(on canvas: inout Canvas, _ scope: WorkScope) throws {
      guard !bounds.clipped(to: canvas.clip).isEmpty else { return }
      try scope.checkCancellation()
      switch content {
      case .plain(let command): try canvas.draw(command, scope)
      case .text(let layout, let origin, let ink):
        try canvas.draw(layout, at: origin, ink, scope)
      case .textShadow(let layout, let origin, let shadow, let ink):
        try canvas.draw(shadow, of: layout, at: origin, ink, scope)
      case .group(let group, let steps):
        try canvas.draw(group, steps, scope)
      }
    }
  }
}

extension Canvas {
  /// Draws the parts of steps in the clip.
  mutating func draw(_ steps: [BandedImage.Step], _ scope: WorkScope) throws {
    for step in steps { try step.draw(on: &self, scope) }
  }
}
