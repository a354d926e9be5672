public import LinecasterBase

/// The position of an annotation, or of its part on one line.
///
///     for place in layout.annotationPlaces {
///       print("beside \(place.utf16Range): \(place.frame)")
///     }
public struct AnnotationPlace: Sendable {
  /// The index of the annotation's ruby pair in the text, in document order.
  public let index: Int
  /// The annotated text, as UTF-16 offsets.
  public let utf16Range: Range<Int>
  /// The index of the annotation's line.
  public let line: Int
  /// The annotation's frame, including the free space around and between its letters, in layout
  /// points from the layout's top-left corner. The frame is as high as the annotation's first font.
  public let frame: Rect
}

extension TextLayout {
  /// The positions of the text's annotations, line by line and from left to right.
  ///
  /// - Complexity: O(runs and boxes of all lines), on each access.
  public var annotationPlaces: [AnnotationPlace] {
    guard let flow = paragraph.flow, flow.hasRuby else { return [] }
    var content = LineContent(paragraph)
    return lines.enumerated().flatMap { index, line in
      content.fill(line)
      return content.annotations(of: line, in: flow).map { placed in
        AnnotationPlace(
          index: placed.piece.pair,
          utf16Range: paragraph.sourceMap.sourceUnits(of: placed.piece.units), line: index,
          frame: placed.frame)
      }
    }
  }
}

/// An annotation placed on a line.
struct PlacedAnnotation {
  let piece: RubyPiece
  /// The annotation's text.
  let paragraph: PreparedParagraph
  /// Its part on the line, as a separate line whose frame is that of the letters.
  let line: Line
  /// Its frame with the free space around it.
  let frame: Rect
}

extension LineContent {
  /// Returns the annotations of the filled line, from left to right.
  ///
  /// - Complexity: O(boxes of the line).
  func annotations(of line: Line, in flow: InlineFlow) -> [PlacedAnnotation] {
    guard let stack, let places = stack.annotations else { return [] }
    let flips = paragraph.style.writingMode.flipsLines
    return boxes.compactMap { stretch in
      guard let piece = pairs.piece(ofPair: flow.boxes[stretch.box].pair),
        let span = piece.annotation
      else { return nil }
      let pair = flow.rubies[piece.pair].ruby
      let distance = pair.position == .over ? -places.rise : places.drop
      let baseline = line.baseline + (flips ? -distance : distance)
      return pair.place(piece, span, from: stretch.left, to: stretch.right, baseline: baseline)
    }
  }
}

extension FlowRuby {
  /// Places a part of the annotation in its pair's space on a line.
  fileprivate func place(
    _ piece: RubyPiece, _ span: LineSpan, from left: Double, to right: Double, baseline: Double
  ) -> PlacedAnnotation {
    let free = max(0, right - left - span.width)
    let gaps = free > 0 ? Justifier.opportunities(in: annotation, span) : 0
    var inset = 0.0
    var isSpread = false
    switch alignment {
    case .start: inset = annotation.baseLevel(at: 0) & 1 == 0 ? 0 : free
    case .spaceBetween where gaps > 0: isSpread = free > 0
    case .spaceAround where gaps > 0:
      inset = free / Double(gaps + 1) / 2
      isSpread = free > 0
    case .center, .spaceBetween, .spaceAround: inset = free / 2
    }
    let flips = annotation.style.writingMode.flipsLines
    let style = annotation.strutStyle
    let content = LineBox(
      contentOf: annotation.strutFace, size: style.drawnSize,
      isCentral: annotation.isCentral)
    let top = baseline - (flips ? content.descent : content.ascent)
    let width = isSpread ? right - left - 2 * inset : span.width
    let letters = Rect(x: left + inset, y: top, width: width, height: content.height)
    return PlacedAnnotation(
      piece: piece, paragraph: annotation,
      line: Line(
        span, annotation.sourceMap, frame: letters, baseline: baseline, isJustified: isSpread),
      frame: Rect(x: left, y: top, width: right - left, height: content.height))
  }
}
