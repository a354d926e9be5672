import LinecasterFonts

/// The faces to try for text of one style, best first.
struct FontCascade: Sendable {
  /// Never empty; the first `namedCount` are of the families the style names.
  let faces: [FontFace]
  private let namedCount: Int
  private let colorFace: Int?

  init(fonts: FontCollection, style: TextStyle) {
    faces = fonts.cascade(families: style.families, weight: style.weight, slant: style.slant)
    // Without named families the collection's first face stands for them.
    let named = style.families.compactMap {
      fonts.face(family: $0, weight: style.weight, slant: style.slant)
    }
    namedCount = max(1, Set(named).count)
    colorFace = faces.firstIndex { $0.hasColorBitmaps }
  }

  /// The face that draws what no face has, and whose metrics hold up empty lines.
  var primary: FontFace { faces[0] }

  /// The first face that has the first character of a grapheme of which no face has all.
  func face(forPartOf cluster: FontCluster) -> FontFace {
    faces.first { $0.covers(value: cluster.base) } ?? primary
  }

  /// The face for a grapheme; nil where no face has all of it.
  func face(for cluster: FontCluster) -> FontFace? {
    if let colorFace, cluster.presentation != .text {
      let color = faces[colorFace]
      if cluster.presentation == .emoji, cluster.isCovered(by: color) { return color }
      if let named = faces[..<namedCount].first(where: cluster.isCovered) { return named }
      if cluster.isCovered(by: color) { return color }
    }
    let covering = faces.lazy.filter(cluster.isCovered)
    if cluster.isHangul, let korean = covering.first(where: \.isForKorean) { return korean }
    // Text comes from a text face even where a colour face precedes it.
    return covering.first { !$0.hasColorBitmaps } ?? covering.first
  }
}
