import LinecasterBase
import LinecasterFonts

/// Turns the items of one paragraph into shaped runs, all glyphs in one array.
struct Shaper {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// For each style the face that its text is drawn with first.
  let firstFaces: [FontFace]
  let paragraphStyle: ParagraphStyle

  /// The style of the item in work.
  private var style: TextStyle
  private var styleIndex = 0
  /// What shapes the stretch in work.
  private var current: Turn?
  /// What shaped another one before.
  private var other: Turn?

  init(
    worker: TextWorker, styles: [AttributedText.Run], firstFaces: [FontFace],
    paragraphStyle: ParagraphStyle
  ) {
    self.worker = worker
    self.styles = styles
    self.firstFaces = firstFaces
    self.paragraphStyle = paragraphStyle
    style = styles[0].style
  }

  private var lineHeight: LineHeight { paragraphStyle.lineHeight }

  /// Glyphs and the position of every character, filled run by run.
  struct Result {
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
    /// For each unit the sum of the advances before it in its run, in font units.
    var positions: [Int32] = []
  }

  /// Shapes every item, and marks in the analysis where breaking would change the glyphs.
  ///
  /// - Complexity: that of `hb_shape` over the text.
  mutating func shape(
    _ text: [UInt16], _ items: ItemList, _ analysis: inout TextAnalysis,
    _ scope: WorkScope
  ) throws(CancellationError) -> Result {
    // They hold pointers to the text and what is filled for it.
    defer { (current, other) = (nil, nil) }
    var result = Result()
    result.runs.reserveCapacity(items.items.count)
    let glyphs = worker.tools.glyphs
    glyphs.removeAll()
    result.positions = try Array(filling: text.count) { positions throws(CancellationError) in
      positions.initialize(repeating: 0)
      try text.withUnsafeBufferPointer { text throws(CancellationError) in
        let scripts = UnsafeBufferPointer(analysis.scripts)
        try analysis.boundaries.withUnsafeMutableBufferPointer {
          boundaries throws(CancellationError) in
          // One entry a unit and one for the end, so there is memory unless there is no text.
          guard let positions = positions.baseAddress, let flags = boundaries.baseAddress else {
            return
          }
          let target = Target(
            text: text, scripts: scripts, positions: positions, boundaries: flags)
          for item in items.items {
            result.runs.append(shape(item, items.faces[item.face], target))
            try scope.pass((item.end - item.start) * Self.stepsOfAUnit)
          }
        }
      }
    }
    result.glyphs = Array(glyphs.all)
    return result
  }

  /// About what a unit costs that HarfBuzz shapes.
  private static var stepsOfAUnit: Int { 128 }

  /// A paragraph's text and what is filled for it.
  fileprivate struct Target {
    let text: UnsafeBufferPointer<UInt16>
    /// The scripts, common and inherited resolved.
    let scripts: UnsafeBufferPointer<UInt8>
    let positions: UnsafeMutablePointer<Int32>
    let boundaries: UnsafeMutablePointer<BoundaryFlags>

    /// Notes the script of the graphemes from a unit on that have the same one; their end.
    func noteScript(from unit: Int, upTo last: Int) -> Int {
      let flag = BoundaryFlags(eastAsian: ScriptCode(rawValue: scripts[unit]))
      var end = unit
      repeat {
        boundaries[end].insert(flag)
        end += 1
      } while end < last
        && (scripts[end] == scripts[unit] || !boundaries[end].contains(.grapheme))
      return end
    }
  }

  private mutating func shape(
    _ item: TextItem, _ face: FontFace, _ target: Target
  ) -> ShapedRun {
    if item.style != styleIndex {
      style = styles[item.style].style
      styleIndex = item.style
    }
    let glyphs = worker.tools.glyphs
    let first = glyphs.count
    if joins(item, target) { target.boundaries[item.start].insert(.unsafe) }
    var advance = 0
    // Control codes have no glyphs, and the positions are 0 already.
    if !item.isControl {
      shapeGlyphs(of: item, face, target)
      let spacing = GlyphSpacing(style, item, unitsPerEm: face.metrics.unitsPerEm)
      spacing?.apply(to: glyphs.suffix(from: first), of: target.text, after: .init())
      // Asked first, since nearly no text wants it and handing all of this over counts references.
      if IdeographSpacing.isWanted(in: paragraphStyle), let plan = current?.shaper.plan,
        let spaced = IdeographSpacing(
          target.text, paragraphStyle, styles, by: plan, with: worker.tools)
      {
        spaced.apply(
          to: glyphs.suffix(from: first), end: item.end, line: target.text.indices,
          isLineStart: paragraphStyle.spacingTrim == .trimStart, boundaries: target.boundaries)
      }
      advance = AdvanceTable.fill(
        item, glyphs.suffix(from: first), positions: target.positions,
        boundaries: target.boundaries)
      if item.isRightToLeft { glyphs.reverse(from: first) }
    }
    return ShapedRun(
      item, glyphs: first..<glyphs.count, advance: advance,
      scale: style.drawnSize / Double(face.metrics.unitsPerEm), box: box(face))
  }

