import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

/// A line as HarfBuzz shapes it from its own text alone, in font units.
struct LoneLine {
  /// A glyph with its position, in font units from the line's left end, y up.
  struct Glyph: Hashable {
    let identifier: UInt32
    let x: Int
    let y: Int
  }

  let paragraph: PreparedParagraph
  let shaper: PlainShaper

  /// A stretch of one script and level.
  private struct Piece {
    var range: Range<Int>
    let script: UInt32
    let level: UInt8
    let isControl: Bool
  }

  /// The glyphs of a line that have an advance, from left to right.
  func glyphs(of line: Range<Int>) -> [Glyph] {
    let end = line.last { paragraph.boundaries[$0].isDisjoint(with: .hanging) }.map { $0 + 1 }
    var glyphs: [Glyph] = []
    var x = 0
    for piece in ordered(pieces(of: line)) where !piece.isControl {
      let shaped = shaper.shape(
        paragraph.text.slice(line), part: piece.range, script: piece.script,
        isRightToLeft: piece.level & 1 != 0)
      for glyph in shaped where glyph.cluster < end ?? line.lowerBound {
        glyphs.append(
          Glyph(identifier: glyph.identifier, x: x + glyph.xOffset, y: glyph.yOffset))
        x += glyph.advance
      }
    }
    return glyphs
  }

  private func pieces(of line: Range<Int>) -> [Piece] {
    var pieces: [Piece] = []
    for run in paragraph.runs where run.start < line.upperBound && run.end > line.lowerBound {
      let part = run.item.range.clamped(to: line)
      for (stretch, script) in paragraph.scriptStretches(of: part, in: run) {
        let piece = Piece(
          range: stretch, script: script.tag, level: run.item.level,
          isControl: run.item.isControl)
        if let last = pieces.last, !piece.isControl, !last.isControl, last.level == piece.level,
          last.script == piece.script
        {
          pieces[pieces.count - 1].range = last.range.lowerBound..<piece.range.upperBound
        } else {
          pieces.append(piece)
        }
      }
    }
    return pieces
  }

  /// The pieces in the order of display (UAX 9, rule L2).
  private func ordered(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    for level in (1...max(1, pieces.map(\.level).max() ?? 0)).reversed() {
      for part in pieces.indices.split(whereSeparator: { pieces[$0].level < level }) {
        pieces[part.startIndex..<part.endIndex].reverse()
      }
    }
    return pieces
  }
}

extension TextLayout {
  /// The glyphs of a line from left to right, in font units at the font's units per em.
  func unitGlyphs(ofLine index: Int) -> [LoneLine.Glyph] {
    var glyphs: [LoneLine.Glyph] = []
    let runs = glyphRuns(ofLine: index)
    let left = runs.first?.origin.x ?? 0
    for run in runs where !run.isToken {
      run.forEachGlyph { glyph, x, y in
        glyphs.append(
          LoneLine.Glyph(
            identifier: glyph, x: Int(saturating: (x - left).rounded()),
            y: Int(saturating: (lines[index].baseline - y).rounded())))
      }
    }
    return glyphs
  }
}
