import LinecasterBase
import LinecasterFonts

/// Distributes the free space of a line between its words and, in scripts without spaces, between
/// its characters (CSS Text 3 §6.4.1).
struct Justifier {
  let paragraph: PreparedParagraph
  /// The parts of ruby pairs on the line.
  private let pairs: RubyPieces

  /// Creates a justifier of a line with the given contents.
  init(of line: LineContent) {
    paragraph = line.paragraph
    pairs = line.pairs
  }

  /// Returns the number of justification opportunities on a line.
  static func opportunities(in paragraph: PreparedParagraph, _ line: LineSpan) -> Int {
    let content = LineContent(paragraph, line, origin: 0)
    let justifier = Justifier(of: content)
    let clusters = justifier.stretched(content.standingClusters)
    return zip(clusters, clusters.dropFirst()).count { justifier.expands($0, $1) }
  }

  /// Returns the visible clusters, without spaces before zero-width spaces at the line's end, and
  /// without those that end a box there (CSS `white-space: break-spaces`).
  private func stretched(_ clusters: [Int]) -> [Int] {
    ending(clusters).filter { !InvisibleCharacter.isOne(paragraph.text[$0]) }
  }

  /// Returns the clusters up to the last one that counts at the line's end.
  private func ending(_ clusters: [Int]) -> ArraySlice<Int> {
    guard let last = clusters.last else { return clusters[...] }
    if paragraph.text[last] == Self.zeroWidthSpace {
      let end = clusters.lastIndex {
        paragraph.text[$0] != Self.zeroWidthSpace && !Self.isSpace(paragraph.text[$0])
      }
      return clusters[...(end ?? clusters.startIndex)]
    }
    guard let flow = paragraph.flow, flow.hasEdges(in: last + 1..<last + 2),
      let end = clusters.lastIndex(where: { !takesRoomAtEnd($0, flow) }),
      !flow.hasEdges(in: clusters[end] + 1..<last + 1)
    else { return clusters[...] }
    return clusters[...end]
  }

  /// Whether a cluster is a space that takes room at a line's end.
  private func takesRoomAtEnd(_ cluster: Int, _ flow: InlineFlow) -> Bool {
    guard paragraph.text[cluster] == 0x20 || paragraph.text[cluster] == WhiteSpace.ideographicSpace
    else { return false }
    return (flow.whiteSpace(at: cluster) ?? paragraph.style.whiteSpace) == .breakSpaces
  }

  private static let zeroWidthSpace: UInt16 = 0x200B

  /// Returns the number of justification opportunities in text of a ruby pair.
  static func gaps(
    in units: Range<Int>, of text: SharedArray<UInt16>, _ boundaries: SharedArray<BoundaryFlags>
  ) -> Int {
    let starts = units.filter {
      ($0 == units.lowerBound || boundaries[$0].contains(.grapheme))
        && !InvisibleCharacter.isOne(text[$0])
    }
    return zip(starts, starts.dropFirst()).count { start, next in
      isSpace(text[start]) || isIdeographic(text, start) || isIdeographic(text, next)
    }
  }

  /// Distributes space among the clusters of some segments, for the texts of a ruby pair.
  static func spread(_ line: inout LineContent, _ segments: Range<Int>, by room: Double) {
    let text = line.paragraph.text
    let all = line.segments[segments].flatMap { $0.isToken ? [] : line.clusters(of: $0) }
      .filter { !InvisibleCharacter.isOne(text[$0]) }
    var share = Share(of: room)
    for (cluster, next) in zip(all, all.dropFirst()) {
      if isSpace(text[cluster]) || isIdeographic(text, cluster) {
        share.behind.insert(cluster)
      } else if isIdeographic(text, next) {
        share.before.insert(next)
      } else {
        continue
      }
      share.count += 1
    }
    guard share.count > 0, room > 0 else { return }
    for index in segments where !line.segments[index].isToken { line.widen(index, &share) }
  }

  /// Widens the clusters of a line, which are in text order, by a total of `room` layout points.
  func justify(_ line: inout LineContent, by room: Double) {
    let all = stretched(line.standingClusters)
    var room = room
    if paragraph.style.justification == .kashida {
      room -= KashidaPlacer(paragraph: paragraph).lengthen(&line, by: room)
    }
    var share = Share(of: room)
    for (cluster, next) in zip(all, all.dropFirst()) where expands(cluster, next) {
      share.count += 1
      if paragraph.style.justification == .interCharacter || isSpace(cluster)
        || isIdeographic(cluster) || isCombined(cluster)
      {
        share.behind.insert(cluster)
      } else {
        share.before.insert(next)
      }
    }
    guard share.count > 0, room > 0 else { return }
    for index in line.segments.indices where !line.segments[index].isToken {
      line.widen(index, &share)
    }
    line.noteTrailingRoom(room / Double(share.count)) { share.behind.contains($0) }
  }

