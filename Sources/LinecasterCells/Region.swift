public import LinecasterBase
import LinecasterDisplay
public import LinecasterText

/// The accessibility role of a part of a cell (WAI-ARIA 1.2).
///
///     let like = Text("♥ 12").tag("like").role(.toggle(isOn: true), label: "Like")
///     let title = Text("News").role(.heading(level: 1))
public enum RegionRole: Hashable, Sendable {
  /// A button that performs an action.
  case button
  /// A link to another place.
  case link
  /// An image, described by its label.
  case image
  /// A heading; 1 is the highest level.
  case heading(level: Int)
  /// An editable text.
  case textField
  /// A switch that is on or off.
  case toggle(isOn: Bool)

  /// Whether a part with this role reacts to presses and can have keyboard focus.
  public var isInteractive: Bool {
    switch self {
    case .button, .link, .textField, .toggle: true
    case .image, .heading: false
    }
  }

  /// Whether its text is not selectable, like on browser buttons.
  var isControl: Bool {
    switch self {
    case .button, .toggle: true
    case .link, .image, .heading, .textField: false
    }
  }
}

/// A part of a cell with semantics: a node with a tag or a role, or a text range with a link or a
/// tag.
///
///     for region in arrangement.regions where region.role == .button {
///       print(region.label ?? "", region.frame)
///     }
public struct Region: Hashable, Sendable {
  /// The bounding box of the region, in layout points from the cell's top-left corner, limited to
  /// the part that clips leave visible.
  public let frame: Rect
  /// The index of the enclosing region; `nil` for none.
  public let parent: Int?
  /// The range of the region in its text, in UTF-16 units; `nil` if the region is not a text range.
  public let utf16Range: Range<Int>?
  /// Whether it is a text range, or an attachment in a text.
  package let standsInText: Bool
  /// The indices in `CellArrangement.texts` of the texts inside it; for a text range, the index of
  /// its text.
  package fileprivate(set) var texts: Range<Int>
  /// Its rectangles, if there are several or a transform applies.
  private let pieces: [Rect]
  private let mark: RegionMark
  /// The transform of its rectangles; `nil` for none.
  private let way: RegionWay?

  fileprivate init(
    _ mark: RegionMark, _ pieces: [Rect], parent: Int?, utf16Range: Range<Int>? = nil,
    standsInText: Bool = false, texts: Range<Int>, way: RegionWay? = nil
  ) {
    let seen = way.map { way in pieces.compactMap { way.bounds(of: $0) } } ?? pieces
    frame = seen.dropFirst().reduce(seen.first ?? .zero) { $0.union($1) }
    self.pieces = pieces.count > 1 || way != nil ? pieces : []
    self.way = way
    self.mark = mark
    self.parent = parent
    self.utf16Range = utf16Range
    self.standsInText = standsInText
    self.texts = texts
  }

  /// The tag by which the program identifies the region; `nil` for none.
  public var tag: InlinePayload? { mark.tag }
  /// The accessibility role; `nil` if none was given.
  public var role: RegionRole? { mark.role }
  /// The accessibility label; `nil` if none was given.
  public var label: String? { mark.label?.string }
  /// The accessibility value, for example the text of a field; `nil` if none was given.
  public var value: String? { mark.value?.string }
  /// The target of the link, for example a URL; `nil` for none.
  public var link: String? { mark.link?.string }
  /// The text that windows show beside a resting pointer (HTML `title`); `nil` if none was given.
  public var tooltip: String? { mark.tooltip?.string }

  /// Whether it is a control node, whose texts are not selectable.
  var isControl: Bool { !standsInText && role?.isControl == true }

  /// The rectangles that the region covers, in layout points from the cell's top-left corner: one
  /// rectangle, or one per line of a text range.
  ///
  /// If the region is transformed, they are the bounding boxes of the transformed rectangles.
  ///
  /// - Complexity: O(rectangles).
  public var rectangles: [Rect] {
    if let way { return pieces.compactMap { way.bounds(of: $0) } }
    return pieces.isEmpty ? [frame] : pieces
  }

