/// Shares the free room of a line between its spaces and, in scripts without spaces, between its
/// characters (CSS Text 3 §6.4.1).
struct Justifier {
  let paragraph: ShapedParagraph

  /// The number of places that can take room on a line.
  static func opportunities(in paragraph: ShapedParagraph, _ line: LineSpan) -> Int {
    let justifier = Justifier(paragraph: paragraph)
    let content = LineSegments(paragraph, line, origin: 0)
    var clusters: [Int] = []
    for segment in content.segments where !segment.isMark {
      clusters += content.clusters(of: segment)
    }
    return (clusters.indices.dropLast().count { justifier.expands(clusters[$0], clusters[$0 + 1]) })
  }

  /// Widens the clusters of a line, which are in text order, by so many layout points in all.
  func justify(_ line: inout LineSegments, by room: Double) {
    let all = line.segments.flatMap { $0.isMark ? [] : line.clusters(of: $0) }
    var share = Share(of: room)
    for (cluster, next) in zip(all, all.dropFirst()) where expands(cluster, next) {
      share.count += 1
      if isSpace(cluster) || isIdeographic(cluster) {
        share.behind.insert(cluster)
      } else {
        share.before.insert(next)
      }
    }
    guard share.count > 0, room > 0 else { return }
    for index in line.segments.indices where !line.segments[index].isMark {
      line.widen(index, &share)
    }
  }

  /// What is to be shared out on a line, and where.
  fileprivate struct Share {
    let room: Double
    var count = 0
    /// Clusters with room at their end.
    var behind: Set<Int> = []
    /// Ideographs with room at their start, since what stands there is of another kind.
    var before: Set<Int> = []
    /// What rounding to font units owes, carried on, so that the line ends where it should.
    var owed = 0.0

    init(of room: Double) { self.room = room }

    /// Whether a cluster has room at its start or end.
    func hasRoom(at cluster: Int) -> Bool { behind.contains(cluster) || before.contains(cluster) }

    /// The room of the next place, in whole font units.
    mutating func next(scale: Double) -> Int {
      owed += room / Double(count)
      let units = (owed / scale).rounded()
      owed -= units * scale
      return Int(units)
    }
  }

  /// Whether room may be added between two clusters that follow each other.
  private func expands(_ cluster: Int, _ next: Int) -> Bool {
    isSpace(cluster) || isIdeographic(cluster) || isIdeographic(next)
  }

  private func isSpace(_ cluster: Int) -> Bool {
    let unit = paragraph.text[cluster]
    return unit == 0x20 || unit == 0xA0 || unit == 0x09
  }

  /// Whether a cluster starts with a character that is set without spaces.
  private func isIdeographic(_ cluster: Int) -> Bool {
    let unit = paragraph.text[cluster]
    guard unit & 0xFC00 == 0xD800, cluster + 1 < paragraph.count else {
      return unit >= 0x02C7 && IdeographicCharacters.contains(UInt32(unit))
    }
    let low = UInt32(paragraph.text[cluster + 1]) & 0x3FF
    return IdeographicCharacters.contains(0x10000 + UInt32(unit & 0x3FF) << 10 + low)
  }
}

extension LineSegments {
  /// Adds the room of clusters of a segment to their advances, in whole font units.
  fileprivate mutating func widen(_ index: Int, _ share: inout Justifier.Share) {
    let segment = segments[index]
    guard segment.scale > 0, clusters(of: segment).contains(where: share.hasRoom) else { return }
    var widened = Array(glyphs(of: segment))
    var units = widened.isEmpty ? share.next(scale: segment.scale) : 0
    for place in widened.indices {
      let cluster = Int(widened[place].cluster)
      if share.before.contains(cluster), Self.isFirstOfCluster(place, in: widened) {
        let room = share.next(scale: segment.scale)
        widened[place].xOffset = Int16(clamping: Int(widened[place].xOffset) + room)
        units += Self.widen(&widened[place], by: room)
      }
      if share.behind.contains(cluster), Self.isLastOfCluster(place, in: widened) {
        units += Self.widen(&widened[place], by: share.next(scale: segment.scale))
      }
    }
    replace(index, glyphs: widened, width: segment.width + Double(units) * segment.scale)
  }

  /// Adds room to a glyph's advance; the result is the room.
  private static func widen(_ glyph: inout ShapedGlyph, by units: Int) -> Int {
    glyph.advance = Int32(clamping: Int(glyph.advance) + units)
    return units
  }

  private static func isFirstOfCluster(_ index: Int, in glyphs: [ShapedGlyph]) -> Bool {
    index == 0 || glyphs[index - 1].cluster != glyphs[index].cluster
  }

  private static func isLastOfCluster(_ index: Int, in glyphs: [ShapedGlyph]) -> Bool {
    index + 1 == glyphs.count || glyphs[index + 1].cluster != glyphs[index].cluster
  }
}
