public import LinecasterGeometry

/// Part of a box of a text on one line: a box has one on each of its lines, and several where the
/// order of a line with two directions parts it.
///
///     for fragment in layout.boxFragments {
///       print("box \(fragment.index) on line \(fragment.line): \(fragment.frame)")
///     }
public struct InlineFragment: Sendable {
  /// Which of the text's boxes it is of, counted in document order, the bases of ruby left out.
  public let index: Int
  /// The box.
  public let box: InlineBox
  /// The index of its line.
  public let line: Int
  /// Its border box, in layout points from the layout's top-left corner.
  public let frame: Rect
  /// Whether it has the border and padding of the box's left edge.
  public let hasLeftEdge: Bool
  /// Whether it has the border and padding of the box's right edge.
  public let hasRightEdge: Bool
}

/// Where an attachment of a text stands.
public struct AttachmentPlace: Sendable {
  /// The offset of its character, in UTF-16 units of the text.
  public let utf16Offset: Int
  /// The attachment.
  public let attachment: Attachment
  /// The index of its line.
  public let line: Int
  /// Its extent without margins, in layout points from the layout's top-left corner.
  public let frame: Rect
}

extension TextLayout {
  /// Where the boxes of the text are, line by line and from left to right, white space that hangs
  /// at the end of a line included.
  ///
  /// - Complexity: O(runs and boxes of all lines); made again each time.
  public var boxFragments: [InlineFragment] {
    guard let flow = paragraph.flow else { return [] }
    let flips = paragraph.style.writingMode.flipsLines
    var content = LineContent(paragraph)
    var fragments: [InlineFragment] = []
    for (index, line) in lines.enumerated() {
      content.fill(line, hangingEnd: paragraph.collapsedStart(of: line))
      for stretch in content.boxes {
        let box = flow.boxes[stretch.box]
        guard box.pair == nil else { continue }
        let drop = content.stack?.drop(of: stretch.box) ?? 0
        let top =
          flips
          ? line.baseline - drop - box.strut.content.descent - box.below
          : line.baseline + drop - box.strut.content.ascent - box.above
        fragments.append(
          InlineFragment(
            index: stretch.box - flow.pairCount(before: stretch.box), box: box.box, line: index,
            frame: Rect(
              x: stretch.left, y: top, width: stretch.right - stretch.left,
              height: box.above + box.strut.content.height + box.below),
            hasLeftEdge: stretch.hasLeft, hasRightEdge: stretch.hasRight))
      }
    }
    return fragments
  }

  /// Where the attachments of the text are, line by line and from left to right.
  ///
  /// - Complexity: O(runs and attachments of all lines); made again each time.
  public var attachmentPlaces: [AttachmentPlace] {
    guard let flow = paragraph.flow, !flow.attachments.isEmpty else { return [] }
    let flips = paragraph.style.writingMode.flipsLines
    var content = LineContent(paragraph)
    var places: [AttachmentPlace] = []
    for (index, line) in lines.enumerated() {
      content.fill(line)
      for segment in content.segments where !segment.isToken && !segment.units.isEmpty {
        guard let attachment = flow.attachment(at: segment.units.lowerBound), !attachment.isText
        else { continue }
        let drop = content.stack?.drop(ofAttachment: attachment.unit) ?? 0
        let height = attachment.size.height
        let top =
          flips
          ? line.baseline - drop - (height - attachment.rise)
          : line.baseline + drop - attachment.rise
        places.append(
          AttachmentPlace(
            utf16Offset: paragraph.sourceMap.sourceUnits(of: segment.units).lowerBound,
            attachment: attachment.attachment, line: index,
            frame: Rect(
              x: segment.x + attachment.left, y: top, width: attachment.size.width,
              height: height)))
      }
    }
    return places
  }
}

extension FlowBox {
  /// The room of border and padding above and below its content area, in layout points.
  fileprivate var above: Double { Self.drawn(box.border.top) + Self.drawn(box.padding.top) }
  fileprivate var below: Double { Self.drawn(box.border.bottom) + Self.drawn(box.padding.bottom) }
}
