import LinecasterBase
import LinecasterFonts

/// The tabs of a line.
extension LineContent {
  /// A tab whose advance depends on the text after it.
  struct OpenTab {
    let segment: Int
    let stop: TabStop
    /// Its start, in layout points from the line's start edge.
    let start: Double
  }

  /// Adds a segment for each tab, whose advance depends on its position.
  mutating func addTabs(_ run: ShapedRun, _ units: Range<Int>) {
    for unit in units { addTab(run, unit) }
  }

  /// Adds a tab that may lead to an explicit stop.
  private mutating func addTab(_ run: ShapedRun, _ unit: Int) {
    closeTab()
    let x = place
    let advance = paragraph.tabAdvance(at: x, of: unit, in: run)
    if let stop = paragraph.tabStops.first(behind: x) {
      openTab = OpenTab(segment: segments.count, stop: stop, start: x)
    }
    append(Segment(run, unit..<unit + 1, 0..<0, width: advance, of: paragraph))
  }

  /// Sets the advance of the last tab, now that the text after it is known, and adds its leader.
  mutating func closeTab() {
    guard let tab = openTab else { return }
    openTab = nil
    let text = tab.segment + 1..<segments.count
    let field = segments[text].reduce(0) { $0 + $1.width }
    let room = tab.stop.position - tab.start
    var advance = segments[tab.segment].width
    switch tab.stop.alignment {
    case .start: break
    case .center: advance = max(0, room - field / 2)
    case .end: advance = max(0, room - field)
    case .decimal(let separator):
      advance = max(0, room - (width(of: text, before: separator) ?? field))
    }
    add(room: advance - segments[tab.segment].width)
    setWidth(advance, of: tab.segment)
    if let leader = tab.stop.leader { fill(tab.segment, with: leader) }
  }

  /// Returns the width of the segments' text before the first occurrence of a character, from the
  /// line's start edge; `nil` if they do not contain it.
  private func width(of text: Range<Int>, before character: Character) -> Double? {
    let wanted = Array(String(character).utf16)
    var x = 0.0
    for segment in segments[text] {
      let place = segment.units.first { unit in
        unit + wanted.count <= segment.units.upperBound
          && paragraph.text.slice(unit..<unit + wanted.count).elementsEqual(wanted)
      }
      if let place {
        let isTurned =
          segment.isRightToLeft != (paragraph.baseLevel(at: segment.units.lowerBound) & 1 != 0)
        return x
          + (isTurned
            ? segment.width - width(of: segment, before: place + wanted.count)
            : width(of: segment, before: place))
      }
      x += segment.width
    }
    return nil
  }

  /// Returns the sum of advances of a segment's clusters before a unit, in layout points.
  private func width(of segment: Segment, before unit: Int) -> Double {
    let advance = glyphs(of: segment).reduce(0) { sum, glyph in
      Int(glyph.cluster) < unit ? sum + Int(glyph.advance) : sum
    }
    return Double(advance) * segment.scale
  }

  /// Fills a tab with a character, from its end.
  private mutating func fill(_ index: Int, with leader: Character) {
    let segment = segments[index]
    guard let (face, glyph) = paragraph.leader(leader, style: segment.style), glyph.advance > 0
    else { return }
    let scale = segment.size / Double(paragraph.faces[face].metrics.unitsPerEm)
    guard scale > 0 else { return }
    let room = Int32(saturating: (segment.width / scale).rounded())
    let count = Int(min(room / glyph.advance, Self.mostLeaders))
    guard count > 0 else { return }
    var glyphs = [ShapedGlyph](repeating: glyph, count: count)
    for place in glyphs.indices { glyphs[place].cluster = UInt32(segment.units.lowerBound) }
    let rest = room - Int32(count) * glyph.advance
    // The rest goes to the start, so that leaders on consecutive lines align in columns.
    let last = segment.isRightToLeft ? count - 1 : 0
    glyphs[last].advance += rest
    if !segment.isRightToLeft {
      glyphs[last].xOffset = Int16(clamping: Int(glyph.xOffset) + Int(rest))
    }
    replace(index, glyphs: glyphs, face: face, scale: scale)
  }

  /// The maximum number of leaders in a tab.
  private static var mostLeaders: Int32 { 10_000 }
}

extension PreparedParagraph {
  /// Returns the glyph of a single character, in the first face that has it, beginning with the
  /// style's first face; `nil` if no face has it as one glyph.
  fileprivate func leader(_ character: Character, style: Int) -> (face: Int, glyph: ShapedGlyph)? {
    let scalars = character.unicodeScalars
    let first = faces.firstIndex { $0 == firstFaces[style] }
    let candidates = (first.map { [$0] } ?? []) + faces.indices
    guard let face = candidates.first(where: { face in scalars.allSatisfy(faces[face].covers) })
    else { return nil }
    let glyphs = shape(Array(String(character).utf16), in: faces[face], styles[style].style)
    return glyphs.count == 1 ? (face, glyphs[0]) : nil
  }
}
