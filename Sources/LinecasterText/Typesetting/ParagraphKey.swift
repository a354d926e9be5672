import LinecasterCaches
import LinecasterFonts

/// A paragraph as the key of a cache: equal only where every code unit and every style is.
struct ParagraphKey: CacheKey {
  let paragraph: Paragraph
  let cacheHash: UInt64

  init(_ paragraph: Paragraph) {
    self.paragraph = paragraph
    let style = paragraph.text.runs[0].style
    var hash = UInt64(paragraph.text.runs.count) ^ style.size.bitPattern
    hash = UnitHash.mixed(hash ^ UInt64(style.weight.value) << 32)
    var string = paragraph.text.string
    cacheHash = string.withUTF8 { UnitHash.hash(UnsafeRawBufferPointer($0), from: hash) }
  }

  /// The memory that keeping a paragraph under this key takes, in bytes.
  ///
  /// An eighth more than the two have: blocks of other paragraphs leave holes between them that
  /// only some sizes fit in.
  func cost(of prepared: ShapedParagraph) -> Int {
    (byteCount + prepared.byteCountWhenKept) * 9 / 8
  }

  /// The memory of the text and its styles, in bytes.
  private var byteCount: Int {
    2 * ShapedParagraph.blockBytes + paragraph.text.string.utf8.count
      + paragraph.text.runs.count
      * (MemoryLayout<AttributedText.Run>.stride + TextStyle.byteCount)
  }

  static func == (left: ParagraphKey, right: ParagraphKey) -> Bool {
    left.cacheHash == right.cacheHash && left.paragraph == right.paragraph
  }

  func hash(into hasher: inout Hasher) { hasher.combine(cacheHash) }
}
