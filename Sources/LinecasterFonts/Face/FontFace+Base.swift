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
