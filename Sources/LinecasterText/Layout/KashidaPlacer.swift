import LinecasterBase
import LinecasterFonts

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
      let (glyph, all) = paragraph.kashidas(in: segment.units, of: run, on: line.extent)
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

extension LineContent {
  /// The units from the first to the last on the line.
  fileprivate var extent: Range<Int> {
    let first = segments.lazy.map(\.units.lowerBound).min() ?? 0
    return first..<max(first, segments.lazy.map(\.units.upperBound).max() ?? 0)
  }
}

extension PreparedParagraph {
  /// Returns the kashida glyph and the units before which it changes no other glyph, for part of a
  /// run on a line; `nil` if the face has no kashida.
  fileprivate func kashidas(
    in units: Range<Int>, of run: ShapedRun, on line: Range<Int>
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
          in: HarfBuzzBuffer.Stretch(text: $0, context: line, range: units), by: plan)
      }
      return (glyph, places)
    }
  }
}
