import LinecasterGeometry

extension OutlinedText {
  /// An image of the text, black on white, with a margin (SVG 2).
  var svg: String {
    let margin = (size.height / 4).rounded(.up)
    let width = size.width.rounded(.up) + 2 * margin
    let height = size.height.rounded(.up) + 2 * margin
    let top = -baseline - margin
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(-margin) \#(top) \#(width) \#(height)">"#,
      #"<rect x="\#(-margin)" y="\#(top)" width="100%" height="100%" fill="white"/>"#,
    ]
    lines += glyphs.map { glyph in
      #"<path transform="translate(\#(glyph.x) \#(0 - glyph.y)) scale(1 -1)" d="\#(glyph.d)"/>"#
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }
}
