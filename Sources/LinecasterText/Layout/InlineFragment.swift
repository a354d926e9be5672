public import LinecasterBase

/// Part of an inline box on one line.
///
/// A box has a fragment on each of its lines, and several on a line whose bidirectional order
/// splits the box.
///
///     for fragment in layout.boxFragments {
///       print("box \(fragment.index) on line \(fragment.line): \(fragment.frame)")
///     }
public struct InlineFragment: Sendable {
  /// The index of the fragment's box, in document order and without ruby bases.
  ///
  /// Boxes of a truncation token have the indices after those of the text.
  public let index: Int
  /// The box to which the fragment belongs, as it is in the text.
  public let box: InlineBox
  /// The index of the fragment's line.
  public let line: Int
  /// The border box of the fragment, in layout points from the layout's top-left corner.
  public let frame: Rect
  /// Whether the fragment has the border and padding of the box's left edge.
  public let hasLeftEdge: Bool
  /// Whether the fragment has the border and padding of the box's right edge.
  public let hasRightEdge: Bool
  /// The laid-out text of the box, in units of its paragraph or of the token.
  fileprivate let units: Range<Int>
  fileprivate var isOfToken = false
}

/// The position of an attachment of a text.
public struct AttachmentPlace: Sendable {
  /// The offset of the attachment's character, in UTF-16 units of the text; in a truncation token,
  /// the offset of the text before the token.
  public let utf16Offset: Int
  /// The attachment.
  public let attachment: Attachment
  /// The index of the attachment's line.
  public let line: Int
  /// The attachment's frame without margins, in layout points from the layout's top-left corner.
  public let frame: Rect
}

extension TextLayout {
  /// Whether the text or its truncation token has boxes or attachments.
  package var isRich: Bool { paragraph.isRich }

  /// Whether any attachment has content.
  package var showsContent: Bool { paragraph.showsContent }

  /// The fragments of the text's boxes, line by line and from left to right.
  ///
  /// They include white space that hangs at line ends. Fragments of a truncation token come last on
  /// their line.
  ///
  /// - Complexity: O(runs and boxes of all lines), on each access.
  public var boxFragments: [InlineFragment] {
    guard isRich else { return [] }
    var content = LineContent(paragraph)
    var fragments: [InlineFragment] = []
    for (index, line) in lines.enumerated() {
      content.fill(line, hangingEnd: paragraph.collapsedStart(of: line))
      fragments += content.boxes.compactMap {
        paragraph.fragment($0, content.stack, of: line, at: index)
      }
      if let token = content.tokenText(on: line) {
        fragments += tokenFragments(token.paragraph, token.line, at: index)
      }
    }
    return fragments
  }

  /// Returns the fragments of a token's boxes, which are indexed after those of the text.
  private func tokenFragments(
    _ token: PreparedParagraph, _ line: Line, at index: Int
  ) -> [InlineFragment] {
    var content = LineContent(token)
    content.fill(line)
    let first = paragraph.flow.map { $0.boxes.count - $0.rubies.count } ?? 0
    return content.boxes.compactMap {
      var fragment = token.fragment($0, content.stack, of: line, at: index, behind: first)
      fragment?.isOfToken = true
      return fragment
    }
  }

  /// The positions of the text's attachments, line by line and from left to right.
  ///
  /// Attachments of a truncation token come last on their line.
  ///
  /// - Complexity: O(runs and attachments of all lines), on each access.
  public var attachmentPlaces: [AttachmentPlace] {
    guard isRich else { return [] }
    var content = LineContent(paragraph)
    var places: [AttachmentPlace] = []
    for (index, line) in lines.enumerated() {
      content.fill(line)
      places += content.attachmentPlaces(on: line, at: index)
      guard let token = content.tokenText(on: line) else { continue }
      var inside = LineContent(token.paragraph)
      inside.fill(token.line)
      let offset = line.utf16Range.upperBound
      places += inside.attachmentPlaces(on: token.line, at: index).map {
        AttachmentPlace(
          utf16Offset: offset, attachment: $0.attachment, line: index, frame: $0.frame)
      }
    }
    return places
  }
}

