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
  private func splice<Element>(_ old: SharedArray<Element>, _ new: [Element]) -> [Element] {
    var spliced: [Element] = []
    spliced.reserveCapacity(edit.source.units.count + 1)
    spliced += old.slice(0..<edit.units.lowerBound)
    spliced += new[edit.lead..<edit.prepared.count]
    spliced += old.slice(edit.oldUnits.upperBound..<old.count)
    return spliced
  }

  /// Returns the flags of the whole text. The last new flag is that of the text's end, or of the
  /// next unit, which is known.
  func boundaries(_ new: [BoundaryFlags]) -> [BoundaryFlags] {
    guard edit.reachesEnd else { return splice(old.boundaries, new) }
    return Array(old.boundaries.slice(0..<edit.units.lowerBound)) + new[edit.lead...]
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
      zip(old.glyphs.slice(known), new.glyphs[shaped]).allSatisfy({ $0 == $1.moved(by: start) })
    else { return false }
    return !boundaries[edit.lead].contains(.unsafe)
      && boundaries[1..<edit.lead] == old.boundaries.slice(join.start + 1..<join.unit)
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
    let end = old.runs.bisect { $0.start >= edit.oldUnits.upperBound }
    let behind = old.runs.slice(end..<old.runs.count)
    let start = start(of: new)
    var result = Shaper.Result()
    result.positions = splice(old.positions, start.positions)
    result.glyphs.reserveCapacity(old.glyphs.count + new.glyphs.count)
    result.glyphs += old.glyphs.slice(0..<start.oldGlyphs)
    result.glyphs += start.glyphs
    let moved = result.glyphs.count - (behind.first?.glyphs.lowerBound ?? old.glyphs.count)
    result.glyphs += old.glyphs.slice(result.glyphs.count - moved..<old.glyphs.count)
      .lazy.map { $0.moved(by: edit.shift) }

    var runs = RunSplicer(count: start.oldRuns + new.runs.count + behind.count)
    runs.add(old.runs.slice(0..<start.oldRuns), of: old.faces)
    if let joined = start.joined { runs.add([joined], of: old.faces) }
    runs.add(
      start.runs, of: faces, units: self.start, styles: edit.styles.lowerBound,
      glyphs: start.glyphShift)
    runs.add(behind, of: old.faces, units: edit.shift, styles: styleShift, glyphs: moved)
    result.runs = runs.runs
    return (result, runs.faces)
  }

  /// Returns the text with a part at its end that is prepared again, and the faces of its runs.
  /// Most of the text before it is shared with the earlier version.
  func grown(
    _ new: Shaper.Result, _ boundaries: [BoundaryFlags], faces: [FontFace]
  ) -> (text: ShapedText, faces: [FontFace], growth: Growth) {
    let first = edit.units.lowerBound
    let start = start(of: new)
    var runs = RunSplicer(old.faces[..<old.faceCount(ofRuns: start.oldRuns)])
    if let joined = start.joined { runs.add([joined], of: old.faces) }
    runs.add(
      start.runs, of: faces, units: self.start, styles: edit.styles.lowerBound,
      glyphs: start.glyphShift)
    let shared = min(first, old.boundaries.sharedCount)
    let isFlat =
      shared < Self.fewestShared
      || edit.source.units.count - shared > max(Self.mostOwn, shared / Self.parts)
    let text = ShapedText(
      units: isFlat ? SharedArray(edit.source.units.flat) : edit.source.units,
      boundaries: old.boundaries.keeping(
        first, adding: boundaries[edit.lead...], isFlat: isFlat),
      runs: old.runs.keeping(start.oldRuns, adding: runs.runs, isFlat: isFlat),
      glyphs: old.glyphs.keeping(start.oldGlyphs, adding: start.glyphs, isFlat: isFlat),
      positions: old.positions.keeping(
        first, adding: start.positions[edit.lead..<edit.prepared.count], isFlat: isFlat))
    return (text, runs.faces, growth(to: text, isShared: !isFlat))
  }

  /// Returns the parts of the edited text, besides its text, that the earlier version had.
  ///
  /// - Parameter isShared: Whether it shares arrays with the earlier version.
  func growth(to text: ShapedText, isShared: Bool = false) -> Growth {
    let runs = edit.join?.run ?? old.runs.bisect { $0.start >= edit.units.lowerBound }
    return Growth(
      from: old, runs: runs, scan: edit.join?.scan,
      lines: old.firstLines(
        before: min(firstChange(in: text), old.sourceMap.commonCount(with: edit.source.map))),
      isShared: isShared)
  }

  /// The number of units before an edit from which arrays are shared with the earlier version.
  private static let fewestShared = 256
  /// The number of units behind shared ones from which all are copied into arrays of their own.
  private static let mostOwn = 2_048
  /// The share of a long text, 1 in so many, that may be its own: copying all of it takes longer
  /// than copying its own with each token.
  private static let parts = 128

  /// Returns the first unit that lines before the edit may depend on.
  ///
  /// The end of a line is searched by bisection of the positions in its run. If they decrease, the
  /// result depends on the end of the run.
  private func firstChange(in text: ShapedText) -> Int {
    guard let join = edit.join else { return edit.units.lowerBound }
    let before = old.runs[join.run]
    let ascends =
      join.scan.ascends && old.positions.ascend(in: before, from: join.start)
      && text.positions.ascend(in: text.runs[join.run], from: join.start)
    return ascends ? join.unit : before.start
  }

  /// The text up to the end of the prepared part.
  private struct Start {
    /// The number of runs of the earlier version before it.
    var oldRuns: Int
    /// The number of glyphs of the earlier version before it.
    var oldGlyphs: Int
    /// The run of a join with its earlier and its new text.
    var joined: ShapedRun?
    /// The glyphs behind those of the earlier version.
    var glyphs: [ShapedGlyph] = []
    /// The new runs, with indices of their own.
    var runs: ArraySlice<ShapedRun>
    /// The distance that the glyphs of these runs move.
    var glyphShift = 0
    /// The new positions; those in the run of a join continue the earlier ones.
    var positions: [Int32]
  }

  private func start(of new: Shaper.Result) -> Start {
    // The preceding terminator has no glyphs; the context of a join is part of its run.
    let runs = new.runs[new.runs.bisect { $0.start >= edit.lead }...]
    let before = old.runs.bisect { $0.start >= edit.units.lowerBound }
    var start = Start(
      oldRuns: before, oldGlyphs: before > 0 ? old.runs[before - 1].glyphs.upperBound : 0,
      runs: runs, positions: new.positions)
    var left = 0
    if let join = edit.join, let first = new.runs.first {
      start.oldRuns = join.run
      start.joined = joined(join, first, new, &start)
      left = first.glyphs.upperBound
    }
    start.glyphShift = start.oldGlyphs + start.glyphs.count - left
    start.glyphs += new.glyphs[left...].lazy.map { $0.moved(by: self.start) }
    return start
  }

  /// Returns the run of a join with its earlier and its new text; adds its glyphs and moves its new
  /// positions.
  private func joined(
    _ join: RunJoin, _ first: ShapedRun, _ new: Shaper.Result, _ start: inout Start
  ) -> ShapedRun {
    let run = old.runs[join.run]
    let known = old.glyphs(of: run.start..<join.unit, in: run)
    let context = contextGlyphs(new, in: first)
    if run.item.isRightToLeft {
      start.oldGlyphs = run.glyphs.lowerBound
      let shaped = new.glyphs[first.glyphs.lowerBound..<context.lowerBound]
      start.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
      start.glyphs += old.glyphs.slice(known)
    } else {
      start.oldGlyphs = known.upperBound
      let shaped = new.glyphs[context.upperBound..<first.glyphs.upperBound]
      start.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
    }
    let inside = edit.lead < first.end ? Int(new.positions[edit.lead]) : first.advance
    let shift = old.position(join.unit, in: run) - inside
    for unit in edit.lead..<max(first.end, edit.lead) {
      start.positions[unit] = Int32(clamping: Int(start.positions[unit]) + shift)
    }
    var item = run.item
    item.end = first.end + self.start
    item.foreignSpace = first.item.foreignSpace
    return ShapedRun(
      item, glyphs: run.glyphs.lowerBound..<start.oldGlyphs + start.glyphs.count,
      advance: first.advance + shift, scale: run.scale, box: run.box)
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

  /// Creates a splicer of runs behind others, whose faces are known.
  init(_ faces: ArraySlice<FontFace>) { self.faces = Array(faces) }

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

extension PreparedParagraph {
  /// Returns the number of faces that the first runs use.
  fileprivate func faceCount(ofRuns count: Int) -> Int {
    var faceCount = 0
    var index = 0
    while index < count, faceCount < faces.count {
      faceCount = max(faceCount, runs[index].item.face + 1)
      index += 1
    }
    return faceCount
  }
}

extension SharedArray<Int32> {
  /// Whether the positions of a run never decrease from a unit on.
  fileprivate func ascend(in run: ShapedRun, from unit: Int) -> Bool {
    let positions = slice(unit..<run.end)
    return positions.ascends && Int(positions.last ?? 0) <= run.advance
  }
}
