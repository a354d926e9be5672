public import LinecasterBase
public import LinecasterText

extension TextLayout {
  /// Returns the steps beneath the letters: the shadows, backgrounds and borders of inline boxes,
  /// and the content of attachments.
  ///
  ///     for command in layout.inlineCommands(at: origin) { list.append(command) }
  ///
  /// `DisplayCommand.text` and `Canvas.draw(_:at:in:)` already include these steps. Call
  /// this method only in programs that draw glyphs themselves.
  ///
  /// - Parameters:
  ///   - origin: The position of the layout's top-left corner on the page.
  ///   - scale: The pixel grid to which edges snap, as in browsers; `nil` does not snap.
  /// - Complexity: O(runs, boxes and attachments of all lines); O(1) if there are none.
  public func inlineCommands(
    at origin: Point = .zero, scale: PixelScale? = nil
  ) -> [DisplayCommand] {
    guard isRich else { return [] }
    var painter = InlinePainter(axes: axes, theme: theme, origin: origin, scale: scale)
    for fragment in boxFragments { painter.add(fragment) }
    for place in attachmentPlaces { painter.add(place) }
    return painter.commands
  }

  /// The maximum nesting depth of the steps that draw it; O(1).
  var groupDepth: Int {
    isRich ? 1 + (showsContent ? InlinePainter.deepestContent : 0) : 0
  }

  /// The images that attachments show.
  package var images: Set<ImageReference> {
    var images: Set<ImageReference> = []
    guard isRich else { return images }
    for command in inlineCommands() { command.collectImages(to: &images) }
    return images
  }
}

extension DisplayCommand {
  fileprivate func collectImages(to images: inout Set<ImageReference>) {
    switch self {
    case .image(let image, _, _, _): images.insert(image)
    case .text(let layout, _): images.formUnion(layout.images)
    case .group(let group):
      for command in group.commands { command.collectImages(to: &images) }
    case .fill, .border, .shadow, .textShadow, .textStroke: break
    }
  }
}

/// The drawing of an attachment: a badge, a chart or other custom content.
///
///     struct Dot: AttachmentContent {
///       var color: ThemeColor
///       func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
///         let circle = DisplayShape(frame, cornerRadius: frame.height / 2)
///         return [.fill(circle, .color(color.color(in: theme)))]
///       }
///     }
///
/// Pass it as the attachment's content:
///
///     let dot = Attachment(
///       size: Size(width: 8, height: 8), content: InlinePayload(Dot(color: .accent)))
///
/// Equal values must draw the same. Steps with groups nested more than four levels deep are left
/// out, as is text that contains such content itself.
public protocol AttachmentContent: Hashable, Sendable {
  /// Returns the drawing steps from back to front, in the layout points of the frame. Called on any
  /// thread.
  func commands(in frame: Rect, theme: Theme) -> [DisplayCommand]
}

/// An image inside a text.
public struct AttachedImage: AttachmentContent {
  /// The name that the image provider looks up.
  public var image: ImageReference
  /// The scaling of the image in its frame (CSS `object-fit`).
  public var mode: ContentMode
  /// The corner radii of the image, in layout points.
  public var corners: CornerRadii
  /// The tint that replaces the image's colours and keeps their opacity; `nil` for none.
  public var tint: ThemeColor?

  /// Creates the content of an attachment from an image.
  public init(
    _ image: ImageReference, mode: ContentMode = .stretch, corners: CornerRadii = .square,
    tint: ThemeColor? = nil
  ) {
    self.image = image
    self.mode = mode
    self.corners = corners
    self.tint = tint
  }

  /// Returns the step that draws the image in the frame.
  public func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
    [
      .image(image, DisplayShape(frame, corners: corners), mode, tint: tint?.color(in: theme))
    ]
  }
}

extension Attachment {
  /// Creates an attachment that shows an image or other custom content.
  ///
  ///     let avatar = Attachment(
  ///       AttachedImage(ImageReference("ada.jpg"), corners: CornerRadii(all: 8)),
  ///       size: Size(width: 16, height: 16), verticalAlignment: .middle)
  public init(
    _ content: some AttachmentContent, size: Size, baseline: Double? = nil,
    verticalAlignment: VerticalAlignment = .baseline, margin: Insets = .zero
  ) {
    self.init(
      size: size, baseline: baseline, verticalAlignment: verticalAlignment, margin: margin,
      content: InlinePayload(content))
  }
}

/// Collects the drawing of boxes and attachments.
private struct InlinePainter {
  let axes: LineAxes
  let theme: Theme
  let origin: Point
  let scale: PixelScale?
  private(set) var commands: [DisplayCommand] = []

  /// The maximum nesting depth of groups in attachment content. Values of a program may nest
  /// without limit, so it is small enough for any thread's stack on top of the list's own groups.
  static let deepestContent = 4

  init(axes: LineAxes, theme: Theme, origin: Point, scale: PixelScale?) {
    self.axes = axes
    self.theme = theme
    self.origin = origin
    self.scale = scale
  }

  /// Returns a rectangle of the layout on the page.
  private func place(_ rect: Rect) -> Rect {
    let frame = axes.page(rect).offset(x: origin.x, y: origin.y)
    return scale?.rounded(frame) ?? frame
  }

  mutating func add(_ place: AttachmentPlace) {
    guard let content = place.attachment.content?.value as? any AttachmentContent else { return }
    commands += content.commands(in: self.place(place.frame), theme: theme)
      .filter { $0.groupDepth <= Self.deepestContent }
  }

