import LinecasterBase
import LinecasterFonts

/// The initial letter of a prepared paragraph, and the room that lines leave for it.
final class InitialLetterBox: Sendable {
  /// The letter as a text of its own.
  let letter: PreparedParagraph
  /// The room that it takes along the lines, in layout points.
  let width: Double
  /// How many lines leave it that room.
  let lineCount: Int
  /// How far the first line is moved down for what stands out above it.
  let shift: Double
  /// How far its baseline is below that of the first line.
  let drop: Double
  /// The distance from the top edge of the paragraph to the end of the line that it stands on.
  let bottom: Double
  /// Where its letters start, from its left edge.
  private let left: Double

  /// Makes room for a letter.
  ///
  /// As in browsers that is where it has ink, in whole layout points, but nothing that reaches out
  /// before it.
  ///
  /// - Parameters:
  ///   - letter: The letter, as large as it is drawn.
  ///   - style: How large it is to look.
  ///   - strut: The line box of the paragraph's own font.
  init(_ letter: PreparedParagraph, _ style: InitialLetter, strut: LineBox) {
    self.letter = letter
    let ink = letter.ink
    let start = max(0, ink.minX).rounded(.down)
    left = -start
    width = max(0, ink.maxX.rounded(.up) - start)
    let height = max(strut.height, 0)
    let sink = Double(style.drawnSink)
    drop = (sink - 1) * height
    shift = max(0, style.drawnSize - sink) * height
    bottom = shift + sink * height
    let end = strut.ascent + drop + max(0, ink.maxY).rounded(.up)
    let count = height > 0 ? Int(saturating: (end / height).rounded(.up)) : 0
    lineCount = max(style.drawnSink, min(count, 2 * style.drawnSink + 1))
  }

  /// The room that a line leaves, counted from 0, in layout points.
  func inset(ofLine index: Int) -> Double { index < lineCount ? width : 0 }

  /// The initial letter of a paragraph that has some units; nil where it has none.
  convenience init?(
    of paragraph: Paragraph, _ count: Int, worker: TextWorker,
    _ prepare: (Paragraph) throws(CancellationError) -> PreparedParagraph
  ) throws(CancellationError) {
    guard count > 0, let style = paragraph.style.initialLetter else { return nil }
    let strut = FlowStrut(of: paragraph, worker: worker)
    let face = worker.fallback(for: paragraph.text.style(atUTF16: count - 1)).cascade.primary
    self.init(
      try prepare(paragraph.initialLetter(count, face, strut)), style, strut: strut.box)
  }

  /// The letter as a line, beside the first one of its paragraph.
  func line(beside line: Line, isRightToLeft: Bool, flips: Bool) -> Line {
    let edge = isRightToLeft ? line.frame.maxX : line.frame.minX - width
    return Line(
      letter.line(0..<letter.count), letter.sourceMap,
      frame: Rect(x: edge + left, y: line.frame.minY, width: width, height: line.frame.height),
      baseline: line.baseline + (flips ? -drop : drop), isJustified: false)
  }
}

extension PreparedParagraph {
  /// Where the letters of a line that is as long as the text have ink, from its start on the
  /// baseline, in layout points; as wide as the text where they have none.
  fileprivate var ink: Rect {
    var ink: Rect?
    var x = 0.0
    for run in runs {
      for glyph in glyphs[run.glyphs] {
        let outline = faces[run.item.face].outline(of: UInt32(glyph.identifier))
        if let extent = outline.extent {
          let moved = Rect(
            x: x + (extent.minX + Double(glyph.xOffset)) * run.scale,
            y: -(extent.maxY + Double(glyph.yOffset)) * run.scale,
            width: extent.width * run.scale, height: extent.height * run.scale)
          ink = ink?.union(moved) ?? moved
        }
        x += Double(glyph.advance) * run.scale
      }
    }
    return ink ?? Rect(x: 0, y: 0, width: x, height: 0)
  }
}

extension GlyphOutline {
  /// The least rectangle around the points of its contours, in font units, y up; nil where it has
  /// none.
  fileprivate var extent: Rect? {
    var extent: (left: Double, right: Double, bottom: Double, top: Double)?
    func include(_ point: Point) {
      guard let old = extent else {
        extent = (point.x, point.x, point.y, point.y)
        return
      }
      extent = (
        min(old.left, point.x), max(old.right, point.x), min(old.bottom, point.y),
        max(old.top, point.y)
      )
    }
    for segment in segments {
      switch segment {
      case .move(let end), .line(let end): include(end)
      case .quadratic(let control, let end): [control, end].forEach(include)
      case .cubic(let first, let second, let end): [first, second, end].forEach(include)
      case .close: break
      }
    }
    return extent.map {
      Rect(x: $0.left, y: $0.bottom, width: $0.right - $0.left, height: $0.top - $0.bottom)
    }
  }
}

extension Paragraph {
  /// The number of UTF-16 units of the initial letter that is asked for; 0 where there is none, or
  /// where a box begins or ends inside of it.
  var initialLetterCount: Int {
    guard style.initialLetter != nil else { return 0 }
    var end = text.string.startIndex
    let string = text.string
    func pass(_ condition: (Character) -> Bool) {
      while end < string.endIndex, condition(string[end]) { end = string.index(after: end) }
    }
    pass { $0.isWhitespace && !$0.isNewline }
    pass { $0.isPunctuation }
    guard end < string.endIndex, !string[end].isWhitespace else { return 0 }
    end = string.index(after: end)
    pass { $0.isPunctuation && $0.mayFollowInitial }
    let count = string.utf16.distance(from: string.startIndex, to: end)
    let isCut =
      text.inline?.boxes.contains {
        (1..<count).contains($0.range.lowerBound) || (0...count).contains($0.range.upperBound)
      } ?? false
    let hasAttachment = text.inline?.attachments.contains { $0.offset < count } ?? false
    return isCut || hasAttachment ? 0 : count
  }

  /// The initial letter alone, so large that a capital of its font is as high as is asked for.
  ///
  /// - Parameters:
  ///   - count: The number of its units.
  ///   - face: The face that it is drawn with first.
  ///   - strut: What the lines are like without it.
  func initialLetter(_ count: Int, _ face: FontFace, _ strut: FlowStrut) -> Paragraph {
    var letter = Paragraph(text.slice(utf16: 0..<count))
    letter.text.inline = nil
    let capital = face.metrics.capHeight / Double(face.metrics.unitsPerEm)
    let own = strut.face.metrics
    let small = own.capHeight * strut.size / Double(own.unitsPerEm)
    let lines = (style.initialLetter?.drawnSize ?? 1) - 1
    let size = capital > 0 ? (lines * strut.box.height + small) / capital : strut.size
    letter.text.updateStyle { $0.size = size }
    letter.style.whiteSpace = .nowrap
    letter.style.baseDirection = style.baseDirection
    letter.style.writingMode = style.writingMode
    return letter
  }
}

extension Character {
  /// Whether it belongs to an initial letter that it stands behind (CSS Pseudo 4 §2.2).
  fileprivate var mayFollowInitial: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}
