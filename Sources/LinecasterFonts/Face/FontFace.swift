import Synchronization

/// One face of a font file as it is drawn: at a place on its axes, ready to shape with.
///
/// Immutable; any number of threads may use one face at once.
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
    weight = FontWeight(Int(min(max(harfBuzz.style(.weightAxis), 1), 1000).rounded()))
    width = FontWidth(percent: harfBuzz.style(.widthAxis))
    slant =
      harfBuzz.style(.italicAxis) != 0
      ? .italic
      : harfBuzz.style(.slantAxis) == 0
        ? .upright : base.axes.contains { $0.tag == .slantAxis } ? .oblique : .italic
    metrics = harfBuzz.metrics()
    spaceAdvance = harfBuzz.advance(of: " ") ?? metrics.unitsPerEm / 2
    hasColorBitmaps = base.harfBuzz.hasColorBitmaps
    self.identifier = identifier
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
