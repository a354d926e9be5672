public import LinecasterBase
import Synchronization

/// A face of a font file at certain axis values, ready for shaping.
///
/// Immutable and thread-safe.
///
///     let face = try FontFace(path: path)
///     print(face.family, face.styleName, face.weight.value, face.covers("é"))
///     let scale = 16 / Double(face.metrics.unitsPerEm)
///     print(face.metrics.ascent * scale, face.metrics.capHeight * scale)
///
/// ## Topics
///
/// ### Open faces
///
/// - ``init(path:index:)``
/// - ``init(data:index:)``
/// - ``all(path:)``
/// - ``all(data:)``
///
/// ### Describe a face
///
/// - ``family``
/// - ``styleName``
/// - ``weight``
/// - ``width``
/// - ``slant``
/// - ``metrics``
/// - ``glyphCount``
/// - ``hasColorBitmaps``
/// - ``paletteCount``
///
/// ### Find characters
///
/// - ``covers(_:)``
///
/// ### Vary the design
///
/// - ``axes``
/// - ``variations``
/// - ``namedInstances``
/// - ``instance(variations:synthesis:)``
/// - ``synthesis``
///
/// ### Draw glyphs
///
/// - ``outline(of:)``
/// - ``colorGlyph(of:palette:)``
/// - ``embeddedImage(of:pixelsPerEm:)``
///
/// ### Identify a face
///
/// - ``identifier``
/// - ``data``
/// - ``index``
public final class FontFace: Sendable {
  /// A number that is unique in the process, for the keys of caches.
  public let identifier: UInt32
  /// The weight of the design, from the font's tables or the axis `wght`.
  public let weight: FontWeight
  /// The width of the design, from the font's tables or the axis `wdth`.
  public let width: FontWidth
  /// The slant of the design, from the font's tables or the axes `ital` and `slnt`.
  public let slant: FontSlant
  /// The synthesis that rasterizers apply to the design.
  public let synthesis: FontSynthesis
  /// The vertical and decoration metrics in font units, at the axis values of the face.
  public let metrics: FontMetrics
  /// Whether the face draws colour bitmaps, as emoji fonts do (`CBDT` or `sbix`).
  public let hasColorBitmaps: Bool

  /// The advance of the space, in font units; half an em if there is no space.
  package let spaceAdvance: Int

  /// The largest glyph's width and height in ems, or an upper bound.
  package let inkExtent: Size
  /// The distance that glyphs reach from their origins, in ems.
  package let inkReach: Double

  /// The HarfBuzz font in font units, for shapers.
  package let harfBuzz: HarfBuzzFont

  /// The value on each axis as a 16.16 fixed-point number, in the order of `axes`.
  package let coordinates: [Int32]

  /// The parts shared with other faces of the same file.
  let base: FontBase

  private let coverage: Coverage

  private static let nextIdentifier = Atomic<UInt32>(1)

  /// Returns an identifier for a face that is opened now or later.
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
    weight = Self.weight(harfBuzz.style(.weightAxis), isBold: base.isMarkedBold)
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

  /// Returns the weight of a face. A face marked as bold with a regular weight class counts as bold
  /// (OpenType, `OS/2`, `fsSelection`).
  private static func weight(_ stated: Double, isBold: Bool) -> FontWeight {
    let weight = FontWeight(Int(saturating: min(max(stated, 1), 1000).rounded()))
    return isBold && weight <= .regular ? .bold : weight
  }

  /// Opens a face of a font file, at its default axis values.
  ///
  /// - Throws: `FontError` with code `malformed` if the face does not exist, has no glyphs or has
  ///   no character map.
  /// - Complexity: O(bytes of the character map).
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

  /// Opens a face of the font file at `path`, at its default axis values. Collections (`.ttc`) have
  /// several faces.
  ///
  /// - Throws: `FontError` if the file cannot be read or the face is unusable.
  /// - Complexity: O(bytes of the character map).
  public convenience init(path: String, index: Int = 0) throws(FontError) {
    try self.init(data: FontData(path: path), index: index)
  }

