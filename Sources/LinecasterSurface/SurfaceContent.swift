public import LinecasterBase
import LinecasterList

/// The content of a window, which draws and receives input: a list (`SurfaceHost`) or screens
/// (`SurfaceScreenHost`).
///
///     func frame(of content: some SurfaceContent<Window>, at time: Duration) {
///       for event in events { event.deliver(to: content) }
///       content.draw(at: time)
///     }
///
/// All calls are on the main actor. Points are layout points from the top left corner of the
/// content.
@MainActor
public protocol SurfaceContent<Surface>: AnyObject {
  /// The renderer that draws the content.
  associatedtype Surface: RowSurface

  /// The size of the content, in layout points.
  var size: Size { get set }

  /// The text inputs in front of the content that currently receive keys and pointers.
  var fields: [TextInputHost<Surface>] { get }

  /// Advances the content to a moment and draws it.
  ///
  /// - Returns: Whether the next frame differs even without an event.
  @discardableResult
  func draw(at time: Duration) -> Bool

  /// The time at which the content has to be drawn again without any event, on the clock of
  /// `draw(at:)`: a past time if it has changed or moves; `nil` if it stays as it is drawn.
  ///
  /// Results that arrive on the main actor may change it.
  var nextFrame: Duration? { get }

  /// Returns whether a frame at a time would show parts that do not belong together, for example
  /// new rows below an old bar; false after a tenth of a second of that. By default always false.
  func holdsFrame(at time: Duration) -> Bool

  /// Handles the press of a finger or a pointer button.
  ///
  /// - Parameters:
  ///   - point: The position of the press.
  ///   - scrolls: Whether movement drags a list, as for fingers; if false, it selects text.
  ///   - clicks: The number of presses there in a short time.
  ///   - time: The time of the event.
  func pointerDown(at point: Point, scrolls: Bool, clicks: Int, time: Duration)

  /// Handles the movement of a finger or pointer.
  func pointerMoved(to point: Point, time: Duration)

  /// Handles a secondary click, for example of a pointer's right button.
  ///
  /// - Returns: Whether it had an effect.
  func secondaryTap(at point: Point, time: Duration) -> Bool

  /// Handles the release of a finger or a pointer button.
  ///
  /// - Returns: Whether a tap had an effect.
  func pointerUp(at point: Point, time: Duration) -> Bool

  /// Handles a pointer that leaves the content.
  func pointerLeft(time: Duration)

  /// Handles a wheel over a point. The change is in layout points, positive towards the end of a
  /// list.
  func wheel(by change: Double, at point: Point, time: Duration)

  /// Handles a wheel that turns sideways over a point. The change is in layout points, positive to
  /// the right. By default a no-op.
  func sidewaysWheel(by change: Double, at point: Point, time: Duration)

  /// Handles the press of a key.
  ///
  /// - Returns: Whether the key had an effect.
  func key(_ key: SurfaceKey, time: Duration) -> Bool

  /// Returns whether a tap at a point would have an effect.
  func isInteractive(at point: Point) -> Bool

  /// Whether selectable text is at a point.
  func isSelectableText(at point: Point) -> Bool

  /// Copies the selected text to a clipboard.
  ///
  /// - Returns: Whether any text is selected.
  func copySelection(to clipboard: any TextClipboard) -> Bool
}

extension SurfaceContent {
  /// Never holds a frame.
  public func holdsFrame(at time: Duration) -> Bool { false }

  /// Ignores the wheel.
  public func sidewaysWheel(by change: Double, at point: Point, time: Duration) {}
}

extension SurfaceHost: SurfaceContent {
  /// The text inputs in front of the list: none, because the program owns them.
  public var fields: [TextInputHost<Surface>] { [] }

  /// Handles a wheel at any point, by scrolling the list.
  public func wheel(by change: Double, at point: Point, time: Duration) {
    wheel(by: change, time: time)
  }

  /// Scrolls content at a point that is wider than its place.
  public func sidewaysWheel(by change: Double, at point: Point, time: Duration) {
    now = max(now, time)
    controller?.scrollSideways(at: point, by: change)
  }
}

/// A renderer that can clip its drawing to a rectangle, so several lists on it do not overlap.
///
///     func clip(to rect: Rect?) { renderer.clip = rect }
@MainActor
public protocol ClippingSurface: RowSurface {
  /// Clips all further drawing to a rectangle of device pixels; `nil` removes the clip.
  func clip(to rect: Rect?)
}
