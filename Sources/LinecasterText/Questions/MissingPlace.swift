package import LinecasterBase
import LinecasterFonts

/// Where a character is drawn that no font has.
package struct MissingPlace: Hashable, Sendable {
  /// The character.
  package let character: Unicode.Scalar
  /// The box that stands in its place, in layout points on the page, from the top-left corner of
  /// the room that the layout takes there.
  package let frame: Rect
}

extension TextLayout {
  /// Where the characters are drawn that no font has, those of annotations and truncation tokens
  /// included, line by line; those that are not drawn have no place.
  ///
  /// For tools that show them. What attachments show is not looked at.
  ///
  /// - Complexity: O(glyphs); O(runs) where nothing is.
  package var missingPlaces: [MissingPlace] {
    var places: [MissingPlace] = []
    forEachGlyphRun { run in
      guard !run.missingCharacters.isEmpty else { return }
      places += run.places(of: Set(run.missingCharacters))
    }
    return places
  }
}

extension GlyphRun {
  /// The clusters that are drawn with the glyph for missing characters, by these characters.
  fileprivate func places(of missing: Set<Unicode.Scalar>) -> [MissingPlace] {
    let glyphs = glyphs
    var places: [MissingPlace] = []
    var advance = 0
    var first = glyphs.startIndex
    while first < glyphs.endIndex {
      let cluster = glyphs[first].cluster
      var end = first
      var width = 0
      var isMissing = false
      while end < glyphs.endIndex, glyphs[end].cluster == cluster {
        width += Int(glyphs[end].advance)
        isMissing = isMissing || glyphs[end].identifier == 0
        end += 1
      }
      if isMissing {
        let frame = frame(after: advance, width: width)
        places += scalars(ofCluster: Int(cluster)).filter(missing.contains)
          .map { MissingPlace(character: $0, frame: frame) }
      }
      advance += width
      first = end
    }
    return places
  }

  /// The characters of a cluster, of an endless one the first.
  private func scalars(ofCluster start: Int) -> String.UnicodeScalarView {
    let units = restOfGrapheme(from: start, limit: Self.mostUnits)
    return String(decoding: text[units], as: UTF16.self).unicodeScalars
  }

  private static var mostUnits: Int { 64 }

  /// As high as the letters of the face are, on the page.
  private func frame(after advance: Int, width: Int) -> Rect {
    let (ascent, descent) = (face.metrics.ascent * scale, face.metrics.descent * scale)
    let top = axes.writingMode.flipsLines ? origin.y - descent : origin.y - ascent
    return axes.page(
      Rect(
        x: origin.x + Double(advance) * scale, y: top, width: Double(width) * scale,
        height: ascent + descent))
  }
}