  /// Returns whether the face has a glyph for a character.
  ///
  /// - Complexity: O(1).
  public func covers(_ scalar: Unicode.Scalar) -> Bool { coverage.contains(scalar.value) }

  /// Whether the face has a glyph for the scalar with this value.
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }
}

extension FontFace: Hashable {
  /// Returns whether two faces are the same, even if the file was closed and opened again in
  /// between.
  @inlinable public static func == (left: FontFace, right: FontFace) -> Bool {
    left.identifier == right.identifier
  }

  /// Feeds the identifier of the face to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension FontFace {
  /// The family name; the typographic family name if the font has it.
  public var family: String { base.family }
  /// The name of the style within the family, for example "Bold Italic"; may be empty.
  public var styleName: String { base.styleName }
  /// The number of glyphs.
  public var glyphCount: Int { base.harfBuzz.glyphCount }
  /// The bytes of the font file, for rasterizers.
  public var data: FontData { base.data }
  /// The index of the face in its file; 0 in files with one face.
  public var index: Int { base.index }

  /// Whether the face has its default axis values and no synthesis.
  var isDefault: Bool { coordinates == base.defaultPlace && synthesis == .none }
}

extension FontFace {
  /// Opens every face of a font file. Collections (`.ttc`) have several faces.
  ///
  /// - Throws: `FontError` if the file cannot be read, or if one of its faces is unusable.
  /// - Complexity: O(faces).
  public static func all(path: String) throws(FontError) -> [FontFace] {
    try all(data: FontData(path: path))
  }

  /// Opens every face in the bytes of a font file.
  ///
  /// - Throws: `FontError` with code `malformed` if the bytes are not a font, or a face is
  ///   unusable.
  /// - Complexity: O(faces).
  public static func all(data: FontData) throws(FontError) -> [FontFace] {
    let count = HarfBuzzFace.faceCount(of: data)
    guard count > 0 else {
      throw FontError(code: .malformed, source: data.source, reason: data.headerFault)
    }
    var faces: [FontFace] = []
    for index in 0..<count { faces.append(try FontFace(data: data, index: index)) }
    return faces
  }
}

extension FontFace {
  /// The variation axes; empty unless the font is variable.
  public var axes: [FontAxis] { base.axes }

  /// The named instances (OpenType `fvar`).
  public var namedInstances: [FontInstance] { base.namedInstances }

  /// The value of the face on each axis, in the order of `axes`.
  ///
  /// - Complexity: O(axes), on each access.
  public var variations: [FontVariation] {
    zip(axes, coordinates).map { FontVariation($0.tag, Double($1) / 65_536) }
  }

  /// Returns the face at other axis values or with other synthesis.
  ///
  /// Bytes, tables and coverage are shared. Equal requests return the same face as long as one is
  /// in use, so caches keyed by `identifier` are shared as well. Thread-safe.
  ///
  /// - Parameters:
  ///   - variations: The axis values, clamped to the range of each axis. If an axis occurs several
  ///     times, the last value applies. Axes that the face does not have are ignored; all other
  ///     axes keep their values.
  ///   - synthesis: The synthesis that rasterizers apply.
  /// - Complexity: O(`variations` × axes).
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
    // A file's first face is looked up only through other instances, so it is registered when one
    // is made: weak references slow down all reference counting of an object.
    if isDefault { base.register(self) }
    return base.face(coordinates: places, synthesis: synthesis)
  }
}

