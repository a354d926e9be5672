public import LinecasterBase
import Synchronization

/// One face of a font file as it is drawn: at a place on its axes, ready to shape with.
///
/// Immutable; any number of threads may use one face at once.
///
///     let face = try FontFace(path: path)
///     print(face.family, face.styleName, face.weight.value, face.covers("é"))
///     let scale = 16 / Double(face.metrics.unitsPerEm)
///     print(face.metrics.ascent * scale, face.metrics.capHeight * scale)
public final class FontFace: Sendable {
  /// A number that no other face of this process has; caches use it as part of their keys.
  public let identifier: UInt32
  /// The weight of the design, from the font's tables or the place on its axis `wght`.
  public let weight: FontWeight
  /// The width of the design, from the font's tables or the place on its axis `wdth`.
  public let width: FontWidth
  /// The slant of the design, from the font's tables or the places on `ital` and `slnt`.
  public let slant: FontSlant
  /// What rasterizers add to the design.
  public let synthesis: FontSynthesis
  /// Vertical and decoration metrics in font units, those of this place on the axes.
  public let metrics: FontMetrics
  /// Whether the face draws colour bitmaps, as emoji fonts do (`CBDT` or `sbix`).
  public let hasColorBitmaps: Bool

  /// The advance of the space, in font units; half an em where the face has none.
  package let spaceAdvance: Int

  /// The width and the height of the largest glyph, or more, as shares of an em.
  package let inkExtent: Size
  /// How far glyphs reach away from their origins, as a share of an em.
  package let inkReach: Double

  /// The HarfBuzz font in font units, for shapers.
  package let harfBuzz: HarfBuzzFont

  /// The place on each axis as a number with 16 binary places, in the order of `axes`.
  package let coordinates: [Int32]

  /// What the face shares with others of the same file.
  let base: FontBase

  private let coverage: Coverage

  private static let nextIdentifier = Atomic<UInt32>(1)

  /// A number for a face that is opened now or later.
  static func makeIdentifier() -> UInt32 {
    nextIdentifier.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  init(
    base: FontBase, coordinates: [Int32], synthesis: FontSynthesis,
    identifier: UInt32 = makeIdentifier()
  ) {
    self.base = base
    self.coordinates = coordinates
    self.synthesis = synthesis
    coverage = base.coverage
    harfBuzz = HarfBuzzFont(face: base.harfBuzz, coordinates: coordinates)
    weight = Self.weight(harfBuzz.style(.weightAxis), isBold: base.saysBold)
    width = FontWidth(percent: harfBuzz.style(.widthAxis))
    slant =
      harfBuzz.style(.italicAxis) != 0
      ? .italic
      : harfBuzz.style(.slantAxis) == 0
        ? .upright : base.axes.contains { $0.tag == .slantAxis } ? .oblique : .italic
    metrics = harfBuzz.metrics()
    (inkExtent, inkReach) = harfBuzz.inkBounds()
    spaceAdvance = harfBuzz.advance(of: " ") ?? metrics.unitsPerEm / 2
    hasColorBitmaps = base.harfBuzz.hasColorBitmaps
    self.identifier = identifier
  }

  /// The weight of a face; bold ones whose weight class was left at that of the regular one are
  /// taken at their word (OpenType, `OS/2`, `fsSelection`).
  private static func weight(_ stated: Double, isBold: Bool) -> FontWeight {
    let weight = FontWeight(Int(saturating: min(max(stated, 1), 1000).rounded()))
    return isBold && weight <= .regular ? .bold : weight
  }

  /// Opens a face of a font file, at the default place on its axes.
  ///
  /// - Throws: `FontError` with code `malformed` if there is no such face, or if it has no glyphs
  ///   or no character map.
  public convenience init(data: FontData, index: Int = 0) throws(FontError) {
    try self.init(data: data, index: index, identifier: Self.makeIdentifier())
  }

  convenience init(
    data: FontData, index: Int, identifier: UInt32, known: Coverage? = nil
  ) throws(FontError) {
    let base = try FontBase(data: data, index: index, known: known)
    self.init(
      base: base, coordinates: base.defaultPlace, synthesis: .none, identifier: identifier)
  }

  /// Opens a face of the font file at `path`; collections (`.ttc`) have more than one.
  public convenience init(path: String, index: Int = 0) throws(FontError) {
    try self.init(data: FontData(path: path), index: index)
  }

  /// Whether the face has a glyph for the scalar.
  ///
  /// - Complexity: O(1).
  public func covers(_ scalar: Unicode.Scalar) -> Bool { coverage.contains(scalar.value) }

  /// The same for a scalar's value.
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }
}

extension FontFace: Hashable {
  /// Whether both are the same opened face.
  public static func == (left: FontFace, right: FontFace) -> Bool { left === right }

  /// Feeds the face's identifier to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension FontFace {
  /// The family name, from the typographic name where the font has one.
  public var family: String { base.family }
  /// The name of the style within the family, such as "Bold Italic"; may be empty.
  public var styleName: String { base.styleName }
  /// The number of glyphs.
  public var glyphCount: Int { base.harfBuzz.glyphCount }
  /// The file's bytes, for rasterizers.
  public var data: FontData { base.data }
  /// Which face of a collection file this is; 0 in files of one face.
  public var index: Int { base.index }