extension LineContent {
  /// Returns the positions of attachments on the filled line.
  fileprivate func attachmentPlaces(on line: Line, at index: Int) -> [AttachmentPlace] {
    guard let flow = paragraph.flow, !flow.attachments.isEmpty else { return [] }
    let mode = paragraph.style.writingMode
    var places: [AttachmentPlace] = []
    for segment in segments where !segment.isToken && !segment.units.isEmpty {
      guard let attachment = flow.attachment(at: segment.units.lowerBound), !attachment.isText
      else { continue }
      let drop = stack?.drop(ofAttachment: attachment.unit) ?? 0
      let height = attachment.size.height
      let top =
        mode.flipsLines
        ? line.baseline - drop - (height - attachment.rise)
        : line.baseline + drop - attachment.rise
      places.append(
        AttachmentPlace(
          utf16Offset: paragraph.sourceMap.sourceUnits(of: segment.units).lowerBound,
          attachment: attachment.onPage(mode), line: index,
          frame: Rect(
            x: segment.x + attachment.left, y: top, width: attachment.size.width,
            height: height)))
    }
    return places
  }
}

extension PreparedParagraph {
  /// Whether the text or its truncation token has boxes or attachments.
  var isRich: Bool {
    flow.map { !$0.boxes.isEmpty || !$0.attachments.isEmpty } ?? false
      || truncationToken?.isRich ?? false
  }

  /// Whether a box of the text or of its truncation token has a link or a tag.
  var isTouchable: Bool {
    flow?.boxes.contains { $0.box.link != nil || $0.box.tag != nil } ?? false
      || truncationToken?.isTouchable ?? false
  }

  /// Whether any attachment has content.
  var showsContent: Bool {
    flow?.showsContent ?? false || truncationToken?.showsContent ?? false
  }

  /// Returns the fragment of a box's extent on a line; `nil` for the base of a ruby pair.
  ///
  /// - Parameter first: The number of boxes that are counted before those of this text.
  fileprivate func fragment(
    _ stretch: BoxStretch, _ stack: LineStack?, of line: Line, at index: Int,
    behind first: Int = 0
  ) -> InlineFragment? {
    guard let flow, flow.boxes[stretch.box].pair == nil else { return nil }
    let box = flow.boxes[stretch.box]
    let drop = stack?.drop(of: stretch.box) ?? 0
    let mode = style.writingMode
    let top =
      mode.flipsLines
      ? line.baseline - drop - box.strut.content.descent - box.below
      : line.baseline + drop - box.strut.content.ascent - box.above
    return InlineFragment(
      index: first + stretch.box - flow.pairCount(before: stretch.box), box: box.onPage(mode),
      line: index,
      frame: Rect(
        x: stretch.left, y: top, width: stretch.right - stretch.left,
        height: box.above + box.strut.content.height + box.below),
      hasLeftEdge: stretch.hasLeft, hasRightEdge: stretch.hasRight, units: box.units)
  }
}

/// Interactive content.
extension TextLayout {
  /// The fragments of boxes with a link or a tag, as in `boxFragments`.
  package var touchableFragments: [InlineFragment] {
    guard paragraph.isTouchable else { return [] }
    return boxFragments.filter { $0.box.link != nil || $0.box.tag != nil }
  }

  /// Returns the displayed text of a fragment's whole box, and its range in the source text; `nil`
  /// for a token.
  package func text(
    of fragment: InlineFragment
  ) -> (text: String, utf16Range: Range<Int>?) {
    guard !fragment.isOfToken else {
      let text = paragraph.truncationToken?.text[fragment.units] ?? []
      return (String(decoding: text, as: UTF16.self), nil)
    }
    return (
      String(decoding: paragraph.text.slice(fragment.units), as: UTF16.self),
      paragraph.sourceMap.sourceUnits(of: fragment.units)
    )
  }
}

/// Links and tags.
extension TextLayout {
  /// Returns the link at a point: that of the innermost box with a link; `nil` for none.
  ///
  ///     if let address = layout.link(at: point) { open(address) }
  ///
  /// The point, in layout coordinates, must be inside the border box of one of the box's fragments.
  ///
  /// - Complexity: O(log lines + segments of the line), or O(boxes of the line) if the line is long
  ///   and was the last one queried.
  public func link(at point: Point) -> String? {
    value(at: point) { $0.link }
  }

  /// Returns the tag at a point: that of the innermost box with a tag; `nil` for none.
  ///
  /// - Complexity: That of ``link(at:)``.
  public func tag(at point: Point) -> InlinePayload? {
    value(at: point) { $0.tag }
  }

