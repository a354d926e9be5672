/// A paragraph in the sense of UAX 9: text up to and with a paragraph separator.
struct BidiParagraph: Hashable, Sendable {
  /// The UTF-16 offset after its last unit.
  let end: Int
  /// The paragraph embedding level: even is left to right, odd right to left.
  let level: UInt8
}
