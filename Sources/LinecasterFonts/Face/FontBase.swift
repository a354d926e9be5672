import Synchronization

/// What all faces drawn from one face of a font file share: bytes, tables, coverage and axes.
final class FontBase: Sendable {
  let data: FontData
  let index: Int
  let harfBuzz: HarfBuzzFace
  let coverage: Coverage
  let family: String
  let styleName: String
  let axes: [FontAxis]
  let namedInstances: [FontInstance]
  let isForKorean: Bool

  private let instances = Mutex(FontInstanceTable())

  init(data: FontData, index: Int) throws(FontError) {
    guard index >= 0, index < HarfBuzzFace.faceCount(of: data) else {
      throw FontError(code: .malformed, source: data.source, reason: "no face \(index)")
    }
    guard let harfBuzz = HarfBuzzFace(data: data, index: index) else {
      throw FontError(code: .malformed, source: data.source, reason: "no glyphs")
    }
    let ranges = harfBuzz.coveredRanges()
    guard !ranges.isEmpty else {
      throw FontError(code: .malformed, source: data.source, reason: "no character map")
    }
    self.harfBuzz = harfBuzz
    self.data = data
    self.index = index
    coverage = Coverage(ranges: ranges)
    let syllables = ranges.filter(Self.koreanSyllables.overlaps)
      .reduce(0) { $0 + $1.clamped(to: Self.koreanSyllables).count }
    isForKorean = syllables >= Self.koreanSyllableCount
    family =
      harfBuzz.name(NameIdentifier.typographicFamily)
      ?? harfBuzz.name(NameIdentifier.family) ?? data.source
    styleName =
      harfBuzz.name(NameIdentifier.typographicStyle)
      ?? harfBuzz.name(NameIdentifier.style) ?? ""
    axes = harfBuzz.axes()
    namedInstances = harfBuzz.namedInstances(axes)
  }

  /// The face at fixed-point values for all axes; the same object for as long as one is alive.
  func face(coordinates: [Int32], synthesis: FontSynthesis) -> FontFace {
    let key = FontInstanceTable.Key(coordinates: coordinates, synthesis: synthesis)
    return instances.withLock { table in
      if let known = table[key] { return known }
      let made = FontFace(base: self, coordinates: coordinates, synthesis: synthesis)
      table[key] = made
      return made
    }
  }

  /// Makes a face the one that `face(coordinates:synthesis:)` finds.
  func register(_ face: FontFace) {
    let key = FontInstanceTable.Key(coordinates: face.coordinates, synthesis: face.synthesis)
    instances.withLock { $0[key] = face }
  }

  /// U+AC00 to U+D7A3, the syllables of Korean in one character each.
  private static let koreanSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of syllables that every Korean face has: those of KS X 1001.
  private static let koreanSyllableCount = 2350

  /// Identifiers of the OpenType `name` table.
  private enum NameIdentifier {
    static let family: UInt32 = 1
    static let style: UInt32 = 2
    static let typographicFamily: UInt32 = 16
    static let typographicStyle: UInt32 = 17
  }
}
