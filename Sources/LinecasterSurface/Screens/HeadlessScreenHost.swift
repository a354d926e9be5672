public import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
public import LinecasterList
public import LinecasterRaster

extension ScreenTransition {
  /// The position and darkness of a screen during a transition.
  public struct Placement: Hashable, Sendable {
    /// The distance from the screen's resting place, in layout points.
    public var offset = Point.zero
    /// The darkening of the screen by screens in front, from 0 to 1.
    public var dimming = 0.0

    /// Creates a placement; by default at rest.
    init(offset: Point = .zero, dimming: Double = 0) {
      self.offset = offset
      self.dimming = dimming
    }
  }

  /// Returns the placement of a screen during the transition: pushed screens enter from the
  /// trailing edge, presented screens from below.
  ///
  /// - Parameters:
  ///   - screen: The screen. Screens that neither enter nor leave are at rest.
  ///   - progress: The progress of the transition, from 0 at the beginning to 1 at the end; clamped
  ///     to that range.
  ///   - size: The size of the screens, in layout points.
  ///   - isRightToLeft: Whether the trailing edge is on the left.
  public func placement(
    of screen: ScreenID, progress: Double, size: Size, isRightToLeft: Bool = false
  ) -> Placement {
    let enters = entering.contains(screen)
    guard enters || leaving.contains(screen) else { return Placement() }
    let progress = progress.isFinite ? min(max(progress, 0), 1) : 1
    // The distance from its place, 0 to 1.
    let way = enters ? 1 - progress : progress
    let side = isRightToLeft ? -size.width : size.width
    return switch (kind, enters) {
    case (.push, true), (.pop, false): Placement(offset: Point(x: side * way, y: 0))
    case (.push, false), (.pop, true):
      Placement(offset: Point(x: -0.3 * side * way, y: 0), dimming: 0.2 * way)
    case (.present, true), (.dismiss, false): Placement(offset: Point(x: 0, y: size.height * way))
    case (.present, false), (.dismiss, true): Placement(dimming: 0.2 * way)
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
  /// The size of the screens, in layout points.
  public let size: Size
  /// The progress at which transitions are shown, from 0 to 1; `nil` ends transitions at once.
  public var progress: Double?
  /// The current transition; `nil` if no screen moves.
  public private(set) var transition: ScreenTransition?

  private struct Part: Hashable {
    let screen: ScreenID
    let part: ScreenPart
  }

  private var hosts: [Part: HeadlessHost] = [:]

  /// Creates a host for screens of a size.
  public init(size: Size) { self.size = size }

  /// Returns a host that keeps the pixels of a part of a screen.
  public func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
    let host = HeadlessHost(part == .body ? .points(size.height) : .all)
    hosts[Part(screen: screen.id, part: part)] = host
    return host
  }

  /// Removes a part of a screen.
  public func remove(_ part: ScreenPart, of screen: ScreenController) {
    hosts[Part(screen: screen.id, part: part)] = nil
  }

  /// Shows the start of a transition, or its end if `progress` is `nil`.
  public func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
    self.transition = transition
    guard progress == nil else { return }
    self.transition = nil
    stack.finish(transition.number)
  }

  /// Stops showing the transition.
  public func interrupt(_ transition: Int) {
    if self.transition?.number == transition { self.transition = nil }
  }

  /// Whether numbers wait for `ScreenStack.advance(to:)`: if `progress` is not `nil`.
  public var animatesValues: Bool { progress != nil }

  /// Removes all parts of a screen.
  public func release(_ screen: ScreenID) {
    for part in ScreenPart.allCases { hosts[Part(screen: screen, part: part)] = nil }
  }

  /// Ends the current transition of a stack.
  public func finish(_ stack: ScreenStack) {
    guard let number = transition.take()?.number else { return }
    stack.finish(number)
  }

  /// The number of visible parts of screens.
  public var partCount: Int { hosts.count }

  /// Draws the visible screens, from back to front. Parts that are not drawn yet are left out.
  ///
  /// - Throws: `RasterError` if the bitmap is too large.
  /// - Complexity: O(pixels).
  public func picture(of stack: ScreenStack) throws(RasterError) -> Bitmap {
    let environment = stack.environment
    let scale = environment.scale
    var picture = try Bitmap(
      width: scale.pixels(size.width), height: scale.pixels(size.height),
      background: environment.ground)
    var veiled: Int?
    for screen in stack.seen(during: transition) {
      let frames = stack.frames(of: screen, at: placement(of: screen, in: stack), in: size)
      if frames.veil > 0, veiled != screen.layer {
        // Screens that were presented together darken what is below once.
        try dim(&picture, by: frames.veil)
        veiled = screen.layer
      }
      try draw(screen, frames, of: stack, on: &picture)
    }
    return picture
  }

  private func draw(
    _ screen: ScreenController, _ frames: ScreenFrames, of stack: ScreenStack,
    on picture: inout Bitmap
  ) throws(RasterError) {
    let scale = stack.environment.scale
    let parts = ScreenPicture(
      bar: try bitmap(of: .bar, of: screen), body: try body(of: screen, in: stack),
      overlay: try bitmap(of: .overlay, of: screen))
    var page = try parts.bitmap(
      width: scale.pixels(size.width), height: scale.pixels(frames.page.height),
      screen.ground)
    try dim(&page, by: placement(of: screen, in: stack).dimming)
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

  /// Returns the rows, with the child screens in their regions.
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

  /// Darkens a bitmap with black.
  private func dim(_ picture: inout Bitmap, by dimming: Double) throws(RasterError) {
    guard dimming > 0 else { return }
    let levels = (0...255).map { level in
      (
        color: UInt8(saturating: (Double(level) * (1 - dimming)).rounded()),
        alpha: UInt8(saturating: (Double(level) + Double(255 - level) * dimming).rounded())
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

/// The drawn parts of a screen.
package struct ScreenPicture {
  private let bar, body, overlay: Bitmap?

  /// Creates a picture of parts; `nil` for missing ones.
  package init(bar: Bitmap?, body: Bitmap?, overlay: Bitmap?) {
    (self.bar, self.body, self.overlay) = (bar, body, overlay)
  }

  /// The rows of pixels above the body.
  var barHeight: Int { bar?.height ?? 0 }

  /// Returns the combined parts: the bar in front of the body, and the overlay over its bottom.
  ///
  /// - Throws: `RasterError` if the bitmap is too large.
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
