import LinecasterBase
import LinecasterFonts

/// Splices the prepared part of an edited text into an older prepared paragraph.
///
/// - Complexity: O(units + glyphs) for each array, to copy it.
struct ParagraphSplice {
  private let edit: TextEdit

  private var old: PreparedParagraph { edit.old }
  /// The first unit of the prepared part.
  private var start: Int { edit.prepared.lowerBound }

  init(_ edit: TextEdit) { self.edit = edit }

  /// Returns one entry per unit: the ones before, the new ones, the ones after.
  private func splice<Element>(_ old: [Element], _ new: [Element]) -> [Element] {
    var spliced: [Element] = []
    spliced.reserveCapacity(edit.source.units.count + 1)
    spliced += old[..<edit.units.lowerBound]
    spliced += new[edit.lead..<edit.prepared.count]
    spliced += old[edit.oldUnits.upperBound...]
    return spliced
  }

  /// Returns the flags of the whole text. The last new flag is that of the text's end, or of the
  /// next unit, which is known.
  func boundaries(_ new: [BoundaryFlags]) -> [BoundaryFlags] {
    guard edit.reachesEnd else { return splice(old.boundaries, new) }
    return Array(old.boundaries[..<edit.units.lowerBound]) + new[edit.lead...]
  }

  /// Places in ascending order; none is the start of a paragraph.
  func places(_ known: [Int], _ new: [Int]) -> [Int] {
    let before = known.prefix { $0 < edit.units.lowerBound }
    let behind = known.drop { $0 < edit.oldUnits.upperBound }
    return Array(before) + new.filter { $0 >= edit.lead }.map { $0 + start }
      + behind.map { $0 + edit.shift }
  }

  /// Returns the paragraphs of the bidirectional algorithm.
  func paragraphs(_ new: [BidiParagraph]) -> [BidiParagraph] {
    var spliced: [BidiParagraph] = []
    func add(_ end: Int, _ level: UInt8) {
      guard end > spliced.last?.end ?? 0 else { return }
      spliced.append(BidiParagraph(end: end, level: level))
    }
    for paragraph in old.bidiParagraphs {
      // A join continues its paragraph.
      if edit.join != nil, paragraph.end > edit.units.lowerBound { break }
      add(min(paragraph.end, edit.units.lowerBound), paragraph.level)
    }
    for paragraph in new {
      let end = min(paragraph.end, edit.prepared.count) + start
      if end > edit.units.lowerBound { add(end, paragraph.level) }
    }
    for paragraph in old.bidiParagraphs where paragraph.end > edit.oldUnits.upperBound {
      add(min(paragraph.end, old.count) + edit.shift, paragraph.level)
    }
    return spliced
  }

  /// Returns the characters that no font has.
  func missing(_ new: [MissingCharacter]) -> [MissingCharacter] {
    let before = old.missingInText.prefix { $0.unit < edit.units.lowerBound }
    let behind = old.missingInText.drop { $0.unit < edit.oldUnits.upperBound }
    return Array(before) + new.map { $0.moved(by: start) }
      + behind.map { $0.moved(by: edit.shift) }
  }

  /// Whether the context of a join was shaped as before, up to a word that is not tied to it.
  func joins(_ new: Shaper.Result, _ boundaries: [BoundaryFlags]) -> Bool {
    guard let join = edit.join else { return true }
    guard let first = new.runs.first, first.end >= edit.lead else { return false }
    let run = old.runs[join.run]
    let known = old.glyphs(of: join.start..<join.unit, in: run)
    let shaped = contextGlyphs(new, in: first)
    guard known.count == shaped.count,
      zip(old.glyphs[known], new.glyphs[shaped]).allSatisfy({ $0 == $1.moved(by: start) })
    else { return false }
    return !boundaries[edit.lead].contains(.unsafe)
      && boundaries[1..<edit.lead] == old.boundaries[join.start + 1..<join.unit]
  }

  /// Returns the glyphs of a join's context.
  private func contextGlyphs(_ new: Shaper.Result, in first: ShapedRun) -> Range<Int> {
    let glyphs = first.glyphs
    if first.item.isRightToLeft {
      let place = new.glyphs.bisect(in: glyphs) { Int($0.cluster) < edit.lead }
      return place..<glyphs.upperBound
    }
    return glyphs.lowerBound..<new.glyphs.bisect(in: glyphs) { Int($0.cluster) >= edit.lead }
  }

