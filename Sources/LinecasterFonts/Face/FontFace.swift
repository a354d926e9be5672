import Synchronization

/// One face of a font file: its names, metrics and coverage, ready to shape with.
///
/// Immutable; any number of threads may use one face at once.
public final class FontFace: Sendable {
  /// A number that no other face of this process has; caches use it as part of their keys.
  public let identifier: UInt32
  /// The family name, from the typographic name where the font has one.
  public let family: String
  /// The weight from the font's own tables.
  public let weight: FontWeight
  /// The slant from the font's own tables.
  public let slant: FontSlant
  /// Vertical and decoration metrics in font units.
  public let metrics: FontMetrics
  /// The number of glyphs.
  public let glyphCount: Int
  /// Whether the face draws colour bitmaps, as emoji fonts do (`CBDT` or `sbix`).
  public let hasColorBitmaps: Bool
  /// The file's bytes, for rasterizers.
  public let data: FontData
  /// Which face of a collection file this is; 0 in files of one face.
  public let index: Int

  /// The advance of the space, in font units; half an em where the face has none.
  package let spaceAdvance: Int

  /// The HarfBuzz font in font units, for shapers.
  package let harfBuzz: HarfBuzzFont

  private let coverage: Coverage

  private static let nextIdentifier = Atomic<UInt32>(1)

  /// Opens a face of a font file.
  ///
  /// - Throws: `FontError` with code `malformed` if there is no such face, or if it has no glyphs
  ///   or no character map.
  public init(data: FontData, index: Int = 0) throws(FontError) {
    guard index >= 0, index < HarfBuzzFont.faceCount(of: data) else {
      throw FontError(code: .malformed, source: data.source, reason: "no face \(index)")
    }
    guard let harfBuzz = HarfBuzzFont(data: data, index: index) else {
      throw FontError(code: .malformed, source: data.source, reason: "no glyphs")
    }
    let ranges = harfBuzz.coveredRanges()
    guard !ranges.isEmpty else {
      throw FontError(code: .malformed, source: data.source, reason: "no character map")
    }
    let style = harfBuzz.style()
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
    weight = FontWeight(Int(min(max(style.weight, 1), 1000)))
    slant = style.isItalic ? .italic : .upright
    metrics = harfBuzz.metrics()
    spaceAdvance = harfBuzz.advance(of: " ") ?? harfBuzz.unitsPerEm / 2
    glyphCount = harfBuzz.glyphCount
    hasColorBitmaps = harfBuzz.hasColorBitmaps
    identifier = Self.nextIdentifier.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Opens the first face of the font file at `path`.
  public convenience init(path: String) throws(FontError) {
    try self.init(data: FontData(path: path))
  }

  /// Whether the face has a glyph for the scalar.
  ///
  /// - Complexity: O(1).
  public func covers(_ scalar: Unicode.Scalar) -> Bool { coverage.contains(scalar.value) }

  /// Whether Korean text should come from this face where others have some of its syllables too.
  ///
  /// A Chinese or Japanese face may have a stray syllable, which would stand out among those of
  /// another face.
  package let isForKorean: Bool

  /// U+AC00 to U+D7A3, the syllables of Korean in one character each.
  private static let koreanSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of syllables that every Korean face has: those of KS X 1001.
  private static let koreanSyllableCount = 2350

  /// The same for a scalar's value.
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }

  /// Identifiers of the OpenType `name` table.
  private enum NameIdentifier {
    static let family: UInt32 = 1
    static let typographicFamily: UInt32 = 16
  }
}

extension FontFace: Hashable {
  /// Whether both are the same opened face.
  public static func == (left: FontFace, right: FontFace) -> Bool { left === right }

  /// Feeds the face's identifier to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