  /// Whether the face is at the default place on its axes and drawn as the font has it.
  var isDefault: Bool { coordinates == base.defaultPlace && synthesis == .none }
}

extension FontFace {
  /// Opens every face of a font file; collections (`.ttc`) have more than one.
  ///
  /// - Throws: `FontError` if the file cannot be read, or if one of its faces is unusable.
  public static func all(path: String) throws(FontError) -> [FontFace] {
    try all(data: FontData(path: path))
  }

  /// Opens every face of a font file's bytes.
  ///
  /// - Throws: `FontError` with code `malformed` if there is no font in them, or an unusable one.
  public static func all(data: FontData) throws(FontError) -> [FontFace] {
    let count = HarfBuzzFace.faceCount(of: data)
    guard count > 0 else {
      throw FontError(code: .malformed, source: data.source, reason: "no font header")
    }
    var faces: [FontFace] = []
    for index in 0..<count { faces.append(try FontFace(data: data, index: index)) }
    return faces
  }
}

extension FontFace {
  /// What of the design can be set; empty unless the font is variable.
  public var axes: [FontAxis] { base.axes }

  /// The places on the axes that have names of their own.
  public var namedInstances: [FontInstance] { base.namedInstances }

  /// The place of this face on each axis, in the order of `axes`.
  public var variations: [FontVariation] {
    zip(axes, coordinates).map { FontVariation($0.tag, Double($1) / 65_536) }
  }

  /// The same face at another place on its axes, or with other synthesis.
  ///
  /// Bytes, tables and coverage are shared. Equal requests get the same face for as long as one is
  /// alive, so that caches keyed by `identifier` are shared as well. May be called on any thread.
  ///
  /// - Parameters:
  ///   - variations: Places on axes, clamped to what the axes have; the last one of an axis
  ///     decides, axes that the face does not have are passed over, and axes that are not named
  ///     stay where this face has them.
  ///   - synthesis: What rasterizers are to add.
  public func instance(
    variations: [FontVariation] = [], synthesis: FontSynthesis = .none
  ) -> FontFace {
    var places = coordinates
    for variation in variations {
      for (index, axis) in axes.enumerated() where axis.tag == variation.axis {
        places[index] = axis.fixed(variation.value)
      }
    }
    if places == coordinates, synthesis == self.synthesis { return self }
    // The first face of a file is found again only through others made from it, so it is entered
    // when one is made: weak references make all counting of an object's references slow.
    if isDefault { base.register(self) }
    return base.face(coordinates: places, synthesis: synthesis)
  }
}

/// The vertical and decoration metrics of a face, in font units, distances from the baseline.
///
/// Read from `hhea`, or from `OS/2` where the font asks for its typographic metrics (OpenType 1.9,
/// `fsSelection` bit 7) and where `hhea` has none; moved by `MVAR` in variable fonts.
public struct FontMetrics: Hashable, Sendable {
  /// Font units an em; the factor from font units to layout points is size ÷ this.
  public let unitsPerEm: Int
  /// The distance from the baseline up to the top of the line box.
  public let ascent: Double
  /// The distance from the baseline down to the bottom of the line box; positive downwards.
  public let descent: Double
  /// Extra distance between lines that the font asks for; at least 0.
  public let lineGap: Double
  /// How much of an em is above the baseline: the share that the typographic extents of `OS/2` have
  /// there, or else those of the line box.
  public let emAscent: Double
  /// The height of a lower-case x.
  public let xHeight: Double
  /// The height of a capital H.
  public let capHeight: Double
  /// The distance from the baseline down to the top of an underline.
  public let underlineOffset: Double
  /// The thickness of an underline; at least 1.
  public let underlineThickness: Double
  /// The distance from the baseline up to the top of a line through the text.
  public let strikethroughOffset: Double
  /// The thickness of a line through the text; at least 1.
  public let strikethroughThickness: Double
}

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
  /// Whether the face says that it is the bold one of its family; no font whose weight can be set.
  let saysBold: Bool
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
    let windows = harfBuzz.table("OS/2")
    saysBold = windows.count > 63 && windows[63] & 0x20 != 0 && axes.isEmpty
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

/// The faces made from one face of a font file that are still alive.
struct FontInstanceTable {
  /// What tells faces of one base apart.
  struct Key: Hashable {
    let coordinates: [Int32]
    let synthesis: FontSynthesis
  }

  private struct Entry {
    weak var face: FontFace?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries at which dead ones are dropped.
  private var limit = Self.leastLimit

  /// The face with a key; setting one drops dead faces once they may be the greater part.
  ///
  /// The table holds at most twice as many entries as faces were alive at once, or 32.
  subscript(key: Key) -> FontFace? {
    get { entries[key]?.face }
    set {
      if entries.count >= limit {
        entries = entries.filter { $0.value.face != nil }
        limit = max(Self.leastLimit, 2 * entries.count)
      }
      entries[key] = Entry(face: newValue)
    }
  }

  /// The entries held, dead ones included.
  var count: Int { entries.count }

  private static let leastLimit = 32
}