  /// The space to distribute on a line, and its places.
  fileprivate struct Share {
    let room: Double
    var count = 0
    /// Clusters with space at their end.
    var behind: Set<Int> = []
    /// Clusters with space at their start, because the preceding cluster is of another kind.
    var before: Set<Int> = []
    /// The accumulated rounding error of font units, carried on to make the line end exactly.
    var owed = 0.0

    init(of room: Double) { self.room = room }

    /// Whether a cluster has space at its start or end.
    func hasRoom(at cluster: Int) -> Bool { behind.contains(cluster) || before.contains(cluster) }

    /// Returns the space of the next place, in whole font units.
    mutating func next(scale: Double) -> Int {
      owed += room / Double(count)
      // Glyphs of a tiny em cannot be moved far enough: the rest is carried on.
      let units = Int32(saturating: (owed / scale).rounded())
      owed -= Double(units) * scale
      return Int(units)
    }
  }

  /// Whether space may be added between two consecutive clusters; never inside a grapheme.
  private func expands(_ cluster: Int, _ next: Int) -> Bool {
    guard paragraph.boundaries[next].contains(.grapheme) else { return false }
    if let pair = partedPair(at: cluster), pair.contains(next) { return false }
    return switch paragraph.style.justification {
    case .automatic, .kashida: isSpace(cluster) || isIdeographic(cluster) || isIdeographic(next)
    case .interWord: isSpace(cluster)
    case .interCharacter: true
    case .none: false
    }
  }

  /// Returns the part of a base on the line that contains a cluster, if its annotation there is
  /// longer: it behaves like an attachment.
  private func partedPair(at cluster: Int) -> Range<Int>? {
    guard let piece = pairs.piece(at: cluster), piece.room.partsBase else { return nil }
    return piece.units
  }

  private func isSpace(_ cluster: Int) -> Bool {
    Self.isSpace(paragraph.text[cluster]) && partedPair(at: cluster) == nil
  }

  private static func isSpace(_ unit: UInt16) -> Bool {
    unit == 0x20 || unit == 0xA0 || unit == 0x09
  }

  /// Whether a cluster is combined upright text, whose box has the space behind it.
  private func isCombined(_ cluster: Int) -> Bool {
    paragraph.flow?.attachment(at: cluster)?.isText ?? false
  }

  /// Whether a cluster starts with a character of a script without spaces.
  private func isIdeographic(_ cluster: Int) -> Bool {
    Self.isIdeographic(paragraph.text, cluster) && partedPair(at: cluster) == nil
  }

  /// Whether a text has characters of scripts without spaces.
  ///
  /// - Complexity: O(units).
  static func hasIdeographs(_ text: SharedArray<UInt16>) -> Bool {
    text.indices.contains { isIdeographic(text, $0) }
  }

  private static func isIdeographic(_ text: SharedArray<UInt16>, _ cluster: Int) -> Bool {
    let unit = text[cluster]
    guard unit & 0xFC00 == 0xD800, cluster + 1 < text.count else {
      return unit >= 0x02C7 && IdeographicCharacters.contains(UInt32(unit))
    }
    let low = UInt32(text[cluster + 1]) & 0x3FF
    return IdeographicCharacters.contains(0x10000 + UInt32(unit & 0x3FF) << 10 + low)
  }
}

extension LineContent {
  /// Adds the space of a segment's clusters to their advances, in whole font units.
  fileprivate mutating func widen(_ index: Int, _ share: inout Justifier.Share) {
    let segment = segments[index]
    guard segment.scale > 0, clusters(of: segment).contains(where: share.hasRoom) else { return }
    var widened = Array(glyphs(of: segment))
    var units = widened.isEmpty ? share.next(scale: segment.scale) : 0
    let left = segment.isRightToLeft ? share.behind : share.before
    let right = segment.isRightToLeft ? share.before : share.behind
    for place in widened.indices {
      let cluster = Int(widened[place].cluster)
      if left.contains(cluster), Self.isFirstOfCluster(place, in: widened) {
        let room = share.next(scale: segment.scale)
        widened[place].xOffset = Int16(clamping: Int(widened[place].xOffset) + room)
        units += Self.widen(&widened[place], by: room)
      }
      if right.contains(cluster), Self.isLastOfCluster(place, in: widened) {
        units += Self.widen(&widened[place], by: share.next(scale: segment.scale))
      }
    }
    replace(index, glyphs: widened, width: segment.width + Double(units) * segment.scale)
  }

