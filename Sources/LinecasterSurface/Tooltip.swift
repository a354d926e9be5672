import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterList
import LinecasterRaster
import LinecasterText

/// The tooltip of the part beneath a pointer, and its times: a value without a clock.
struct TooltipState: Hashable, Sendable {
  /// The time that a pointer rests before the tooltip comes.
  static let delay = Duration.milliseconds(600)

  /// The text of the part beneath the pointer; `nil` without one.
  private var text: String?
  /// The place of the pointer as it came to rest.
  private(set) var place = Point.zero
  /// The time at which the tooltip comes; `nil` if it does not.
  private(set) var due: Duration?
  /// Whether the last frame shows the tooltip.
  var isDrawn = false

  /// Notes the part beneath a pointer: the tooltip of another part waits for its rest.
  ///
  /// - Parameter isMoved: Whether the pointer has moved, not the part.
  mutating func point(
    at point: Point, over new: String?, isMoved: Bool, time: Duration
  ) {
    if new != text {
      (text, place, due, isDrawn) = (new, point, new.map { _ in time + Self.delay }, false)
    } else if isMoved, let due, due > time {
      (place, self.due) = (point, time + Self.delay)
    }
  }

  /// Hides the tooltip until the pointer is over another part.
  mutating func dismiss() { (due, isDrawn) = (nil, false) }

  /// Returns the text that is shown at a time; `nil` for none.
  func text(at time: Duration) -> String? { due.map { time >= $0 } == true ? text : nil }

  /// The time of the next change; `nil` without one.
  var nextChange: Duration? { isDrawn ? nil : due }
}

/// The pixels of a tooltip.
@MainActor
final class TooltipPicture<Surface: RowSurface> {
  /// The maximum width, in layout points.
  private static var maximumWidth: Double { 280 }
  /// The distances from the pointer to a tooltip below it and above it, in layout points.
  private static var distances: (below: Double, above: Double) { (20, 6) }

  let text: String
  let environment: LayoutEnvironment
  private let surface: Surface
  private let texture: Surface.Texture
  /// The size in device pixels.
  private let size: Size

  /// Draws a text; `nil` if it cannot be drawn.
  init?(
    _ text: String, in environment: LayoutEnvironment, by list: AutoDiffController,
    on surface: Surface
  ) {
    (self.text, self.environment, self.surface) = (text, environment, surface)
    var room = environment
    room.width = min(environment.width, Self.maximumWidth)
    let box = Column(alignment: .flexStart) {
      Text(text, style: TextStyle(size: 12, color: Color.white))
        .padding(Insets(horizontal: 8, vertical: 4))
        .background(Color(rgb: 0x343A40), cornerRadius: 4)
        .tag(Self.tag)
    }
    guard let arrangement = try? list.arranger.arrange(box, in: room),
      let frame = arrangement.regions.first(where: { $0.tag == InlinePayload(Self.tag) })?.frame
    else { return nil }
    var page = arrangement.displayList
    page.size = Size(width: frame.maxX, height: frame.maxY)
    let bitmap = try? list.rasterizer.drawing(
      page, scale: environment.scale, background: .clear, text: environment.textRendering,
      .unlimited
    ).bitmap
    guard let bitmap, let texture = surface.makeTexture(of: bitmap) else { return nil }
    self.texture = texture
    size = Size(width: Double(bitmap.width), height: Double(bitmap.height))
  }

  private static var tag: String { "tooltip" }

  /// Draws the picture near a pointer: below it, or above it if there is more room.
  ///
  /// - Parameter bounds: The part of the surface to stay in, in layout points.
  func draw(near pointer: Point, in bounds: Rect) {
    let factor = environment.scale.factor
    let height = size.height / factor
    let below = pointer.y + Self.distances.below
    let above = pointer.y - Self.distances.above - height
    let y = below + height <= bounds.maxY || above < bounds.minY ? below : above
    let right = bounds.maxX - size.width / factor
    let x = max(bounds.minX, min(pointer.x, right))
    surface.draw(
      texture,
      SurfaceQuad(
        Rect(
          origin: Point(x: (x * factor).rounded(), y: (y * factor).rounded()), size: size)))
  }

  /// Frees the texture.
  func drop() { surface.drop(texture) }
}

// MARK: - Tooltips of lists

extension SurfaceHost {
  /// The speed below which rows react to the pointer that they pass.
  private static var hoverSpeed: Double { 600 }

  /// Reports the rows beneath a resting pointer after they have moved.
  func followPointer() {
    guard isHoverOutdated, gesture == .none, abs(motion.velocity) < Self.hoverSpeed else { return }
    isHoverOutdated = false
    guard let pointer else { return }
    hover(at: barState.isHovered ? nil : pointer, isMoved: false)
  }

  /// Reports a pointer without a pressed button to the list and the tooltip; `nil` if it left the
  /// rows.
  ///
  /// - Parameter isMoved: Whether the pointer has moved, not the rows.
  func hover(at point: Point?, isMoved: Bool = true) {
    let wasDrawn = tooltip.isDrawn
    let text = controller?.hoveredHit(at: point)?.cell.tooltip
    tooltip.point(at: point ?? .zero, over: text, isMoved: isMoved, time: now)
    if wasDrawn, !tooltip.isDrawn { isOutdated = true }
  }

  /// Hides the tooltip, because the reader does something else.
  func dismissTooltip() {
    if tooltip.isDrawn { isOutdated = true }
    tooltip.dismiss()
  }

  /// Draws the tooltip if the pointer has rested for long enough.
  ///
  /// - Parameter bounds: The part of the surface to stay in, in layout points.
  func drawTooltip(in bounds: Rect) {
    guard let text = tooltip.text(at: now), let controller, let snapshot else {
      return dropTooltip()
    }
    if tooltipPicture?.text != text || tooltipPicture?.environment != snapshot.environment {
      dropTooltip()
      tooltipPicture = TooltipPicture(
        text, in: snapshot.environment, by: controller, on: surface)
    }
    tooltip.isDrawn = true
    let pointer = tooltip.place.offset(x: origin.x, y: origin.y)
    tooltipPicture?.draw(near: pointer, in: bounds)
  }

  /// Frees the pixels of the tooltip.
  func dropTooltip() {
    tooltipPicture?.drop()
    tooltipPicture = nil
  }
}
