import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

extension PDFPage {
  mutating func draw(_ run: GlyphRun, at origin: Point, isSeen: Bool) throws(RasterError) {
    text.put("q\n")
    if isSeen { setColor(run.color, "rg") }
    text.put("BT\n")
    if !isSeen {
      text.put("3 Tr\n")
    } else if run.face.synthesis.emboldens {
      text.put(run.color.parts, " RG ")
      text.put([run.size * FontSynthesis.strength], " w 4 M 2 Tr\n")
    }
    var pen = TextPen(run, at: origin)
    let words = Self.words(of: run)
    for (index, word) in words.enumerated() {
      let next = words.indices.contains(index + 1) ? words[index + 1].first : nil
      if word.count > 1 {
        show(word, of: run, isSeen: isSeen, with: &pen)
      } else if let cluster = word.first {
        show(cluster, before: next, of: run, isSeen: isSeen, with: &pen)
      }
    }
    closeRow(&pen)
    text.put("ET\nQ\n")
  }

  /// The clusters of a run, from left to right. If its letters are apart, those of a word are
  /// together, because readers divide text at gaps.
  ///
  /// Right-to-left clusters stay alone: poppler takes a text for extraction as one in visual order.
  private static func words(of run: GlyphRun) -> [[GlyphCluster]] {
    guard run.spreadsLetters, !run.isRightToLeft else { return run.clusters.map { [$0] } }
    var words: [[GlyphCluster]] = []
    for cluster in run.clusters {
      if let last = words.last?.last, !last.isSpace, !cluster.isSpace {
        words[words.count - 1].append(cluster)
      } else {
        words.append([cluster])
      }
    }
    return words
  }

  /// Shows the clusters of a word, with one text for extraction.
  private mutating func show(
    _ word: [GlyphCluster], of run: GlyphRun, isSeen: Bool, with pen: inout TextPen
  ) {
    open(word.map(\.text).joined(), &pen)
    for cluster in word {
      for (index, code) in zip(cluster.glyphs, codes(of: cluster, run, isSeen, pen)) {
        show(code, at: pen.place(index), with: &pen)
      }
    }
    close(&pen)
  }

  /// Opens a sequence of glyphs with a text for extraction (§14.9.4).
  private mutating func open(_ text: String, _ pen: inout TextPen) {
    closeRow(&pen)
    self.text.put("/Span << /ActualText \(text.pdfText) >> BDC\n")
  }

  private mutating func close(_ pen: inout TextPen) {
    closeRow(&pen)
    text.put("EMC\n")
  }

  private mutating func code(
    of glyph: UInt32, _ run: GlyphRun, _ isSeen: Bool, as text: String
  ) -> PDFFonts.Code {
    let image = colors.key(of: glyph, in: run, pixelsPerEm: run.size * scale.factor)
    let code = fonts.code(of: glyph, in: run.face, image: image, isSeen: isSeen, in: &file)
    return fonts.code(code, readAs: text, in: &file)
  }

  /// The codes of a cluster's glyphs, each read as a piece of the text.
  private mutating func codes(
    of cluster: GlyphCluster, _ run: GlyphRun, _ isSeen: Bool, _ pen: TextPen
  ) -> [PDFFonts.Code] {
    let pieces = cluster.pieces(isRightToLeft: run.isRightToLeft)
    return zip(cluster.glyphs, pieces).map { index, piece in
      code(of: pen.glyphs[index].identifier, run, isSeen, as: piece)
    }
  }

  /// Shows the glyphs of a cluster, with its text for extraction.
  private mutating func show(
    _ cluster: GlyphCluster, before next: GlyphCluster?, of run: GlyphRun, isSeen: Bool,
    with pen: inout TextPen
  ) {
    if run.isRightToLeft, showLigature(cluster, of: run, isSeen: isSeen, with: &pen) { return }
    if isHidden(cluster, in: run, pen) { return }
    let codes = codes(of: cluster, run, isSeen, pen)
    guard let first = codes.first else { return }
    let filler = filler(behind: cluster, before: next, of: run, isSeen, pen)
    let isPlain = codes.count == 1 && filler == nil && fonts.text(of: first) == cluster.text
    if !isPlain { open(cluster.text, &pen) }
    for (index, code) in zip(cluster.glyphs, codes) {
      show(code, at: pen.place(index), with: &pen)
    }
    if let filler { show(filler.code, at: filler.place, with: &pen) }
    if !isPlain { close(&pen) }
  }

  /// Whether a cluster is the blank of an invisible character, for example a soft hyphen.
  private func isHidden(_ cluster: GlyphCluster, in run: GlyphRun, _ pen: TextPen) -> Bool {
    guard cluster.text.isEmpty, cluster.glyphs.count == 1, let index = cluster.glyphs.first else {
      return false
    }
    return pen.glyphs[index].identifier == run.shapedAlone(" ").glyphs.first
  }

  /// A blank glyph in the gap behind a right-to-left letter, because readers divide words at gaps;
  /// `nil` without a gap.
  private mutating func filler(
    behind cluster: GlyphCluster, before next: GlyphCluster?, of run: GlyphRun, _ isSeen: Bool,
    _ pen: TextPen
  ) -> (code: PDFFonts.Code, place: Point)? {
    guard run.isRightToLeft, run.spreadsLetters, !cluster.isSpace, let next, !next.isSpace,
      let place = next.glyphs.first.map({ pen.place($0) }),
      let blank = run.shapedAlone(" ").glyphs.first
    else { return nil }
    let code = code(of: blank, run, isSeen, as: " ")
    return (code, pen.moved(place, by: -fonts.width(of: code) / 1000))
  }

