package import LinecasterBase
import LinecasterFonts

/// The position of a character that no font has.
package struct MissingPlace: Hashable, Sendable {
  /// The character.
  package let character: Unicode.Scalar
  /// The box drawn for the character, in layout points on the page, from the top-left corner of the
  /// layout's area.
  package let frame: Rect
}

extension TextLayout {
  /// The positions of characters that no font has, line by line, including those in annotations and
  /// truncation tokens; characters that are not drawn have none.
  ///
  /// For tools that show them. Attachments are not examined.
  ///
  /// - Complexity: O(glyphs); O(runs) if there are none.
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
  /// Returns the clusters drawn with the missing glyph, by character.
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

  /// Returns the characters of a cluster; only the first ones of an overlong cluster.
  private func scalars(ofCluster start: Int) -> String.UnicodeScalarView {
    let units = restOfGrapheme(from: start, limit: Self.mostUnits)
    return String(decoding: text[units], as: UTF16.self).unicodeScalars
  }

  private static var mostUnits: Int { 64 }

  /// Returns the frame of a cluster on the page, as high as the face's letters.
  private func frame(after advance: Int, width: Int) -> Rect {
    let (ascent, descent) = (face.metrics.ascent * scale, face.metrics.descent * scale)
    let top = axes.writingMode.flipsLines ? origin.y - descent : origin.y - ascent
    return axes.page(
      Rect(
        x: origin.x + Double(advance) * scale, y: top, width: Double(width) * scale,
        height: ascent + descent))
  }
}