  /// Adds space to a glyph's advance and returns it.
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

/// The characters without spaces between which justified lines are stretched: ideographs, kana, and
/// the symbols among them.
///
/// CSS Text 3 §6.4 leaves the choice open. These are the characters that Chromium 156 separates,
/// found by justifying each between two letters; Hangul, which has spaces, is not included.
enum IdeographicCharacters {
  /// Whether the set contains a scalar.
  ///
  /// - Complexity: O(log ranges).
  static func contains(_ scalar: UInt32) -> Bool {
    let index = ranges.bisect { $0.last >= scalar }
    return index < ranges.count && ranges[index].first <= scalar
  }

  /// Ascending and disjoint.
  private static let ranges: [(first: UInt32, last: UInt32)] = [
    (0x02C7, 0x02C7), (0x02CA, 0x02CB), (0x02D9, 0x02D9), (0x2020, 0x2021), (0x2030, 0x2030),
    (0x203B, 0x203C), (0x2042, 0x2042), (0x2047, 0x2049), (0x2051, 0x2051), (0x2100, 0x2100),
    (0x2103, 0x2103), (0x2105, 0x2105), (0x2109, 0x210A), (0x2113, 0x2113), (0x2116, 0x2116),
    (0x2121, 0x2121), (0x212B, 0x212B), (0x213B, 0x213B), (0x2150, 0x2152), (0x2156, 0x215A),
    (0x2160, 0x216B), (0x2170, 0x217B), (0x217F, 0x217F), (0x2189, 0x2189), (0x2194, 0x2195),
    (0x2307, 0x2307), (0x2312, 0x2312), (0x231A, 0x231B), (0x23BE, 0x23CC), (0x23CE, 0x23CE),
    (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3), (0x2423, 0x2423), (0x2460, 0x2492),
    (0x249C, 0x24FF), (0x25A0, 0x25A2), (0x25AA, 0x25AB), (0x25B1, 0x25B3), (0x25B6, 0x25B7),
    (0x25BC, 0x25BD), (0x25C0, 0x25C1), (0x25C6, 0x25C7), (0x25C9, 0x25C9), (0x25CB, 0x25CC),
    (0x25CE, 0x25D3), (0x25E2, 0x25E6), (0x25EF, 0x25EF), (0x25FD, 0x25FE), (0x2600, 0x2603),
    (0x2605, 0x2606), (0x260E, 0x260E), (0x2614, 0x2617), (0x261D, 0x261D), (0x2620, 0x2620),
    (0x2640, 0x2640), (0x2642, 0x2642), (0x2648, 0x2653), (0x2660, 0x266F), (0x2672, 0x267D),
    (0x267F, 0x267F), (0x2693, 0x2693), (0x2695, 0x2696), (0x26A0, 0x26A1), (0x26A7, 0x26A7),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D3, 0x26D4),
    (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26F9, 0x26FA), (0x26FD, 0x26FD),
    (0x2705, 0x2705), (0x2708, 0x2708), (0x270A, 0x270D), (0x2713, 0x2713), (0x271A, 0x271A),
    (0x2728, 0x2728), (0x273F, 0x2740), (0x2744, 0x2744), (0x274C, 0x274C), (0x274E, 0x274E),
    (0x2753, 0x2757), (0x2763, 0x2764), (0x2776, 0x277F), (0x2795, 0x2797), (0x27A1, 0x27A1),
    (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1A, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55),
    (0x2E80, 0x3029), (0x3031, 0x312F), (0x3190, 0x31E3), (0x31F0, 0x4DBF), (0x4DC0, 0x9FFF),
    (0xF900, 0xFAD9), (0xFE10, 0xFE12), (0xFE19, 0xFF0C), (0xFF0E, 0xFF1A), (0xFF1D, 0xFF1D),
    (0xFF1F, 0xFF9D), (0xFFA1, 0xFFEE), (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF),
    (0x1F100, 0x1F100), (0x1F110, 0x1F129), (0x1F130, 0x1F149), (0x1F150, 0x1F169),
    (0x1F170, 0x1F189), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F1E6, 0x1F265),
    (0x1F300, 0x1F3FA), (0x1F400, 0x1F6FC), (0x1F7E0, 0x1F7F0), (0x1F901, 0x1F9FF),
    (0x1FA71, 0x1FAFF), (0x20000, 0x3FFFF),
  ]
}