  private func value<Value>(at point: Point, _ value: (InlineBox) -> Value?) -> Value? {
    guard isRich else { return nil }
    let index = line(atY: point.y)
    let parts = paragraph.parts(of: lines[index])
    // Inner boxes come after their parents.
    for stretch in parts.boxes.reversed() {
      guard stretch.left <= point.x, point.x < stretch.right,
        let fragment = paragraph.fragment(stretch, parts.stack, of: lines[index], at: index),
        fragment.holds(point), let found = value(fragment.box)
      else { continue }
      return found
    }
    for fragment in tokenFragments(ofLine: index).reversed() where fragment.holds(point) {
      if let found = value(fragment.box) { return found }
    }
    return nil
  }

  /// Returns the fragments of boxes in the token of a line.
  private func tokenFragments(ofLine index: Int) -> [InlineFragment] {
    guard lines[index].isTruncated, paragraph.truncationToken?.isRich ?? false else { return [] }
    var content = LineContent(paragraph)
    content.fill(lines[index])
    return content.tokenText(on: lines[index])
      .map { tokenFragments($0.paragraph, $0.line, at: index) } ?? []
  }

  /// Returns the fragments of boxes with a tag, line by line and from left to right.
  ///
  ///     for fragment in layout.fragments(of: user.id) { highlight(fragment.frame) }
  ///
  /// - Complexity: O(boxes of the text + segments of the lines with the tag), or that of
  ///   ``boxFragments`` if the truncation token has boxes.
  public func fragments(of tag: some Hashable & Sendable) -> [InlineFragment] {
    guard isRich else { return [] }
    let wanted = InlinePayload(tag)
    if paragraph.truncationToken?.isRich ?? false {
      return boxFragments.filter { $0.box.tag == wanted }
    }
    guard let flow = paragraph.flow else { return [] }
    let boxes = Set(flow.boxes.indices.filter { flow.boxes[$0].box.tag == wanted })
    var shown: Set<Int> = []
    for box in boxes {
      let units = flow.boxes[box].units
      let first = lineIndex(ofUnit: units.lowerBound)
      // An empty box may be at the end of the previous line.
      shown.formUnion(
        max(0, first - 1)...max(first, lineIndex(ofUnit: units.upperBound)))
    }
    return shown.sorted().flatMap { index in
      let parts = paragraph.parts(of: lines[index])
      return parts.boxes.filter { boxes.contains($0.box) }
        .compactMap { paragraph.fragment($0, parts.stack, of: lines[index], at: index) }
    }
  }
}

extension FlowBox {
  /// The border and padding above and below its content area, in layout points.
  fileprivate var above: Double { Self.drawn(box.border.top) + Self.drawn(box.padding.top) }
  fileprivate var below: Double { Self.drawn(box.border.bottom) + Self.drawn(box.padding.bottom) }

  /// Returns the original box, with physical insets.
  fileprivate func onPage(_ mode: WritingMode) -> InlineBox {
    guard mode != .horizontal else { return box }
    var box = box
    box.padding = mode.onPage(box.padding)
    box.border = mode.onPage(box.border)
    box.margin = mode.onPage(box.margin)
    return box
  }
}

extension FlowAttachment {
  /// Returns the original attachment, with physical size and insets.
  fileprivate func onPage(_ mode: WritingMode) -> Attachment {
    guard mode != .horizontal else { return attachment }
    var attachment = attachment
    attachment.size = mode.alongLine(attachment.size)
    attachment.margin = mode.onPage(attachment.margin)
    return attachment
  }
}

extension InlineFragment {
  /// Whether a point is in its border box.
  fileprivate func holds(_ point: Point) -> Bool {
    frame.minX <= point.x && point.x < frame.maxX && frame.minY <= point.y
      && point.y < frame.maxY
  }

  /// Whether a side on the page has the border, padding and corners of the box: all sides except
  /// those at which a line ends inside it.
  package func isWhole(_ side: PageSide, _ axes: LineAxes) -> Bool {
    switch axes.writingMode {
    case .horizontal: side == .left ? hasLeftEdge : side == .right ? hasRightEdge : true
    case .verticalRightToLeft, .verticalLeftToRight, .sidewaysRightToLeft:
      side == .top ? hasLeftEdge : side == .bottom ? hasRightEdge : true
    case .sidewaysLeftToRight:
      side == .bottom ? hasLeftEdge : side == .top ? hasRightEdge : true
    }
  }
}

/// A side of a box on the page.
package enum PageSide: Sendable {
  case top, right, bottom, left
}
