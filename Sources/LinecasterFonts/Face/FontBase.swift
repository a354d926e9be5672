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
  let designLanguages: [String]
  /// Other names of the family: in other languages, and those of older programs.
  let otherFamilyNames: [String]
  /// Fixed-point values for all axes, where the font is when nothing is asked for.
  let defaultPlace: [Int32]

  private let instances = Mutex(FontInstanceTable())

  /// Opens a face; `known` is its coverage where that was found before.
  init(data: FontData, index: Int, known: Coverage? = nil) throws(FontError) {
    guard index >= 0, index < HarfBuzzFace.faceCount(of: data) else {
      throw FontError(code: .malformed, source: data.source, reason: "no face \(index)")
    }
    guard let harfBuzz = HarfBuzzFace(data: data, index: index) else {
      throw FontError(code: .malformed, source: data.source, reason: "no glyphs")
    }
    let coverage = known ?? Coverage(ranges: harfBuzz.coveredRanges())
    guard !coverage.isEmpty else {
      throw FontError(code: .malformed, source: data.source, reason: "no character map")
    }
    self.coverage = coverage
    self.harfBuzz = harfBuzz
    self.data = data
    self.index = index
    family =
      harfBuzz.name(NameIdentifier.typographicFamily)
      ?? harfBuzz.name(NameIdentifier.family) ?? data.source
    styleName =
      harfBuzz.name(NameIdentifier.typographicStyle)
      ?? harfBuzz.name(NameIdentifier.style) ?? ""
    otherFamilyNames = harfBuzz.names(NameIdentifier.families).filter { [family] in $0 != family }
    designLanguages = harfBuzz.designLanguages()
    axes = harfBuzz.axes()
    defaultPlace = axes.map { $0.fixed($0.defaultValue) }
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

  /// Identifiers of the OpenType `name` table.
  private enum NameIdentifier {
    static let family: UInt32 = 1
    static let style: UInt32 = 2
    static let typographicFamily: UInt32 = 16
    static let typographicStyle: UInt32 = 17
    static let families: [UInt32] = [1, 16, 21]
  }
}
