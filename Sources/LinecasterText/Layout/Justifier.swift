/// Shares the free room of a line between its spaces and, in scripts without spaces, between its
/// characters (CSS Text 3 §6.4.1).
struct Justifier {
  let paragraph: ShapedParagraph

  /// The number of places that can take room on a line.
  static func opportunities(in paragraph: ShapedParagraph, _ line: LineSpan) -> Int {
    let justifier = Justifier(paragraph: paragraph)
    var clusters: [Int] = []
    for segment in LineSegments(paragraph, line, origin: 0).segments where !segment.isMark {
      clusters += segment.clustersInTextOrder
    }
    return (clusters.indices.dropLast().count { justifier.expands(clusters[$0], clusters[$0 + 1]) })
  }

  /// Widens the clusters of a line, which are in text order, by so many layout points in all.
  func justify(_ segments: inout [LineSegment], by room: Double) {
    let clusters = segments.map { $0.isMark ? [] : $0.clustersInTextOrder }
    let all = Array(clusters.joined())
    let slots = all.indices.dropLast().map { expands(all[$0], all[$0 + 1]) }
    let count = slots.count { $0 }
    guard count > 0, room > 0 else { return }
    var first = 0
    // What rounding to font units owes is carried on, so that the line ends where it should.
    var owed = 0.0
    for (index, own) in clusters.enumerated() {
      var widened: Set<Int> = []
      for (offset, cluster) in own.enumerated()
      where first + offset < slots.count && slots[first + offset] {
        widened.insert(cluster)
      }
      segments[index].widen(widened, by: room / Double(count), owing: &owed)
      first += own.count
    }
  }

  /// Whether room may be added between two clusters that follow each other.
  private func expands(_ cluster: Int, _ next: Int) -> Bool {
    let unit = paragraph.text[cluster]
    if unit == 0x20 || unit == 0xA0 || unit == 0x09 { return true }
    return isIdeographic(cluster) || isIdeographic(next)
  }

  /// Whether a character is set without spaces: ideographs, kana and their punctuation.
  private func isIdeographic(_ cluster: Int) -> Bool {
    switch paragraph.text[cluster] {
    case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFFEF:
      true
    case 0xD840...0xD8BF: true  // Planes 2 and 3
    default: false
    }
  }
}

extension LineSegment {
  /// The first units of the segment's clusters.
  fileprivate var clustersInTextOrder: [Int] {
    guard !glyphs.isEmpty else { return [units.lowerBound] }
    var clusters: [Int] = []
    for glyph in glyphs where clusters.last != Int(glyph.cluster) {
      clusters.append(Int(glyph.cluster))
    }
    return isRightToLeft ? clusters.reversed() : clusters
  }

  /// Adds room to the advances of some clusters, in whole font units.
  fileprivate mutating func widen(_ clusters: Set<Int>, by room: Double, owing owed: inout Double) {
    guard !clusters.isEmpty else { return }
    guard !glyphs.isEmpty, scale > 0 else {
      width += room
      return
    }
    var widened = Array(glyphs)
    for index in widened.indices where isLastOfCluster(index, in: widened) {
      guard clusters.contains(Int(widened[index].cluster)) else { continue }
      owed += room
      let units = (owed / scale).rounded()
      widened[index].advance = Int32(clamping: Int(widened[index].advance) + Int(units))
      owed -= units * scale
      width += units * scale
    }
    glyphs = widened[...]
  }

  private func isLastOfCluster(_ index: Int, in glyphs: [ShapedGlyph]) -> Bool {
    index + 1 == glyphs.count || glyphs[index + 1].cluster != glyphs[index].cluster
  }
}