/// The vertical and decoration metrics of a face, in font units.
///
/// The metrics are read from `hhea`, or from `OS/2` if the font prefers its typographic metrics
/// (OpenType 1.9, `fsSelection` bit 7) or `hhea` has no metrics. In variable fonts, `MVAR` adjusts
/// them.
public struct FontMetrics: Hashable, Sendable {
  /// The number of font units per em. To get layout points, multiply metrics by size ÷
  /// `unitsPerEm`.
  public let unitsPerEm: Int
  /// The distance from the baseline up to the top of the line box.
  public let ascent: Double
  /// The distance from the baseline down to the bottom of the line box; positive downwards.
  public let descent: Double
  /// The font's extra distance between lines; at least 0.
  public let lineGap: Double
  /// The part of an em above the baseline: in the proportion of the typographic ascent and descent
  /// of `OS/2`, or else of those of the line box.
  public let emAscent: Double
  /// The height of a lower-case x.
  public let xHeight: Double
  /// The height of a capital H.
  public let capHeight: Double
  /// The distance from the baseline down to the top of an underline.
  public let underlineOffset: Double
  /// The thickness of an underline; at least 1.
  public let underlineThickness: Double
  /// The distance from the baseline up to the top of a strikethrough line.
  public let strikethroughOffset: Double
  /// The thickness of a strikethrough line; at least 1.
  public let strikethroughThickness: Double
}

/// The parts shared by all instances of one face: bytes, tables, coverage and axes.
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
  /// Whether the font marks the face as the bold one of its family; false for variable weights.
  let isMarkedBold: Bool
  /// The family's other names: in other languages, and for older programs.
  let otherFamilyNames: [String]
  /// The default axis values, as fixed-point numbers.
  let defaultPlace: [Int32]

  private let instances = Mutex(FontInstanceTable())

  /// Opens a face; `known` is its coverage if already computed.
  init(data: FontData, index: Int, known: Coverage? = nil) throws(FontError) {
    let count = HarfBuzzFace.faceCount(of: data)
    guard index >= 0, index < count else {
      throw FontError(
        code: .malformed, source: data.source,
        reason: count > 0 ? "no face \(index)" : data.headerFault)
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
    isMarkedBold = windows.count > 63 && windows[63] & 0x20 != 0 && axes.isEmpty
    defaultPlace = axes.map { $0.fixed($0.defaultValue) }
    namedInstances = harfBuzz.namedInstances(axes)
  }

  /// Returns the face at fixed-point values for all axes; the same object while one is alive.
  func face(coordinates: [Int32], synthesis: FontSynthesis) -> FontFace {
    let key = FontInstanceTable.Key(coordinates: coordinates, synthesis: synthesis)
    return instances.withLock { table in
      if let known = table[key] { return known }
      let made = FontFace(base: self, coordinates: coordinates, synthesis: synthesis)
      table[key] = made
      return made
    }
  }

  /// Registers a face for `face(coordinates:synthesis:)`.
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

/// The live faces made from one face of a font file.
struct FontInstanceTable {
  /// The key of an instance.
  struct Key: Hashable {
    let coordinates: [Int32]
    let synthesis: FontSynthesis
  }

  private struct Entry {
    weak var face: FontFace?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries at which dead ones are removed.
  private var limit = Self.leastLimit

  /// The face with a key; setting one removes dead entries once they may be the majority.
  ///
  /// The table holds at most twice as many entries as there were live faces at once, or 32.
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

  /// The number of entries, dead ones included.
  var count: Int { entries.count }

  private static let leastLimit = 32
}

/// An error of a font or a font request, whose source is a file or a folder.
public typealias FontError = SourceError<FontErrorCode>

/// The kind of a font error.
public struct FontErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The error as the end of a sentence that begins with the source.
  public let description: String

  /// The file does not exist or cannot be read.
  public static let unreadable = FontErrorCode(description: "cannot be read")
  /// The file is not an OpenType, TrueType or collection file, a required table is missing, or a
  /// compressed file cannot be decompressed.
  public static let malformed = FontErrorCode(description: "is not a usable font")
  /// The index of fonts cannot be written.
  public static let unwritable = FontErrorCode(description: "cannot be written")
  /// The collection would contain no usable font.
  public static let empty = FontErrorCode(description: "holds no fonts")
}
