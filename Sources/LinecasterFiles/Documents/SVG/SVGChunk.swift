import Foundation
import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// Text at its place on a line, continued by the advance widths of its font.
struct SVGChunk {
  /// A part of the text with a place of its own.
  struct Piece {
    /// The text, in reading order.
    var text: String
    /// The start of the text: its left end, or its right end for right-to-left text, in layout
    /// points of the run.
    let start: Point
  }

  /// The parts, in reading order.
  private(set) var pieces: [Piece]
  /// The position of each unit of the only piece along the line; `nil` if only the first one has a
  /// position.
  private(set) var places: [Double]?

  /// The start of the first piece.
  var start: Point { pieces[0].start }

  fileprivate init(_ text: String, at start: Point, places: [Double]? = nil) {
    pieces = [Piece(text: text, start: start)]
    self.places = places
  }

  fileprivate init?(_ pieces: [Piece]) {
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
  }
}

/// The text of a run for SVG, which browsers shape again.
struct SVGText {
  /// The words with the spaces after them.
  private(set) var chunks: [SVGChunk] = []
  /// Whether a browser draws every glyph of the run at its place.
  private(set) var isFaithful = true

  private let run: GlyphRun
  private let glyphs: [PlacedGlyph]
  /// The glyphs of texts by themselves.
  private var known: [String: LoneText] = [:]

  /// The largest invisible distance, in em.
  private static let tolerance = 0.005

  /// Divides a run into chunks.
  ///
  /// Letters have positions of their own if each is one glyph of one unit and does not depend on
  /// its neighbours. Otherwise a word stays whole, unless its graphemes are apart: letter spacing
  /// and justification put them where its font does not. Text that is shaped differently by itself
  /// makes the run unfaithful.
  init(_ run: GlyphRun, _ glyphs: [PlacedGlyph]) {
    (self.run, self.glyphs) = (run, glyphs)
    let clusters = run.isRightToLeft ? run.clusters.reversed() : run.clusters
    let letters = Letter.letters(of: clusters)
    if run.isUpright {
      chunks = letters.map { SVGChunk($0.text, at: glyphs[$0.glyphs.lowerBound].origin) }
      return
    }
    let isSimple = !run.isRightToLeft && letters.allSatisfy { $0.isSimple && isAsDrawn($0) }
    for word in Letter.words(of: letters) {
      if isSimple { addSimple(word) } else { add(word) }
    }
  }

  private mutating func addSimple(_ word: [Letter]) {
    chunks.append(
      SVGChunk(
        word.map(\.text).joined(), at: glyphs[word[0].glyphs.lowerBound].origin,
        places: word.map { glyphs[$0.glyphs.lowerBound].origin.x }))
  }

  /// Adds a word whole, or its letters.
  private mutating func add(_ word: [Letter]) {
    let letters = word.prefix { !$0.isSpace }
    let spaces = word[letters.count...].map(\.text).joined()
    guard let whole = Letter(joining: letters) else {
      chunks.append(SVGChunk(spaces, at: edge(of: word[0])))
      return
    }
    if let start = start(of: whole) {
      chunks.append(SVGChunk(whole.text + spaces, at: start))
      return
    }
    var pieces = letters.map { letter in
      let start = start(of: letter)
      isFaithful = isFaithful && start != nil
      return SVGChunk.Piece(text: letter.text, start: start ?? edge(of: letter))
    }
    pieces[pieces.count - 1].text += spaces
    for level in pieces.chunked(by: { $0.start.y == $1.start.y }) {
      if let chunk = SVGChunk(Array(level)) { chunks.append(chunk) }
    }
  }

  /// Returns the start at which a text by itself has the glyphs of the run; `nil` for none.
  private mutating func start(of letter: Letter) -> Point? {
    let own = glyphs[letter.glyphs]
    let alone = alone(letter.text)
    guard let first = own.first, let origin = alone.origins.first,
      alone.glyphs.elementsEqual(own.lazy.map(\.identifier))
    else { return nil }
    let start = first.origin.offset(x: -origin.x, y: -origin.y)
    let tolerance = Self.tolerance * run.size
    for (glyph, origin) in zip(own, alone.origins) {
      guard abs(glyph.origin.x - origin.x - start.x) <= tolerance,
        abs(glyph.origin.y - origin.y - start.y) <= tolerance
      else { return nil }
    }
    return run.isRightToLeft ? start.offset(x: alone.width, y: 0) : start
  }

  /// Whether a letter by itself has the glyph of the run.
  private mutating func isAsDrawn(_ letter: Letter) -> Bool {
    alone(letter.text).glyphs == [glyphs[letter.glyphs.lowerBound].identifier]
  }

  private mutating func alone(_ text: String) -> LoneText {
    if let known = known[text] { return known }
    let shaped = run.shapedAlone(text)
    known[text] = shaped
    return shaped
  }

