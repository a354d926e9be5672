import Synchronization

/// The history of a text that only grows.
///
/// Of two texts of one lineage, the shorter one is the start of the longer one, in its styles. A
/// text stays in its lineage only if nothing else was appended to an equal text before.
final class TextLineage: Sendable {
  /// The length of the longest text, in UTF-16 units.
  private let count: Atomic<Int>

  private init(count: Int) { self.count = Atomic(count) }

  /// The length from which a text has a lineage. Preparing a shorter one takes less than finding
  /// what it shares.
  static let leastCount = 256

  /// Returns the lineage of a text that has grown between two lengths.
  ///
  /// - Parameter known: The lineage of the text before it grew; `nil` for none.
  static func grown(from start: Int, to end: Int, _ known: TextLineage?) -> TextLineage? {
    guard start >= leastCount else { return nil }
    if let known,
      known.count.compareExchange(
        expected: start, desired: end, ordering: .relaxed
      ).exchanged
    {
      return known
    }
    return TextLineage(count: end)
  }
}

/// Identifies the source text of a prepared paragraph.
struct TextOrigin: Sendable {
  private let lineage: TextLineage
  /// The number of UTF-8 bytes of the text.
  let byteCount: Int

  /// `nil` for a text to which nothing was appended, or that has boxes or attachments.
  init?(_ text: AttributedText) {
    guard let lineage = text.lineage, text.inline == nil else { return nil }
    self.lineage = lineage
    byteCount = text.string.utf8.count
  }

  /// Whether a text is the start of another one, or the whole.
  func isStart(of other: AttributedText) -> Bool {
    other.lineage === lineage && other.inline == nil && other.string.utf8.count >= byteCount
  }
}