  /// Returns whether a point is in one of the region's rectangles, after transforms. Right and
  /// bottom edges are outside.
  ///
  /// - Complexity: O(rectangles).
  public func contains(_ point: Point) -> Bool {
    guard frame.contains(point) else { return false }
    let place = way.map { $0.back.apply(point) } ?? point
    return pieces.isEmpty || pieces.contains { $0.contains(place) }
  }

  /// Returns the region of a nested layout, moved to its place in a cell or text.
  ///
  /// - Parameter text: The index of the text that contains the layout.
  fileprivate func moved(
    to origin: Point, firstIndex: Int, parent: Int?, inText text: Int
  ) -> Region {
    let rects = way == nil ? rectangles : pieces
    return Region(
      mark, rects.map { $0.offset(x: origin.x, y: origin.y) },
      parent: self.parent.map { $0 + firstIndex } ?? parent, utf16Range: utf16Range,
      standsInText: true, texts: text..<text + 1, way: way?.moved(by: origin))
  }

  /// Returns the transformed region; `nil` if it is invisible.
  fileprivate func seen(through transform: DisplayTransform) -> Region? {
    guard
      let way = RegionWay(
        way?.transform.followed(by: transform) ?? transform,
        clip: way?.clip.map { transform.bounds(of: $0) })
    else { return nil }
    return Region(
      mark, way.transform == .identity || self.way == nil ? rectangles : pieces, parent: parent,
      utf16Range: utf16Range, standsInText: standsInText, texts: texts, way: way)
  }

  /// Returns the visible part of the region in a clip; `nil` if there is nothing left.
  fileprivate func clipped(to clip: Rect, parent: Int?) -> Region? {
    if let way {
      guard frame.intersection(clip) != nil else { return nil }
      return Region(
        mark, pieces, parent: parent, utf16Range: utf16Range, standsInText: standsInText,
        texts: texts, way: way.clipped(to: clip))
    }
    let left = rectangles.compactMap { $0.intersection(clip) }
    guard !left.isEmpty else { return nil }
    return Region(
      mark, left, parent: parent, utf16Range: utf16Range, standsInText: standsInText, texts: texts)
  }
}

/// The transform of a region inside a rotated, scaled or moved node.
private final class RegionWay: Hashable, Sendable {
  let transform: DisplayTransform
  let back: DisplayTransform
  /// The clip in the cell; `nil` for none.
  let clip: Rect?

  /// `nil` if nothing is visible.
  init?(_ transform: DisplayTransform, clip: Rect? = nil) {
    guard let back = transform.inverse else { return nil }
    self.transform = transform
    self.back = back
    self.clip = clip
  }

  private init(_ other: RegionWay, clip: Rect) {
    (transform, back, self.clip) = (other.transform, other.back, clip)
  }

  /// Returns the bounding box of a transformed rectangle; `nil` if it is clipped away.
  func bounds(of rect: Rect) -> Rect? {
    let bounds = transform.bounds(of: rect)
    return clip.map { bounds.intersection($0) } ?? bounds
  }

  func clipped(to clip: Rect) -> RegionWay {
    RegionWay(self, clip: self.clip.map { $0.intersection(clip) ?? .zero } ?? clip)
  }

  func moved(by origin: Point) -> RegionWay? {
    RegionWay(transform.around(origin), clip: clip?.offset(x: origin.x, y: origin.y))
  }

  static func == (left: RegionWay, right: RegionWay) -> Bool {
    left === right || left.transform == right.transform && left.clip == right.clip
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(transform)
    hasher.combine(clip)
  }
}

/// The semantics of a part of a cell, behind a reference, because few parts have any.
final class RegionMark: Hashable, Sendable {
  let tag: InlinePayload?
  let role: RegionRole?
  let label: ExactText?
  let value: ExactText?
  let link: ExactText?
  let tooltip: ExactText?

