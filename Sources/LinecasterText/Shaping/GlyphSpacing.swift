import LinecasterBase

/// The room that a style adds after letters and spaces, in font units (CSS Text 4 §8).
///
/// Positions stay whole font units; the rounding error carries over to the next cluster. The sum
/// over a block of an item is off by at most half a unit. Each block restarts, so the room on a
/// line is found without scanning all text before it.
struct GlyphSpacing {
  private let letter: Double
  private let word: Double
  /// Whether the script is cursive, so only spaces get letter spacing.
  private let joins: Bool
  private let isRightToLeft: Bool
  /// The first unit of the item.
  private let start: Int

  /// The number of clusters in a block that got room so far.
  struct Progress: Equatable {
    /// The block's first unit, relative to the start of the item.
    fileprivate var block = 0
    fileprivate var letters = 0
    fileprivate var words = 0
  }

  /// The spacing of an item; `nil` if its style has none.
  init?(_ style: TextStyle, _ item: TextItem, unitsPerEm: Int) {
    if style.letterSpacing == 0 && style.wordSpacing == 0 { return nil }
    let scale = style.drawnSize > 0 ? Double(unitsPerEm) / style.drawnSize : 0
    letter = (style.drawnLetterSpacing * scale).limited(to: Self.limit)
    word = (style.drawnWordSpacing * scale).limited(to: Self.limit)
    joins = item.script.joinsLetters
    isRightToLeft = item.isRightToLeft
    start = item.start
    if letter == 0 && word == 0 { return nil }
  }

  /// The maximum spacing. It keeps the sum of an item's advances in 32 bits, unless both kinds of
  /// spacing are that large; positions then saturate.
  private static let limit = 50_000.0
  /// The number of units in a block.
  static let blockCount = 256

  /// The first unit of the block that contains a unit, relative to the start of its item.
  private func blockStart(of unit: Int) -> Int {
    (unit - start) / Self.blockCount * Self.blockCount
  }

  /// Adds spacing to clusters in logical order.
  ///
  /// Advances never become negative, so positions never decrease.
  func apply(
    to glyphs: UnsafeMutableBufferPointer<ShapedGlyph>, of text: UnsafeBufferPointer<UInt16>,
    after progress: Progress
  ) {
    var progress = progress
    var width = 0
    for index in glyphs.indices {
      width += Int(glyphs[index].advance)
      // In logical order, the last glyph of a cluster is at its end in both directions.
      let next = index + 1
      guard next == glyphs.count || glyphs[next].cluster != glyphs[index].cluster else { continue }
      let cluster = Int(glyphs[index].cluster)
      let block = blockStart(of: cluster)
      if block != progress.block { progress = Progress(block: block) }
      let before = room(progress)
      count(text[cluster], in: &progress)
      let added = max(room(progress) - before, -max(0, width))
      width = 0
      glyphs[index].advance = Int32(clamping: Int(glyphs[index].advance) + added)
      if isRightToLeft {
        glyphs[index].xOffset = Int16(clamping: Int(glyphs[index].xOffset) + added)
      }
    }
  }

  /// The progress in a run before a unit.
  ///
  /// - Complexity: O(glyphs of a block), and O(log glyphs of the run).
  func progress(
    before unit: Int, in run: ShapedRun, of paragraph: PreparedParagraph,
    _ text: UnsafeBufferPointer<UInt16>
  ) -> Progress {
    var progress = Progress(block: blockStart(of: unit))
    var last: UInt32?
    let before = start + progress.block..<unit
    let glyphs = paragraph.glyphs.slice(paragraph.glyphs(of: before, in: run))
    for glyph in glyphs where glyph.cluster != last {
      last = glyph.cluster
      count(text[Int(glyph.cluster)], in: &progress)
    }
    return progress
  }

  private func room(_ progress: Progress) -> Int {
    Int(saturating: (letter * Double(progress.letters) + word * Double(progress.words)).rounded())
  }

  private func count(_ unit: UInt16, in progress: inout Progress) {
    let isSpace = unit == 0x20 || unit == 0xA0
    if isSpace { progress.words += 1 }
    if isSpace || !(joins || unit < 0x20 || InvisibleCharacter.isOne(unit)) {
      progress.letters += 1
    }
  }
}

/// Characters without width, for example soft hyphens, zero-width spaces, word joiners and controls
/// of directions: they get no room of their own.
enum InvisibleCharacter {
  static func isOne(_ unit: UInt16) -> Bool {
    switch unit {
    case 0xAD, 0x061C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }
}
