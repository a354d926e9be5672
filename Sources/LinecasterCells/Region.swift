public import LinecasterBase
import LinecasterDisplay
public import LinecasterText

/// What a part of a cell is for, in the words of assistive technologies (WAI-ARIA 1.2).
///
///     let like = Text("♥ 12").tag("like").role(.toggle(isOn: true), label: "Like")
///     let title = Text("News").role(.heading(level: 1))
public enum RegionRole: Hashable, Sendable {
  /// Does something when it is pressed.
  case button
  /// Leads somewhere else.
  case link
  /// A picture; its label says what is seen.
  case image
  /// The title of what follows; 1 is the highest level.
  case heading(level: Int)
  /// Text that can be changed.
  case textField
  /// Is on or off.
  case toggle(isOn: Bool)

  /// Whether it answers to a press, and takes the focus of a keyboard.
  public var isInteractive: Bool {
    switch self {
    case .button, .link, .textField, .toggle: true
    case .image, .heading: false
    }
  }

  /// Whether what is written on it is no text to be selected, as on the buttons of browsers.
  var isControl: Bool {
    switch self {
    case .button, .toggle: true
    case .link, .image, .heading, .textField: false
    }
  }
}

/// A part of a cell that has a name or a meaning: a node with a tag or a role, or a piece of a text
/// with a link or a tag.
///
///     for region in arrangement.regions where region.role == .button {
///       print(region.label ?? "", region.frame)
///     }
public struct Region: Hashable, Sendable {
  /// The box around all of it, in layout points from the cell's top-left corner, cut to what can be
  /// seen where a layout around it clips.
  public let frame: Rect
  /// The index of the region that it is in; nil for none.
  public let parent: Int?
  /// Where it is in its text, in UTF-16 units; nil for what is no piece of a text.
  public let utf16Range: Range<Int>?
  /// Whether it is a piece of a text, or stands in one as an attachment does.
  package let standsInText: Bool
  /// Those of the cell's texts that are in it, as `CellArrangement.texts` has them; of a piece of a
  /// text the one that it is of.
  package fileprivate(set) var texts: Range<Int>
  /// Its rectangles where they are several, or where it is seen elsewhere.
  private let pieces: [Rect]
  private let mark: RegionMark
  /// Where its rectangles are seen; nil where they are in their places.
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

  /// What names it for the program; nil for nothing.
  public var tag: InlinePayload? { mark.tag }
  /// What it is for; nil where it does not say.
  public var role: RegionRole? { mark.role }
  /// What it is called for people who do not see it; nil where it does not say.
  public var label: String? { mark.label?.string }
  /// What it holds at the moment, in words, such as the text of a field; nil where it does not say.
  public var value: String? { mark.value?.string }
  /// Where a press on it leads, such as the address of a page; nil for nowhere.
  public var link: String? { mark.link?.string }

  /// Whether it is a node that is a button, whose texts are not selected.
  var isControl: Bool { !standsInText && role?.isControl == true }

  /// What is covered, in layout points from the cell's top-left corner: one rectangle, or one a
  /// line for a piece of a text.
  ///
  /// Where it is turned, those around what is seen.
  public var rectangles: [Rect] {
    if let way { return pieces.compactMap { way.bounds(of: $0) } }
    return pieces.isEmpty ? [frame] : pieces
  }

  /// Whether a point is in one of its rectangles, as they are seen; right and bottom edges are
  /// outside.
  public func contains(_ point: Point) -> Bool {
    guard frame.contains(point) else { return false }
    let place = way.map { $0.back.apply(point) } ?? point
    return pieces.isEmpty || pieces.contains { $0.contains(place) }
  }

  /// The region where a layout stands in another one, or in a text.
  ///
  /// - Parameter text: The text that it stands in, where it does so in one.
  fileprivate func moved(
    to origin: Point, firstIndex: Int, parent: Int?, inText text: Int
  ) -> Region {
    let rects = way == nil ? rectangles : pieces
    return Region(
      mark, rects.map { $0.offset(x: origin.x, y: origin.y) },
      parent: self.parent.map { $0 + firstIndex } ?? parent, utf16Range: utf16Range,
      standsInText: true, texts: text..<text + 1, way: way?.moved(by: origin))
  }

  /// The region where a node around it is seen; nil where that is nowhere.
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

  /// The region without what a clip hides; nil where that is all.
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

/// Where a region is seen that stands in a node which is turned, scaled or moved.
private final class RegionWay: Hashable, Sendable {
  let transform: DisplayTransform
  let back: DisplayTransform
  /// What can be seen at all, in the cell; nil for everything.
  let clip: Rect?

  /// Nil where nothing is seen.
  init?(_ transform: DisplayTransform, clip: Rect? = nil) {
    guard let back = transform.inverse else { return nil }
    self.transform = transform
    self.back = back
    self.clip = clip
  }

  private init(_ other: RegionWay, clip: Rect) {
    (transform, back, self.clip) = (other.transform, other.back, clip)
  }

  /// The rectangle around where one is seen; nil where it is cut off.
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

/// What a part of a cell says of itself, behind a reference, since few parts say anything.
final class RegionMark: Hashable, Sendable {
  let tag: InlinePayload?
  let role: RegionRole?
  let label: ExactText?
  let value: ExactText?
  let link: ExactText?

