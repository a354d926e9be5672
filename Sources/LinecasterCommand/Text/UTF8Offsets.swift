/// The UTF-8 offsets of a text by its UTF-16 offsets; that of a pair's second half is its first's.
struct UTF8Offsets {
  private var offsets: [Int] = []

  init(_ text: String) {
    offsets.reserveCapacity(text.utf16.count + 1)
    var offset = 0
    for scalar in text.unicodeScalars {
      for _ in 0..<UTF16.width(scalar) { offsets.append(offset) }
      offset += UTF8.width(scalar)
    }
    offsets.append(offset)
  }

  /// The UTF-8 offset of a UTF-16 offset; those beyond the text count as its end.
  subscript(_ offset: Int) -> Int { offsets[min(max(0, offset), offsets.count - 1)] }
}