  /// What text of the style in work that a face draws asks of line boxes.
  private func box(_ face: FontFace) -> LineBox {
    let face = lineHeight.followsFallback ? face : firstFaces[styleIndex]
    return LineBox(face: face, size: style.drawnSize, lineHeight: lineHeight)
      .raised(by: style.drawnShift)
  }

  /// Shapes an item by the rules of its script, each stretch of one where it has several.
  private mutating func shapeGlyphs(of item: TextItem, _ face: FontFace, _ target: Target) {
    guard item.script.isEastAsian else {
      turn(to: item, item.script, face, target)
      current?.shaper.shape(item.range)
      return
    }
    var start = item.start
    while start < item.end {
      let script = ScriptCode(rawValue: target.scripts[start])
      let end = target.noteScript(from: start, upTo: item.end)
      turn(to: item, script, face, target)
      current?.shaper.shape(start..<end)
      start = end
    }
  }

  /// Turns to what shapes a script of an item, which is often what did so two stretches ago.
  private mutating func turn(
    to item: TextItem, _ script: ScriptCode, _ face: FontFace, _ target: Target
  ) {
    let key = Turn.Key(item, script, style: styleIndex)
    if current?.key != key {
      swap(&current, &other)
      if current?.key != key {
        let shaper = worker.shaper(
          script, item.glyphDirection, face, style, target.text,
          UnsafePointer(target.boundaries), context: target.text.indices)
        current = Turn(key: key, shaper: shaper)
      }
    }
    current?.shaper.turn(to: item)
  }

  /// Whether letters before the item may have shaped its first ones, and they those.
  ///
  /// HarfBuzz joins Arabic letters with the text around the item but marks no break there as
  /// unsafe. Where a line may end by the rules no letters join.
  private func joins(_ item: TextItem, _ target: Target) -> Bool {
    item.start > 0 && !item.isControl && !target.boundaries[item.start].contains(.softBreak)
      && target.boundaries[item.start - 1].isDisjoint(with: [.hanging, .control])
  }

  /// A shaper and what it is for.
  private struct Turn {
    let key: Key
    var shaper: ItemShaper

    struct Key: Equatable {
      private let face: Int
      private let style: Int
      private let script: ScriptCode
      private let direction: GlyphDirection

      init(_ item: TextItem, _ script: ScriptCode, style: Int) {
        face = item.face
        self.style = style
        self.script = script
        direction = item.glyphDirection
      }
    }
  }
}

/// The way from glyphs to characters: where each unit starts, and where a line may be cut.
enum AdvanceTable {
  /// Fills the positions of an item's units from its glyphs, which are in the order of the text,
  /// and marks unsafe boundaries.
  ///
  /// A cluster of many units is divided evenly, and its inside is unsafe. The result is the width
  /// of all glyphs, in font units.
  static func fill(
    _ item: TextItem, _ glyphs: UnsafeMutableBufferPointer<ShapedGlyph>,
    positions: UnsafeMutablePointer<Int32>, boundaries: UnsafeMutablePointer<BoundaryFlags>
  ) -> Int {
    var total = 0
    let count = glyphs.count
    var index = 0
    while index < count {
      let first = glyphs[index]
      let start = Int(first.cluster)
      var advance = Int(first.advance)
      index += 1
      // Nearly every cluster is one unit and one glyph.
      if index < count, glyphs[index].cluster == first.cluster + 1 {
        positions[start] = Int32(clamping: total)
        if first.flags.contains(.unsafeToBreak) { boundaries[start].insert(.unsafe) }
        total += advance
        continue
      }
      while index < count, glyphs[index].cluster == first.cluster {
        advance += Int(glyphs[index].advance)
        index += 1
      }
      let end = index < count ? Int(glyphs[index].cluster) : item.end
      guard start < end else { continue }
      positions[start] = Int32(clamping: total)
      if first.flags.contains(.unsafeToBreak) { boundaries[start].insert(.unsafe) }
      for unit in start + 1..<max(end, start + 1) {
        positions[unit] = Int32(clamping: total + advance * (unit - start) / (end - start))
        boundaries[unit].insert(.unsafe)
      }
      total += advance
    }
    return total
  }
}