  /// Shows a right-to-left ligature, with an invisible copy for each further letter.
  ///
  /// Readers reorder letters by their positions, and those of one glyph have none of their own:
  /// poppler swaps lam and alef.
  ///
  /// - Returns: False for other clusters.
  private mutating func showLigature(
    _ cluster: GlyphCluster, of run: GlyphRun, isSeen: Bool, with pen: inout TextPen
  ) -> Bool {
    let scalars = cluster.text.unicodeScalars
    guard scalars.count > 1, cluster.glyphs.count == 1, let index = cluster.glyphs.first,
      scalars.allSatisfy({ $0.properties.generalCategory == .otherLetter })
    else { return false }
    let count = Double(scalars.count)
    for (number, scalar) in scalars.reversed().enumerated() {
      let code = code(of: pen.glyphs[index].identifier, run, isSeen, as: String(scalar))
      guard code.isWide else { return false }
      if number > 0 {
        // Each copy is as wide as its share, so it ends where the ligature ends.
        closeRow(&pen)
        if number == 1, isSeen { text.put("3 Tr ") }
        if number == 1 { text.put([100 / count], " Tz\n") }
        pen.lift()
      }
      let length = fonts.width(of: code) / 1000 * Double(number) / count
      show(code, at: pen.moved(pen.place(index), by: length), with: &pen)
    }
    closeRow(&pen)
    pen.lift()
    text.put("100 Tz")
    if isSeen { text.put(run.face.synthesis.emboldens ? " 2 Tr" : " 0 Tr") }
    text.put("\n")
    return true
  }

  private mutating func show(_ code: PDFFonts.Code, at place: Point, with pen: inout TextPen) {
    if code.resource != pen.font {
      closeRow(&pen)
      text.put("/\(code.resource) ")
      text.put([pen.size], " Tf\n")
      pen.font = code.resource
    }
    let (along, across) = pen.way(to: place)
    if !pen.isPlaced || abs(across) > TextPen.tolerance || abs(along) > TextPen.farthest {
      closeRow(&pen)
      let (right, up) = (pen.stance.right, pen.stance.up)
      text.put([right.x, right.y, up.x, up.y, place.x, place.y], " Tm\n")
      pen.move(to: place)
    } else if abs(along) > TextPen.tolerance {
      openRow(&pen)
      let thousandths = (-along * 1000).rounded()
      text.put([thousandths])
      pen.advance(by: -thousandths)
    }
    openRow(&pen)
    text.put("<")
    contents[contents.count - 1].calls.append((text.bytes.count, code))
    text.put(
      Array(UInt16(truncatingIfNeeded: code.index).hexadecimal.suffix(code.isWide ? 4 : 2)))
    text.put(">")
    pen.advance(by: fonts.width(of: code))
  }

  private mutating func openRow(_ pen: inout TextPen) {
    if !pen.isInRow { text.put("[") }
    pen.isInRow = true
  }

  private mutating func closeRow(_ pen: inout TextPen) {
    if pen.isInRow { text.put("] TJ\n") }
    pen.isInRow = false
  }
}

extension GlyphCluster {
  fileprivate var isSpace: Bool { text == " " || text == "\u{A0}" }

  /// The text in pieces, one for each glyph from left to right; glyphs beyond the characters have
  /// empty ones.
  fileprivate func pieces(isRightToLeft: Bool) -> [String] {
    guard glyphs.count > 1 else { return [text] }
    let scalars = Array(text.unicodeScalars)
    let pieces = (0..<glyphs.count).map { index in
      let end = index == glyphs.count - 1 ? scalars.count : index + 1
      return index < end && index < scalars.count
        ? String(String.UnicodeScalarView(scalars[index..<end])) : ""
    }
    return isRightToLeft ? pieces.reversed() : pieces
  }
}

/// The current text position on a page, tracked by glyph widths.
private struct TextPen {
  let glyphs: [PlacedGlyph]
  let size: Double
  let stance: GlyphStance
  private let axes: LineAxes
  private let origin: Point
  private var pen = Point.zero
  private(set) var isPlaced = false
  /// Whether an array of glyphs and gaps is open.
  var isInRow = false
  /// The current font; `nil` before the first glyph.
  var font: PDFFonts.Resource?

  /// The largest invisible distance, in em.
  static let tolerance = 0.0005
  /// The largest distance that is written as a gap, in em.
  static let farthest = 30.0

  init(_ run: GlyphRun, at origin: Point) {
    glyphs = run.placedGlyphs
    size = run.size
    stance = GlyphStance(run)
    axes = run.axes
    self.origin = origin
  }

  func place(_ index: Int) -> Point {
    axes.page(glyphs[index].origin).offset(x: origin.x, y: origin.y)
  }

  /// The distance from the current position to a place, along and across the line, in em.
  func way(to place: Point) -> (along: Double, across: Double) {
    let (x, y) = ((place.x - pen.x) / size, (place.y - pen.y) / size)
    let right = stance.right
    return (x * right.x + y * right.y, y * right.x - x * right.y)
  }

  /// A place moved along the line by a number of em.
  func moved(_ place: Point, by length: Double) -> Point {
    place.offset(x: length * size * stance.right.x, y: length * size * stance.right.y)
  }

  mutating func move(to place: Point) {
    pen = place
    isPlaced = true
  }

  /// Forgets the position, so the next glyph is placed by itself.
  mutating func lift() { isPlaced = false }

  /// Advances by thousandths of an em.
  mutating func advance(by thousandths: Double) {
    let length = thousandths / 1000 * size
    pen = pen.offset(x: length * stance.right.x, y: length * stance.right.y)
  }
}