  /// The edge of a letter's glyphs at which its text starts.
  private func edge(of letter: Letter) -> Point {
    let own = glyphs[letter.glyphs]
    let first = own.first ?? glyphs[0]
    guard run.isRightToLeft else { return first.origin }
    let end = own.map { $0.origin.x + $0.advance }.max() ?? first.origin.x
    return Point(x: end, y: first.origin.y)
  }
}

/// The glyphs of whole graphemes that cannot be separated.
private struct Letter {
  /// The indices in the run, in visual order.
  var glyphs: Range<Int>
  var text: String
  /// Whether it is one cluster.
  private var isCluster = true

  /// The letters of clusters in reading order.
  static func letters(of clusters: [GlyphCluster]) -> [Letter] {
    var letters: [Letter] = []
    for cluster in clusters where !cluster.drawnText.isEmpty && !cluster.glyphs.isEmpty {
      guard let last = letters.last, !cluster.startsGrapheme else {
        letters.append(Letter(glyphs: cluster.glyphs, text: cluster.drawnText))
        continue
      }
      letters[letters.count - 1] = last.joined(with: cluster.glyphs, cluster.drawnText)
    }
    return letters
  }

  /// The words of letters, each with the spaces after it.
  static func words(of letters: [Letter]) -> [[Letter]] {
    letters.chunked { !($0.isSpace && !$1.isSpace) }.map(Array.init)
  }

  private init(glyphs: Range<Int>, text: String) {
    (self.glyphs, self.text) = (glyphs, text)
  }

  /// Joins letters; `nil` if there are none.
  init?(joining letters: some Collection<Letter>) {
    guard var whole = letters.first else { return nil }
    for letter in letters.dropFirst() { whole = whole.joined(with: letter.glyphs, letter.text) }
    self = whole
  }

  private func joined(with glyphs: Range<Int>, _ text: String) -> Letter {
    var joined = self
    let start = min(self.glyphs.lowerBound, glyphs.lowerBound)
    joined.glyphs = start..<max(self.glyphs.upperBound, glyphs.upperBound)
    joined.text += text
    joined.isCluster = false
    return joined
  }

  var isSpace: Bool { text == " " || text == "\u{A0}" }

  /// Whether the letter is one glyph of one unit that looks the same beside any other: in
  /// non-joining alphabets, or an ideograph.
  var isSimple: Bool {
    guard isCluster, glyphs.count == 1, text.utf16.count == 1, let unit = text.utf16.first else {
      return false
    }
    return unit < 0x300 || 0x370..<0x590 ~= unit || 0x1E00..<0x2010 ~= unit
      || 0x3000..<0xA4D0 ~= unit || 0xAC00..<0xD7A4 ~= unit
  }
}

extension Collection {
  /// Divides the collection where two neighbours do not belong together.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    while start != endIndex {
      var last = start
      var end = index(after: start)
      while end != endIndex, belong(self[last], self[end]) {
        last = end
        end = index(after: end)
      }
      parts.append(self[start..<end])
      start = end
    }
    return parts
  }
}

/// The fonts of an SVG file, with the glyphs and the text that it draws.
struct SVGFonts {
  private struct Font {
    let face: FontFace
    var glyphs: Set<UInt32> = []
    var scalars: Set<UInt32> = []
  }

  private var fonts: [Font] = []
  private var known: [FontFace: Int] = [:]
  private var subsettable: [FontFace: Bool] = [:]

  /// The family name of a font in the file.
  static func family(_ index: Int) -> String { "linecaster-\(index)" }

  /// The index of a font; `nil` if HarfBuzz cannot subset it.
  mutating func index(of face: FontFace) -> Int? {
    if let index = known[face] { return index }
    guard subsettable[face] != false, FontSubset.isPossible(for: face) else {
      subsettable[face] = false
      return nil
    }
    fonts.append(Font(face: face))
    known[face] = fonts.count - 1
    return fonts.count - 1
  }

  /// Adds glyphs of a font, and the text that they stand for.
  mutating func add(_ glyphs: some Sequence<UInt32>, _ text: String, to index: Int) {
    fonts[index].glyphs.formUnion(glyphs)
    fonts[index].scalars.formUnion(text.unicodeScalars.lazy.map(\.value))
  }

  /// The `@font-face` rules with the embedded fonts (CSS Fonts 4 §4).
  ///
  /// - Throws: `RasterError` if HarfBuzz cannot subset a font; `CancellationError`.
  func rules(_ scope: WorkScope) throws -> String {
    var rules = ""
    for (index, font) in fonts.enumerated() {
      try scope.checkCancellation()
      guard let subset = FontSubset(font.face, glyphs: font.glyphs, for: .text(font.scalars))
      else {
        throw RasterError(
          code: .unusableFace, source: font.face.data.source,
          reason: "HarfBuzz could not subset the font")
      }
      let kind = subset.isCFF ? ("otf", "opentype") : ("ttf", "truetype")
      rules +=
        "@font-face{font-family:\(Self.family(index));src:url(data:font/\(kind.0);base64,"
        + "\(Data(subset.bytes).base64EncodedString())) format('\(kind.1)')}\n"
    }
    return rules
  }
}