  init(
    tag: InlinePayload? = nil, role: RegionRole? = nil, label: ExactText? = nil,
    value: ExactText? = nil, link: ExactText? = nil, tooltip: ExactText? = nil
  ) {
    self.tag = tag
    self.role = role
    self.label = label
    self.value = value
    self.link = link
    self.tooltip = tooltip
  }

  static func == (left: RegionMark, right: RegionMark) -> Bool {
    left === right
      || left.tag == right.tag && left.role == right.role && left.label == right.label
        && left.value == right.value && left.link == right.link && left.tooltip == right.tooltip
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(role)
    hasher.combine(label)
    hasher.combine(value)
    hasher.combine(link)
    hasher.combine(tooltip)
  }
}

extension Layout {
  /// Sets the tag by which the program identifies presses on the layout, replacing an earlier tag.
  /// A tag is a value of any hashable type, for example an enumeration case.
  ///
  ///     enum Action { case reply, like }
  ///     let bar = Row(spacing: 12) {
  ///       Text("Reply").tag(Action.reply).role(.button)
  ///       Text("Like").tag(Action.like).role(.button)
  ///     }
  public func tag(_ tag: some Hashable & Sendable) -> LayoutNode {
    marked { (mark: RegionMark?) in
      RegionMark(
        tag: InlinePayload(tag), role: mark?.role, label: mark?.label, value: mark?.value,
        tooltip: mark?.tooltip)
    }
  }

  /// Sets the accessibility role, label and value, replacing earlier ones. Interactive roles also
  /// allow keyboard focus.
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - label: The accessibility label; if `nil`, the text inside the layout is read.
  ///   - value: The accessibility value, for example the text of a field.
  public func role(
    _ role: RegionRole, label: String? = nil, value: String? = nil
  ) -> LayoutNode {
    marked { (mark: RegionMark?) in
      RegionMark(
        tag: mark?.tag, role: role, label: label.map { ExactText($0) },
        value: value.map { ExactText($0) }, tooltip: mark?.tooltip)
    }
  }

  /// Sets the tooltip, which windows show after a pointer has rested on the layout for a moment
  /// (HTML `title`).
  ///
  /// A control without text, for example a button with an icon, needs none: its accessibility label
  /// is shown.
  public func tooltip(_ text: String) -> LayoutNode {
    modified { $0.tooltip = ExactText(text) }
  }

  private func marked(_ change: (RegionMark?) -> RegionMark) -> LayoutNode {
    modified { $0.mark = change($0.mark) }
  }
}

extension LayoutNode {
  /// The tag alone.
  package var tagged: InlinePayload? {
    get { mark?.tag }
    set { setMark(tag: newValue, role, label, value, tooltip) }
  }
  /// The role alone.
  package var role: RegionRole? {
    get { mark?.role }
    set { setMark(tag: tagged, newValue, label, value, tooltip) }
  }
  /// The label alone.
  package var label: ExactText? {
    get { mark?.label }
    set { setMark(tag: tagged, role, newValue, value, tooltip) }
  }
  /// The value alone.
  package var value: ExactText? {
    get { mark?.value }
    set { setMark(tag: tagged, role, label, newValue, tooltip) }
  }
  /// The tooltip alone.
  package var tooltip: ExactText? {
    get { mark?.tooltip }
    set { setMark(tag: tagged, role, label, value, newValue) }
  }

  private mutating func setMark(
    tag: InlinePayload?, _ role: RegionRole?, _ label: ExactText?, _ value: ExactText?,
    _ tooltip: ExactText?
  ) {
    let new = RegionMark(tag: tag, role: role, label: label, value: value, tooltip: tooltip)
    mark = new == RegionMark() ? nil : new
  }
}

// MARK: - Collecting

/// Collects the regions of a tree in pre-order, outer before inner ones.
struct RegionCollector {
  /// A value that applies to the nodes before an index in pre-order.
  private struct Open<Value> {
    let end: Int
    let value: Value
  }

  private(set) var regions: [Region] = []
  /// The number of texts of the cell so far.
  private(set) var textCount = 0
  private var around: [Open<Int>] = []
  private var clips: [Open<Rect>] = []
  private var transforms: [Open<DisplayTransform>] = []

