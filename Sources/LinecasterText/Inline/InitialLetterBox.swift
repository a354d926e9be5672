import LinecasterBase
import LinecasterFonts

/// The initial letter of a prepared paragraph, and its room in the lines (CSS `initial-letter`).
final class InitialLetterBox: Sendable {
  /// The letter as a paragraph of its own.
  let letter: PreparedParagraph
  /// The width of its room along the lines, in layout points.
  let width: Double
  /// The number of lines that leave room for it.
  let lineCount: Int
  /// The distance that the first line moves down for the part of the letter above it.
  let shift: Double
  /// The distance of its baseline below that of the first line.
  let drop: Double
  /// The distance from the paragraph's top edge to the end of the line on which it stands.
  let bottom: Double
  /// The start of its letters, from its left edge.
  private let left: Double

  /// Computes the room for a letter.
  ///
  /// As in browsers the room is the ink's bounds in whole layout points, without ink before the
  /// left edge.
  ///
  /// - Parameters:
  ///   - letter: The letter at its drawn size.
  ///   - style: The requested size.
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

  /// The inset of a line, counted from 0, in layout points.
  func inset(ofLine index: Int) -> Double { index < lineCount ? width : 0 }

  /// Creates the initial letter of a paragraph from its first `count` units; `nil` if it has none.
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

  /// The letter as a line beside the first line of its paragraph.
  func line(beside line: Line, isRightToLeft: Bool, flips: Bool) -> Line {
    let edge = isRightToLeft ? line.frame.maxX : line.frame.minX - width
    return Line(
      letter.line(0..<letter.count), letter.sourceMap,
      frame: Rect(x: edge + left, y: line.frame.minY, width: width, height: line.frame.height),
      baseline: line.baseline + (flips ? -drop : drop), isJustified: false)
  }
}

extension PreparedParagraph {
  /// The ink bounds of the text in a single line, from its start on the baseline, in layout points;
  /// as wide as the text if there is no ink.
  fileprivate var ink: Rect {
    var ink: Rect?
    var x = 0.0
    for run in runs {
      for glyph in glyphs.slice(run.glyphs) {
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
  /// The bounds of the contour points, in font units, y up; `nil` if there are none.
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
  /// The number of UTF-16 units of the initial letter; 0 for none, or if a box begins or ends
  /// inside it.
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

  /// The initial letter alone, sized so a capital of its font has the requested height.
  ///
  /// - Parameters:
  ///   - count: The number of its units.
  ///   - face: The first face of its style.
  ///   - strut: The metrics of lines without it.
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
  /// Whether the character joins an initial letter before it (CSS Pseudo 4 §2.2).
  fileprivate var mayFollowInitial: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}
