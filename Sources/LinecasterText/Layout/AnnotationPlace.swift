public import LinecasterBase

/// Where an annotation of a text stands, or the part of it that is on one line.
///
///     for place in layout.annotationPlaces {
///       print("beside \(place.utf16Range): \(place.frame)")
///     }
public struct AnnotationPlace: Sendable {
  /// Which of the text's pairs it is of, counted in document order.
  public let index: Int
  /// The part of the text that it stands beside, as UTF-16 offsets.
  public let utf16Range: Range<Int>
  /// The index of its line.
  public let line: Int
  /// Its extent with the free room around and between its letters, in layout points from the
  /// layout's top-left corner; as high as its first font is.
  public let frame: Rect
}

extension TextLayout {
  /// Where the annotations of the text are, line by line and from left to right.
  ///
  /// - Complexity: O(runs and boxes of all lines); made again each time.
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

/// An annotation on a line that was placed.
struct PlacedAnnotation {
  let piece: RubyPiece
  /// The annotation's text.
  let paragraph: PreparedParagraph
  /// Its part on the line, as a line of its own whose frame is where the letters are.
  let line: Line
  /// Its extent with the free room around.
  let frame: Rect
}

extension LineContent {
  /// The annotations of a line that it was filled with, from left to right.
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
  /// Places a part of the annotation in the room along a line that the pair has there.
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
      isCentral: annotation.style.writingMode.isVertical && style.orientation != .sideways)
    let top = baseline - (flips ? content.descent : content.ascent)
    let width = isSpread ? right - left - 2 * inset : span.width
    let letters = Rect(x: left + inset, y: top, width: width, height: content.height)
    let fills = alignment == .spaceAround || alignment == .spaceBetween
    return PlacedAnnotation(
      piece: piece, paragraph: annotation,
      line: Line(
        span, annotation.sourceMap, frame: letters, baseline: baseline, isJustified: isSpread),
      frame: fills
        ? Rect(x: left, y: top, width: right - left, height: content.height) : letters)
  }
}
