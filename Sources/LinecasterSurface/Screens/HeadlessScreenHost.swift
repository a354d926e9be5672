public import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
public import LinecasterList
public import LinecasterRaster

extension ScreenTransition {
  /// Where a screen is seen while it comes or goes, and how opaque it is.
  public struct Placement: Hashable, Sendable {
    /// How far it is from where it rests, in layout points.
    public var offset = Point.zero
    /// How dark it is made by what is over it, 0 to 1.
    public var shade = 0.0

    /// Where it rests, unless something else is said.
    init(offset: Point = .zero, shade: Double = 0) {
      self.offset = offset
      self.shade = shade
    }
  }

  /// Where a screen is seen at a time of the transition: those that are pushed come from the side
  /// that rows end on, those that are presented from below.
  ///
  /// - Parameters:
  ///   - screen: One of those that enter or leave; others are where they rest.
  ///   - progress: 0 at the beginning, 1 at the end; what is beyond counts as these.
  ///   - size: How large the screens are, in layout points.
  ///   - isRightToLeft: Whether rows start at the right edge.
  public func placement(
    of screen: ScreenID, progress: Double, size: Size, isRightToLeft: Bool = false
  ) -> Placement {
    let enters = entering.contains(screen)
    guard enters || leaving.contains(screen) else { return Placement() }
    let progress = progress.isFinite ? min(max(progress, 0), 1) : 1
    // How far it is from its place, 0 to 1.
    let way = enters ? 1 - progress : progress
    let side = isRightToLeft ? -size.width : size.width
    return switch (kind, enters) {
    case (.push, true), (.pop, false): Placement(offset: Point(x: side * way, y: 0))
    case (.push, false), (.pop, true):
      Placement(offset: Point(x: -0.3 * side * way, y: 0), shade: 0.2 * way)
    case (.present, true), (.dismiss, false): Placement(offset: Point(x: 0, y: size.height * way))
    case (.present, false), (.dismiss, true): Placement(shade: 0.2 * way)
    }
  }
}

/// Shows the screens of a stack without a display: for tests, previews and images.
///
///     let host = HeadlessScreenHost(size: Size(width: 360, height: 640))
///     let stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
///     let bitmap = try host.picture(of: stack)
@MainActor
public final class HeadlessScreenHost: ScreenHost {
  /// How large the screens are, in layout points.
  public let size: Size
  /// How far the transition on its way has come, 0 to 1; nil where transitions end at once.
  public var progress: Double?
  /// The transition on its way; nil where nothing moves.
  public private(set) var transition: ScreenTransition?

  private struct Part: Hashable {
    let screen: ScreenID
    let part: ScreenPart
  }

  private var hosts: [Part: HeadlessHost] = [:]

  /// Makes a host of screens that are so large.
  public init(size: Size) { self.size = size }