  /// Returns the shaped result, and the faces of its runs.
  func shaped(
    _ new: Shaper.Result, faces: [FontFace]
  ) -> (shaped: Shaper.Result, faces: [FontFace]) {
    let behind = old.runs[old.runs.bisect { $0.start >= edit.oldUnits.upperBound }...]
    // The preceding terminator has no glyphs; the context of a join is part of its run.
    let added = new.runs[new.runs.bisect { $0.start >= edit.lead }...]
    let last = behind.first?.glyphs.lowerBound ?? old.glyphs.count

    var result = Shaper.Result()
    result.positions = splice(old.positions, new.positions)
    result.glyphs.reserveCapacity(old.glyphs.count + new.glyphs.count)
    var before = old.runs[..<old.runs.bisect { $0.start >= edit.units.lowerBound }]
    var left = 0
    if let join = edit.join, let first = new.runs.first {
      before = old.runs[..<join.run]
      result.glyphs += old.glyphs[..<old.runs[join.run].glyphs.lowerBound]
      before.append(joined(join, first, new, into: &result))
      left = first.glyphs.upperBound
    } else {
      result.glyphs += old.glyphs[..<(before.last?.glyphs.upperBound ?? 0)]
    }
    let shift = result.glyphs.count - left
    result.glyphs += new.glyphs[left...].lazy.map { $0.moved(by: start) }
    let moved = result.glyphs.count - last
    result.glyphs += old.glyphs[last...].lazy.map { $0.moved(by: edit.shift) }

    let style = styleShift
    var runs = RunSplicer(count: before.count + added.count + behind.count)
    runs.add(before, of: old.faces)
    runs.add(added, of: faces, units: start, styles: edit.styles.lowerBound, glyphs: shift)
    runs.add(behind, of: old.faces, units: edit.shift, styles: style, glyphs: moved)
    result.runs = runs.runs
    return (result, runs.faces)
  }

  /// Returns the run of a join with its earlier and its new text; adds its glyphs and moves its new
  /// positions.
  private func joined(
    _ join: RunJoin, _ first: ShapedRun, _ new: Shaper.Result, into result: inout Shaper.Result
  ) -> ShapedRun {
    let run = old.runs[join.run]
    let known = old.glyphs(of: run.start..<join.unit, in: run)
    let context = contextGlyphs(new, in: first)
    let start = result.glyphs.count
    if run.item.isRightToLeft {
      let shaped = new.glyphs[first.glyphs.lowerBound..<context.lowerBound]
      result.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
      result.glyphs += old.glyphs[known]
    } else {
      result.glyphs += old.glyphs[known]
      let shaped = new.glyphs[context.upperBound..<first.glyphs.upperBound]
      result.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
    }
    let inside = edit.lead < first.end ? Int(new.positions[edit.lead]) : first.advance
    let shift = old.position(join.unit, in: run) - inside
    for unit in edit.lead..<max(first.end, edit.lead) {
      let place = unit + self.start
      result.positions[place] = Int32(clamping: Int(result.positions[place]) + shift)
    }
    var item = run.item
    item.end = first.end + self.start
    item.foreignSpace = first.item.foreignSpace
    return ShapedRun(
      item, glyphs: start..<result.glyphs.count, advance: first.advance + shift,
      scale: run.scale, box: run.box)
  }

  /// The change in the number of styles before the text after the edit.
  private var styleShift: Int {
    guard !edit.reachesEnd else { return 0 }
    return edit.source.runs.bisect { edit.units.upperBound < $0.end }
      - old.styleIndex(at: edit.oldUnits.upperBound)
  }
}

extension ShapedGlyph {
  /// Returns the glyph moved by a number of units.
  fileprivate func moved(by units: Int) -> ShapedGlyph {
    var glyph = self
    glyph.cluster = UInt32(clamping: Int(cluster) + units)
    return glyph
  }
}

/// Joins runs of several paragraphs; faces are in the order of their first runs.
private struct RunSplicer {
  private(set) var runs: [ShapedRun] = []
  private(set) var faces: [FontFace] = []

  init(count: Int) { runs.reserveCapacity(count) }

  /// Adds runs, whose faces are indices in a list, moved by units, styles and glyphs.
  mutating func add(
    _ added: ArraySlice<ShapedRun>, of faces: [FontFace], units: Int = 0, styles: Int = 0,
    glyphs: Int = 0
  ) {
    var places = [Int?](repeating: nil, count: faces.count)
    for run in added {
      let item = run.item
      let place = places[item.face] ?? self.place(of: faces[item.face])
      places[item.face] = place
      runs.append(
        run.moved(
          as: item.moved(by: units, style: item.style + styles, face: place), glyphs: glyphs))
    }
  }

  private mutating func place(of face: FontFace) -> Int {
    if let known = faces.firstIndex(where: { $0 == face }) { return known }
    faces.append(face)
    return faces.count - 1
  }
}
