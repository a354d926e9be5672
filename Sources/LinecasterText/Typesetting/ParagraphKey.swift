#if canImport(Glibc)
  import Glibc
#endif
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
    hash = Self.mixed(hash ^ UInt64(style.weight.value) << 32)
    cacheHash = Self.hash(paragraph.text.string, from: hash)
  }

  /// The memory of the text and its styles, in bytes.
  var byteCount: Int {
    2 * ShapedParagraph.blockBytes + paragraph.text.string.utf8.count
      + paragraph.text.runs.count * MemoryLayout<AttributedText.Run>.stride
  }

  static func == (left: ParagraphKey, right: ParagraphKey) -> Bool {
    left.cacheHash == right.cacheHash && left.paragraph.style == right.paragraph.style
      && left.paragraph.text.runs == right.paragraph.text.runs
      && hasSameUnits(left.paragraph.text.string, right.paragraph.text.string)
  }

  private static func hasSameUnits(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count, let first = left.baseAddress,
          let second = right.baseAddress
        else { return left.count == right.count }
        return memcmp(first, second, left.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(cacheHash) }

  /// A hash of the code units, eight bytes a step.
  private static func hash(_ string: String, from start: UInt64) -> UInt64 {
    var string = string
    return string.withUTF8 { units in
      let bytes = UnsafeRawBufferPointer(units)
      var hash = start ^ UInt64(bytes.count)
      var offset = 0
      while offset + 8 <= bytes.count {
        hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest: UInt64 = 0
      for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
      return mixed(hash ^ rest)
    }
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0xFF51_AFD7_ED55_8CCD
    return product ^ product >> 32
  }
}
