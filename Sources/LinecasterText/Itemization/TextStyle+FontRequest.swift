import LinecasterFonts

extension TextStyle {
  /// What of the style decides which faces draw it.
  var fontRequest: FontRequest {
    FontRequest(
      families: families, weight: weight, width: width, slant: slant, variations: variations,
      size: drawnSize, language: language)
  }
}