  /// Closes everything that ends before a node; called for each node.
  mutating func close(before node: Int) {
    while let last = around.last, last.end <= node {
      around.removeLast()
      regions[last.value].texts = regions[last.value].texts.lowerBound..<textCount
    }
    while let last = clips.last, last.end <= node { clips.removeLast() }
    while let last = transforms.last, last.end <= node { transforms.removeLast() }
  }

  /// Clips everything before a node to a rectangle.
  mutating func openClip(_ rect: Rect, until end: Int) {
    let rect = transforms.last.map { $0.value.bounds(of: rect) } ?? rect
    let clip = clips.last.map { $0.value.intersection(rect) ?? .zero } ?? rect
    clips.append(Open(end: end, value: clip))
  }

  /// Transforms everything before a node.
  mutating func openTransform(_ transform: DisplayTransform, until end: Int) {
    guard transform != .identity else { return }
    let whole = transforms.last.map { transform.followed(by: $0.value) } ?? transform
    transforms.append(Open(end: end, value: whole))
  }

  /// Adds the region of a node, which contains everything before another node.
  mutating func add(_ mark: RegionMark, _ frame: Rect, until end: Int) {
    let texts = textCount..<textCount
    guard append(Region(mark, [frame], parent: parent, texts: texts)) else { return }
    around.append(Open(end: end, value: regions.count - 1))
  }

  /// Adds the links and tags of a text, and the regions of its attached layouts.
  mutating func add(_ layout: TextLayout, at origin: Point) {
    defer { textCount += 1 }
    guard layout.isRich else { return }
    addBoxes(of: layout, at: origin)
    guard layout.showsContent else { return }
    for place in layout.attachmentPlaces {
      guard let inner = place.attachment.content?.value as? ArrangedLayout else { continue }
      let corner = layout.axes.page(place.frame).offset(x: origin.x, y: origin.y).origin
      let (first, parent) = (regions.count, parent)
      for region in inner.regions {
        _ = append(
          region.moved(
            to: corner, firstIndex: first, parent: parent, inText: textCount))
      }
    }
  }

  /// Counts the texts that a custom leaf draws.
  mutating func skipTexts(_ count: Int) { textCount += count }

  /// Whether the current node is, or is inside, a control.
  var isInControl: Bool { around.contains { regions[$0.value].isControl } }

  /// Returns whether the current node has one of some tags, or is inside such a node.
  func isTagged(_ tags: Set<InlinePayload>) -> Bool {
    around.contains { regions[$0.value].tag.map { tags.contains($0) } ?? false }
  }

  private var parent: Int? { around.last?.value }

  /// Adds one region per box, in the order of boxes; inner ones come after outer ones.
  private mutating func addBoxes(of layout: TextLayout, at origin: Point) {
    let fragments = layout.touchableFragments
    guard !fragments.isEmpty else { return }
    let boxes = Dictionary(grouping: fragments, by: \.index).sorted { $0.key < $1.key }
    for (_, pieces) in boxes {
      guard let first = pieces.first else { continue }
      let (text, range) = layout.text(of: first)
      let mark = RegionMark(
        tag: first.box.tag, role: first.box.link == nil ? nil : .link, label: ExactText(text),
        link: first.box.link.map { ExactText($0) })
      let rects = pieces.map { layout.axes.page($0.frame).offset(x: origin.x, y: origin.y) }
      _ = append(
        Region(
          mark, rects, parent: parent, utf16Range: range, standsInText: true,
          texts: textCount..<textCount + 1))
    }
  }

  /// Adds a region if any part of it is visible.
  private mutating func append(_ region: Region) -> Bool {
    var region = region
    if let transform = transforms.last?.value {
      guard let seen = region.seen(through: transform) else { return false }
      region = seen
    }
    guard let clip = clips.last else {
      regions.append(region)
      return true
    }
    guard let seen = region.clipped(to: clip.value, parent: region.parent) else { return false }
    regions.append(seen)
    return true
  }
}
