import LinecasterFonts

/// The faces of each style of a text.
struct StyledFaces {
  /// Which face draws what.
  let memos: [FaceMemo]
  /// The face that text of the style is drawn with first.
  let first: [FontFace]
}