/// Lengthens the Arabic words of a line with kashidas, glyphs of U+0640 between joining letters.
///
/// The font decides the places, as HarfBuzz reports for each text: not inside ligatures, nor where
/// a rule spans the place. Each word uses its best place, in the priority order of "Justifying Text
/// using Cascading Style Sheets" (Microsoft, 2000), and the last of equal ones.
struct KashidaPlacer {
  let paragraph: PreparedParagraph

  /// A place in a word for kashidas.
  private struct Place {
    let segment: Int
    /// The cluster after them.
    let cluster: Int
    let priority: Int
    let glyph: ShapedGlyph
    let width: Double
    var count = 0
  }

  /// Inserts as many kashidas on a line as fit, place by place, the best first. Returns the space
  /// they take, in layout points.
  ///
  /// - Parameters:
  ///   - line: The contents of the line, in text order.
  ///   - room: The free space, in layout points.
  /// - Complexity: that of shaping the line's Arabic words, and O(kashidas).
  func lengthen(_ line: inout LineContent, by room: Double) -> Double {
    var places = line.segments.indices.flatMap { self.places(in: $0, of: line) }
    places.sort { ($0.priority, $0.cluster) < ($1.priority, $1.cluster) }
    var taken = 0.0
    var count = 0
    var isOpen = true
    while isOpen, count < Self.most {
      isOpen = false
      for index in places.indices where taken + places[index].width <= room && count < Self.most {
        places[index].count += 1
        taken += places[index].width
        count += 1
        isOpen = true
      }
    }
    for segment in line.segments.indices {
      let inside = places.filter { $0.segment == segment && $0.count > 0 }
      if !inside.isEmpty { insert(inside, into: segment, of: &line) }
    }
    return taken
  }

  /// The maximum number of kashidas, above that of any readable line.
  private static let most = 10_000

  /// Returns the best place of each word in a segment.
  private func places(in index: Int, of line: LineContent) -> [Place] {
    let segment = line.segments[index]
    guard !segment.isToken, !segment.glyphs.isEmpty, segment.isRightToLeft, !segment.isUpright,
      paragraph.flow?.pair(at: segment.units.lowerBound) == nil
    else { return [] }
    let run = paragraph.runs[paragraph.runIndex(containing: segment.units.lowerBound)]
    guard run.item.script.isArabic,
      let (glyph, all) = paragraph.kashidas(in: segment.units, of: run)
    else { return [] }
    let width = Double(glyph.advance) * segment.scale
    guard width > 0 else { return [] }
    let clusters = Set(line.clusters(of: segment).dropFirst())
    var best: [Int: Place] = [:]
    var word = segment.units.lowerBound
    var passed = word
    for unit in all where clusters.contains(unit) {
      while passed < unit {
        if isSpace(passed) { word = passed + 1 }
        passed += 1
      }
      guard let priority = priority(before: unit, in: word..<segment.units.upperBound) else {
        continue
      }
      if let known = best[word], known.priority < priority { continue }
      best[word] = Place(
        segment: index, cluster: unit, priority: priority, glyph: glyph, width: width)
    }
    return Array(best.values)
  }

  /// Inserts kashidas at some places of a segment; they belong to the letters before them.
  private func insert(_ places: [Place], into index: Int, of line: inout LineContent) {
    let segment = line.segments[index]
    let old = Array(line.glyphs(of: segment))
    let places = Dictionary(uniqueKeysWithValues: places.map { ($0.cluster, $0) })
    var glyphs: [ShapedGlyph] = []
    var width = segment.width
    for (place, glyph) in old.enumerated() {
      glyphs.append(glyph)
      guard place + 1 < old.count, old[place + 1].cluster != glyph.cluster,
        let kashida = places[Int(glyph.cluster)]
      else { continue }
      var added = kashida.glyph
      added.cluster = old[place + 1].cluster
      glyphs += repeatElement(added, count: kashida.count)
      width += Double(kashida.count) * kashida.width
    }
    line.replace(index, glyphs: glyphs, width: width)
  }

  private func isSpace(_ unit: Int) -> Bool {
    paragraph.text[unit] == 0x20 || paragraph.text[unit] == 0xA0
  }

