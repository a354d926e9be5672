public import LinecasterBase

/// What a window shows, and hands on to what people do: a list by a `SurfaceHost`, or screens by a
/// `SurfaceScreenHost`.
///
///     func frame(of content: some SurfaceContent<Window>, at time: Duration) {
///       for event in events { event.tell(content) }
///       content.draw(at: time)
///     }
///
/// All on the main actor. Points are layout points from the top left corner of what is shown.
@MainActor
public protocol SurfaceContent<Surface>: AnyObject {
  /// The renderer.
  associatedtype Surface: RowSurface

  /// How large it is, in layout points.
  var size: Size { get set }

  /// What people write in, in front of what is shown: those that answer to keys and pointers now.
  var fields: [TextInputHost<Surface>] { get }

  /// Moves what is shown on to a moment and draws it.
  ///
  /// - Returns: Whether the next frame will look different without any event.
  @discardableResult
  func draw(at time: Duration) -> Bool

  /// A finger, or a button of a pointer, goes down.
  func pointerDown(at point: Point, scrolls: Bool, clicks: Int, time: Duration)

  /// A finger that is down, or a pointer, moves.
  func pointerMoved(to point: Point, time: Duration)

  /// A finger, or a button of a pointer, comes up.
  ///
  /// - Returns: Whether a tap has done something.
  func pointerUp(at point: Point, time: Duration) -> Bool

  /// The pointer leaves what is shown.
  func pointerLeft(time: Duration)

  /// A wheel turns over a point, by layout points; above 0 towards the end of a list.
  func wheel(by change: Double, at point: Point, time: Duration)

  /// A key goes down.
  ///
  /// - Returns: Whether something answers to it.
  func key(_ key: SurfaceKey, time: Duration) -> Bool

  /// Whether a tap on a part of a row at a point would do something.
  func answers(at point: Point) -> Bool

  /// Puts the text that is selected into a clipboard.
  ///
  /// - Returns: Whether something is selected.
  func copySelection(to clipboard: any TextClipboard) -> Bool
}

extension SurfaceHost: SurfaceContent {
  /// None: those of a list are its program's.
  public var fields: [TextInputHost<Surface>] { [] }

  /// A wheel turns; wherever the pointer is, the list is scrolled.
  public func wheel(by change: Double, at point: Point, time: Duration) {
    wheel(by: change, time: time)
  }
}

/// A renderer that can draw within a rectangle only, so that several lists on it do not run into
/// each other.
///
///     func clip(to rect: Rect?) { renderer.clip = rect }
@MainActor
public protocol ClippingSurface: RowSurface {
  /// Has what is drawn from now on be seen in a rectangle of device pixels only, or everywhere.
  func clip(to rect: Rect?)
}