  /// Adds the drawing of a box fragment, from back to front (CSS 2 appendix E).
  mutating func add(_ fragment: InlineFragment) {
    let decoration = fragment.box.decoration
    let sides = WholeSides(fragment, axes)
    let shape = DisplayShape(place(fragment.frame), corners: sides.kept(decoration.corners))
    let border = border(of: fragment.box, sides)
    for shadow in decoration.shadows.reversed() where !shadow.isInset {
      add(shadow, of: shape, sides)
    }
    if let background = decoration.background?.color(in: theme), background.alpha > 0 {
      commands.append(.fill(shape, .color(background)))
    }
    for shadow in decoration.shadows.reversed() where shadow.isInset {
      add(shadow, of: border.map { shape.inset(by: insets(of: $0)) } ?? shape, sides)
    }
    if let border { commands.append(.border(shape, border)) }
  }

  private func insets(of border: Border) -> Insets {
    scale.map { border.insets(on: $0) } ?? border.insets
  }

  private func border(of box: InlineBox, _ sides: WholeSides) -> Border? {
    let widths = box.border
    let color = (box.decoration.borderColor ?? box.style.themeColor).color(in: theme)
    guard color.alpha > 0,
      widths.top > 0 || widths.right > 0 || widths.bottom > 0 || widths.left > 0
    else { return nil }
    func edge(_ width: Double, _ isWhole: Bool) -> BorderEdge {
      guard isWhole, width > 0 else { return .none }
      return BorderEdge(width: width, color: color, pattern: box.decoration.borderPattern)
    }
    return Border(
      top: edge(widths.top, sides.top), right: edge(widths.right, sides.right),
      bottom: edge(widths.bottom, sides.bottom), left: edge(widths.left, sides.left))
  }

  /// Adds a shadow that continues at the sides where the box is cut.
  private mutating func add(_ shadow: Shadow, of shape: DisplayShape, _ sides: WholeSides) {
    var shadow = shadow
    shadow.themeColor.resolve(in: theme)
    guard !sides.areAll else { return commands.append(.shadow(shape, shadow)) }
    let offset = abs(shadow.offset.x) + abs(shadow.offset.y)
    let reach = (offset + abs(shadow.spread) + 2 * max(0, shadow.blur) + 1).limited()
    // Extend the box beyond the cut, until the end of its shadow is out of sight.
    let whole = DisplayShape(
      shape.rect.inset(by: sides.insets(0, cut: -reach)), corners: shape.corners)
    let clip = DisplayShape(shape.rect.inset(by: sides.insets(-reach, cut: 0)))
    commands.append(.group(DisplayGroup([.shadow(whole, shadow)], clip: clip)))
  }
}

/// The sides of a fragment on the page at which its box is not broken across lines.
private struct WholeSides {
  let top, right, bottom, left: Bool

  init(_ fragment: InlineFragment, _ axes: LineAxes) {
    top = fragment.isWhole(.top, axes)
    right = fragment.isWhole(.right, axes)
    bottom = fragment.isWhole(.bottom, axes)
    left = fragment.isWhole(.left, axes)
  }

  var areAll: Bool { top && right && bottom && left }

  func insets(_ whole: Double, cut: Double) -> Insets {
    Insets(
      top: top ? whole : cut, left: left ? whole : cut, bottom: bottom ? whole : cut,
      right: right ? whole : cut)
  }

  /// Returns the radii of corners between two whole sides.
  func kept(_ corners: CornerRadii) -> CornerRadii {
    CornerRadii(
      topLeft: top && left ? corners.topLeft : 0, topRight: top && right ? corners.topRight : 0,
      bottomRight: bottom && right ? corners.bottomRight : 0,
      bottomLeft: bottom && left ? corners.bottomLeft : 0)
  }
}

/// Selections and carets.
extension TextLayout {
  /// Returns the steps that draw a selection on the page, behind the text.
  ///
  ///     for command in layout.selectionCommands(for: 4..<90, color: tint, at: origin) {
  ///       list.append(command)
  ///     }
  ///     list.append(.text(layout, origin: origin))
  ///
  /// - Parameters:
  ///   - range: UTF-16 offsets, as in `rectangles(for:)`.
  ///   - color: The colour of the selection.
  ///   - origin: The position of the layout's top-left corner on the page.
  /// - Complexity: That of `rectangles(for:)`.
  public func selectionCommands(
    for range: Range<Int>, color: Color, at origin: Point = .zero
  ) -> [DisplayCommand] {
    rectangles(for: range).map { rectangle in
      let frame = axes.page(rectangle).offset(x: origin.x, y: origin.y)
      return .fill(DisplayShape(frame), .color(color))
    }
  }

  /// Returns the step that draws a caret on the page, in front of the text.
  ///
  /// - Parameters:
  ///   - caret: A caret of this layout.
  ///   - color: The colour of the caret.
  ///   - width: The thickness in layout points, centred on the caret's position.
  ///   - origin: The position of the layout's top-left corner on the page.
  public func command(
    of caret: Caret, color: Color, width: Double = 1, at origin: Point = .zero
  ) -> DisplayCommand {
    let thickness = max(0, width.limited())
    let frame = Rect(
      x: caret.x - thickness / 2, y: caret.top, width: thickness,
      height: caret.bottom - caret.top)
    let place = axes.page(frame).offset(x: origin.x, y: origin.y)
    return .fill(DisplayShape(place), .color(color))
  }
}