  init(
    tag: InlinePayload? = nil, role: RegionRole? = nil, label: ExactText? = nil,
    value: ExactText? = nil, link: ExactText? = nil
  ) {
    self.tag = tag
    self.role = role
    self.label = label
    self.value = value
    self.link = link
  }

  static func == (left: RegionMark, right: RegionMark) -> Bool {
    left === right
      || left.tag == right.tag && left.role == right.role && left.label == right.label
        && left.value == right.value && left.link == right.link
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(role)
    hasher.combine(label)
    hasher.combine(value)
    hasher.combine(link)
  }
}

extension Layout {
  /// The layout with a name that a press on it is known by, in place of the one it had: a value of
  /// any type that can be compared, such as a case of an enumeration.
  ///
  ///     enum Action { case reply, like }
  ///     let bar = Row(spacing: 12) {
  ///       Text("Reply").tag(Action.reply).role(.button)
  ///       Text("Like").tag(Action.like).role(.button)
  ///     }
  public func tag(_ tag: some Hashable & Sendable) -> LayoutNode {
    marked { (mark: RegionMark?) in
      RegionMark(
        tag: InlinePayload(tag), role: mark?.role, label: mark?.label, value: mark?.value)
    }
  }

  /// The layout with a meaning, in place of the one it had, for keyboards and for people who do not
  /// see it.
  ///
  /// - Parameters:
  ///   - role: What it is for.
  ///   - label: What it is called; without one, the text in it is read out.
  ///   - value: What it holds at the moment, in words.
  public func role(
    _ role: RegionRole, label: String? = nil, value: String? = nil
  ) -> LayoutNode {
    marked { (mark: RegionMark?) in
      RegionMark(
        tag: mark?.tag, role: role, label: label.map { ExactText($0) },
        value: value.map { ExactText($0) })
    }
  }

  private func marked(_ change: (RegionMark?) -> RegionMark) -> LayoutNode {
    modified { $0.mark = change($0.mark) }
  }
}

extension LayoutNode {
  /// Its tag, by itself.
  package var tagged: InlinePayload? {
    get { mark?.tag }
    set { setMark(tag: newValue, role, label, value) }
  }
  /// Its role, by itself.
  package var role: RegionRole? {
    get { mark?.role }
    set { setMark(tag: tagged, newValue, label, value) }
  }
  /// What it is called, by itself.
  package var label: ExactText? {
    get { mark?.label }
    set { setMark(tag: tagged, role, newValue, value) }
  }
  /// What it holds in words, by itself.
  package var value: ExactText? {
    get { mark?.value }
    set { setMark(tag: tagged, role, label, newValue) }
  }

  private mutating func setMark(
    tag: InlinePayload?, _ role: RegionRole?, _ label: ExactText?, _ value: ExactText?
  ) {
    let saysNothing = tag == nil && role == nil && label == nil && value == nil
    mark = saysNothing ? nil : RegionMark(tag: tag, role: role, label: label, value: value)
  }
}

// MARK: - Collecting

/// Collects the regions of a tree in pre-order, those around before those in them.
struct RegionCollector {
  /// Something that the nodes before a place in pre-order are in.
  private struct Open<Value> {
    let end: Int
    let value: Value
  }

  private(set) var regions: [Region] = []
  /// The number of the cell's texts so far.
  private(set) var textCount = 0
  private var around: [Open<Int>] = []
  private var clips: [Open<Rect>] = []
  private var transforms: [Open<DisplayTransform>] = []

  /// Leaves what ends before a node; called for each node.
  mutating func close(before node: Int) {
    while let last = around.last, last.end <= node {
      around.removeLast()
      regions[last.value].texts = regions[last.value].texts.lowerBound..<textCount
    }
    while let last = clips.last, last.end <= node { clips.removeLast() }
    while let last = transforms.last, last.end <= node { transforms.removeLast() }
  }

  /// Cuts what comes up to a node to a rectangle.
  mutating func openClip(_ rect: Rect, until end: Int) {
    let rect = transforms.last.map { $0.value.bounds(of: rect) } ?? rect
    let clip = clips.last.map { $0.value.intersection(rect) ?? .zero } ?? rect
    clips.append(Open(end: end, value: clip))
  }

  /// Has what comes up to a node seen elsewhere.
  mutating func openTransform(_ transform: DisplayTransform, until end: Int) {
    guard transform != .identity else { return }
    let whole = transforms.last.map { transform.followed(by: $0.value) } ?? transform
    transforms.append(Open(end: end, value: whole))
  }

  /// Adds the region of a node, which holds those up to another node.
  mutating func add(_ mark: RegionMark, _ frame: Rect, until end: Int) {
    let texts = textCount..<textCount
    guard append(Region(mark, [frame], parent: parent, texts: texts)) else { return }
    around.append(Open(end: end, value: regions.count - 1))
  }

  /// Adds what can be touched in a text, and the regions of layouts that stand in it.
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

  /// Counts texts that a leaf of a program's own draws.
  mutating func skipTexts(_ count: Int) { textCount += count }

  /// Whether the node that is visited is a button, or in one.
  var isInControl: Bool { around.contains { regions[$0.value].isControl } }

  private var parent: Int? { around.last?.value }

  /// One region a box, in the order in which boxes are met; inner ones come behind those around.
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

  /// Adds a region unless nothing of it can be seen.
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