  /// Keeps the pixels of a part.
  public func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
    let host = HeadlessHost(part == .body ? .points(size.height) : .all)
    hosts[Part(screen: screen.id, part: part)] = host
    return host
  }

  /// Lets go of a part.
  public func remove(_ part: ScreenPart, of screen: ScreenController) {
    hosts[Part(screen: screen.id, part: part)] = nil
  }

  /// Shows the beginning of a transition, or its end where none are to be seen.
  public func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
    self.transition = transition
    guard progress == nil else { return }
    self.transition = nil
    stack.finish(transition.number)
  }

  /// Shows the transition no more.
  public func interrupt(_ transition: Int) {
    if self.transition?.number == transition { self.transition = nil }
  }

  /// Lets go of all parts of a screen.
  public func release(_ screen: ScreenID) {
    for part in ScreenPart.allCases { hosts[Part(screen: screen, part: part)] = nil }
  }

  /// Ends the transition on its way.
  public func finish(_ stack: ScreenStack) {
    guard let number = transition.take()?.number else { return }
    stack.finish(number)
  }

  /// The number of parts that are shown.
  public var partCount: Int { hosts.count }

  /// The screens as they are seen, from back to front; what has not been drawn yet is left out.
  ///
  /// - Throws: `RasterError` where the picture is too large.
  public func picture(of stack: ScreenStack) throws(RasterError) -> Bitmap {
    let environment = stack.environment
    let scale = environment.scale
    let ground = environment.background.color(in: environment.theme)
    var picture = try Bitmap(
      width: scale.pixels(size.width), height: scale.pixels(size.height), background: ground)
    var veiled: Int?
    for screen in stack.seen(during: transition) {
      let frames = stack.frames(of: screen, at: placement(of: screen, in: stack), in: size)
      if frames.veil > 0, veiled != screen.layer {
        // Screens that are presented together make what is below darker once.
        try shade(&picture, frames.veil)
        veiled = screen.layer
      }
      try draw(screen, frames, of: stack, ground, on: &picture)
    }
    return picture
  }

  private func draw(
    _ screen: ScreenController, _ frames: ScreenFrames, of stack: ScreenStack, _ ground: Color,
    on picture: inout Bitmap
  ) throws(RasterError) {
    let scale = stack.environment.scale
    let parts = ScreenPicture(
      bar: try bitmap(of: .bar, of: screen), body: try body(of: screen, in: stack),
      overlay: try bitmap(of: .overlay, of: screen))
    var page = try parts.bitmap(
      width: scale.pixels(size.width), height: scale.pixels(frames.page.height), ground)
    try shade(&page, placement(of: screen, in: stack).shade)
    picture.draw(
      page, atX: Int(saturating: (frames.page.minX * scale.factor).rounded()),
      y: Int(saturating: (frames.page.minY * scale.factor).rounded()))
  }

  private func placement(
    of screen: ScreenController, in stack: ScreenStack
  ) -> ScreenTransition.Placement {
    transition?.placement(
      of: screen.id, progress: progress ?? 1, size: size,
      isRightToLeft: stack.environment.layoutDirection == .rightToLeft) ?? .init()
  }

  /// The rows, with what is shown in regions of them.
  private func body(
    of screen: ScreenController, in stack: ScreenStack
  ) throws(RasterError) -> Bitmap? {
    guard var rows = try bitmap(of: .body, of: screen) else { return nil }
    let scale = stack.environment.scale
    for (child, frame) in stack.regions(of: screen) {
      guard let picture = try body(of: child, in: stack) else { continue }
      let part = picture.cropped(
        x: 0, y: 0, width: scale.pixels(frame.width), height: scale.pixels(frame.height))
      rows.draw(
        part, atX: Int(saturating: (frame.minX * scale.factor).rounded()),
        y: Int(saturating: (frame.minY * scale.factor).rounded()))
    }
    return rows
  }

  private func bitmap(
    of part: ScreenPart, of screen: ScreenController
  ) throws(RasterError) -> Bitmap? {
    try hosts[Part(screen: screen.id, part: part)]?.composition()?.bitmap()
  }

  /// Makes a picture darker, as black over it does.
  private func shade(_ picture: inout Bitmap, _ shade: Double) throws(RasterError) {
    guard shade > 0 else { return }
    let levels = (0...255).map { level in
      (
        color: UInt8(saturating: (Double(level) * (1 - shade)).rounded()),
        alpha: UInt8(saturating: (Double(level) + Double(255 - level) * shade).rounded())
      )
    }
    var pixels = picture.pixels
    for index in pixels.indices {
      let level = levels[Int(pixels[index])]
      pixels[index] = index % 4 == 3 ? level.alpha : level.color
    }
    picture = try Bitmap(width: picture.width, height: picture.height, pixels: pixels)
  }
}

/// The parts of a screen, drawn.
package struct ScreenPicture {
  private let bar, body, overlay: Bitmap?

  /// Keeps parts; nil for those that the screen has not.
  package init(bar: Bitmap?, body: Bitmap?, overlay: Bitmap?) {
    (self.bar, self.body, self.overlay) = (bar, body, overlay)
  }

  /// The rows of pixels above the body.
  var barHeight: Int { bar?.height ?? 0 }

  /// The parts put together: what is above in front of the body, and what is over it at the bottom.
  ///
  /// - Throws: `RasterError` where the picture is too large.
  package func bitmap(
    width: Int, height: Int, _ ground: Color
  ) throws(RasterError) -> Bitmap {
    var page = try Bitmap(width: width, height: height, background: ground)
    if let body { page.draw(body, atX: 0, y: barHeight) }
    if let bar { page.draw(bar, atX: 0, y: 0) }
    if let overlay { page.draw(overlay, atX: 0, y: height - overlay.height) }
    return page
  }
}
