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

  /// Whether Korean text should come from this face where others have some of its syllables too.
  ///
  /// A Chinese or Japanese face may have a stray syllable, which would stand out among those of
  /// another face.
  package var isForKorean: Bool { base.isForKorean }
}