  /// Returns the priority of the place before a letter, 0 the best; `nil` for no place.
  ///
  /// - Parameters:
  ///   - unit: The letter.
  ///   - word: The units from the start of its word on.
  private func priority(before unit: Int, in word: Range<Int>) -> Int? {
    let text = paragraph.text
    let isLetter = { (unit: Int) in ArabicLetter.isOne(text[unit]) }
    guard let before = (word.lowerBound..<unit).last(where: isLetter) else { return nil }
    var behind: [UInt16] = []
    var next = unit + 1
    while next < word.upperBound, behind.count < 2, !isSpace(next) {
      if isLetter(next) { behind.append(text[next]) }
      next += 1
    }
    return ArabicLetter.priority(between: text[before], and: text[unit], before: behind)
  }
}

/// The properties of Arabic letters around kashidas.
enum ArabicLetter {
  private static let kashida: UInt16 = 0x0640

  /// Whether a unit is a letter or a kashida, unlike a mark.
  static func isOne(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x0620...0x064A, 0x066E...0x066F, 0x0671...0x06D3, 0x06D5, 0x06EE...0x06EF,
      0x06FA...0x06FC, 0x0750...0x077F:
      true
    default: false
    }
  }

  /// Returns the priority of the place between two joining letters, 0 the best; `nil` for no place.
  ///
  /// - Parameters:
  ///   - first: The letter before the place.
  ///   - second: The letter after the place.
  ///   - rest: The following letters of the word; only two matter.
  static func priority(
    between first: UInt16, and second: UInt16, before rest: [UInt16]
  ) -> Int? {
    let isFinal = rest.isEmpty || endsJoin(second)
    if lams.contains(first), alefs.contains(second) { return nil }
    if first == kashida || second == kashida { return 0 }
    if seens.contains(first) { return 1 }
    if isFinal {
      if hehs.contains(second) { return 2 }
      if alefs.contains(second) || tall.contains(second) { return 3 }
      if round.contains(second) { return 5 }
      return 6
    }
    let isBeforeTail = rest.first.map { endsJoin($0) || rest.count == 1 } ?? false
    return isBeforeTail && behs.contains(second) && tails.contains(rest[0]) ? 4 : 7
  }

  private static func endsJoin(_ unit: UInt16) -> Bool { UnicodeAnalyzer.endsJoin(UInt32(unit)) }

  private static let lams: Set<UInt16> = [0x0644, 0x06B5, 0x06B6, 0x06B7, 0x06B8]
  private static let alefs: Set<UInt16> = [0x0622, 0x0623, 0x0625, 0x0627, 0x0671]
  /// Seen, sheen, sad and dad.
  private static let seens: Set<UInt16> = [0x0633, 0x0634, 0x0635, 0x0636]
  /// Heh, teh marbuta, dal and thal.
  private static let hehs: Set<UInt16> = [0x0647, 0x0629, 0x06C1, 0x06C3, 0x06D5, 0x062F, 0x0630]
  /// Tah, zah, lam, kaf and gaf.
  private static let tall: Set<UInt16> = [0x0637, 0x0638, 0x0644, 0x0643, 0x06A9, 0x06AF]
  /// Beh and letters with the same medial shape.
  private static let behs: Set<UInt16> = [
    0x0628, 0x062A, 0x062B, 0x0646, 0x064A, 0x067E, 0x0626, 0x06CC,
  ]
  /// Reh, zain, yeh and alef maksura.
  private static let tails: Set<UInt16> = [0x0631, 0x0632, 0x064A, 0x0649, 0x06CC]
  /// Waw, ain, ghain, qaf and feh.
  private static let round: Set<UInt16> = [0x0648, 0x0624, 0x0639, 0x063A, 0x0642, 0x0641]
}

extension ScriptCode {
  fileprivate var isArabic: Bool { tag == 0x4172_6162 }  // Arab
}

extension PreparedParagraph {
  /// Returns the kashida glyph and the units before which it changes no other glyph, for part of a
  /// run; `nil` if the face has no kashida.
  fileprivate func kashidas(
    in units: Range<Int>, of run: ShapedRun
  ) -> (glyph: ShapedGlyph, places: [Int])? {
    guard faces[run.item.face].covers(value: 0x0640) else { return nil }
    return workers.withWorker { worker in
      let calls = worker.tools.buffer.calls
      defer { worker.count(paragraphs: 0, glyphs: 0, shapeCalls: calls) }
      let plan = worker.plan(
        faces[run.item.face], run.item.script, run.item.glyphDirection,
        styles[run.item.style].style)
      guard let glyph = worker.tools.buffer.glyph(of: 0x0640, by: plan, []) else { return nil }
      let places = text.withUnsafeBufferPointer {
        worker.tools.buffer.kashidaPlaces(
          in: HarfBuzzBuffer.Stretch(text: $0, context: $0.indices, range: units), by: plan)
      }
      return (glyph, places)
    }
  }
}
