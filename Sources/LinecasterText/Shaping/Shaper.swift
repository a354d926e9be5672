import LinecasterBase
import LinecasterFonts

/// Shapes the items of one paragraph into runs, with all glyphs in one array.
struct Shaper {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// The first face of each style.
  let firstFaces: [FontFace]
  let paragraphStyle: ParagraphStyle
  /// Decides where the room between ideographs and letters goes.
  let spacing: SpacingContext

  /// The style of the current item.
  private var style: TextStyle
  private var styleIndex = 0
  /// The shaper of the current stretch.
  private var current: Turn?
  /// The previous shaper.
  private var other: Turn?

  init(
    worker: TextWorker, styles: [AttributedText.Run], firstFaces: [FontFace],
    paragraphStyle: ParagraphStyle, spacing: SpacingContext
  ) {
    self.worker = worker
    self.styles = styles
    self.firstFaces = firstFaces
    self.paragraphStyle = paragraphStyle
    self.spacing = spacing
    style = styles[0].style
  }

  private var lineHeight: LineHeight { paragraphStyle.lineHeight }

  /// The glyphs and the position of every unit, filled run by run.
  struct Result: Sendable {
    var runs: [ShapedRun] = []
    var glyphs: [ShapedGlyph] = []
    /// The sum of the advances before each unit in its run, in font units.
    var positions: [Int32] = []
  }

  /// Shapes every item, and marks the boundaries at which a break changes glyphs.
  ///
  /// - Complexity: That of `hb_shape` for the text.
  mutating func shape(
    _ text: [UInt16], _ items: ItemList, _ analysis: inout TextAnalysis,
    _ scope: WorkScope
  ) throws(CancellationError) -> Result {
    // They hold pointers to the text and the arrays filled for it.
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
          // There is one entry per unit and one for the end, so there is memory unless the text is
          // empty.
          guard let positions = positions.baseAddress, let flags = boundaries.baseAddress else {
            return
          }
          let target = Target(
            text: text, scripts: scripts, positions: positions, boundaries: flags)
          for item in items.items {
            result.runs.append(shape(item, items.faces[item.face], target))
            try scope.pass((item.end - item.start) * Self.stepsPerUnit)
          }
        }
      }
    }
    result.glyphs = Array(glyphs.all)
    return result
  }

  /// The approximate cost of a unit shaped by HarfBuzz, in steps.
  private static var stepsPerUnit: Int { 128 }

  /// The text of a paragraph and the arrays filled for it.
  fileprivate struct Target {
    let text: UnsafeBufferPointer<UInt16>
    /// The resolved scripts.
    let scripts: UnsafeBufferPointer<UInt8>
    let positions: UnsafeMutablePointer<Int32>
    let boundaries: UnsafeMutablePointer<BoundaryFlags>

    /// Records the script of the graphemes from a unit that share it; returns their end.
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
    // Control codes have no glyphs, and their positions are already 0.
    if !item.isControl {
      shapeGlyphs(of: item, face, target)
      let spacing = GlyphSpacing(style, item, unitsPerEm: face.metrics.unitsPerEm)
      spacing?.apply(to: glyphs.suffix(from: first), of: target.text, after: .init())
      // Checked first, because few texts need it and the call costs reference counting.
      if IdeographSpacing.isWanted(in: paragraphStyle), let plan = current?.shaper.plan,
        let spaced = IdeographSpacing(
          target.text, paragraphStyle, self.spacing, by: plan, with: worker.tools)
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

  /// The line box extent of text in the current style with a face.
  private func box(_ face: FontFace) -> LineBox {
    let face = lineHeight.followsFallback ? face : firstFaces[styleIndex]
    return LineBox(face: face, size: style.drawnSize, lineHeight: lineHeight)
      .raised(by: style.drawnShift)
  }

  /// Shapes an item by the rules of its script, or each stretch of one script separately.
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

  /// Switches to the shaper of a script of an item, which is often the one used two stretches ago.
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

  /// Whether the item's first letters may join with letters before it.
  ///
  /// HarfBuzz joins Arabic letters with the text around the item, but marks no break there as
  /// unsafe. Letters do not join at line opportunities.
  private func joins(_ item: TextItem, _ target: Target) -> Bool {
    item.start > 0 && !item.isControl && !target.boundaries[item.start].contains(.softBreak)
      && target.boundaries[item.start - 1].isDisjoint(with: [.hanging, .control])
  }

  /// A shaper and its key.
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

/// Maps glyphs to characters: the position of each unit, and the safe places to break.
enum AdvanceTable {
  /// Fills the positions of an item's units from its glyphs, which are in logical order, and marks
  /// unsafe boundaries.
  ///
  /// A cluster of many units is divided evenly, and its inside is unsafe. Returns the width of all
  /// glyphs, in font units.
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
      // Nearly every cluster has one unit and one glyph.
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
