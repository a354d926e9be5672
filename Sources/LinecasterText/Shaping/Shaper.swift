import LinecasterFonts

/// Turns items into shaped runs, all of a paragraph's glyphs in one array.
struct Shaper {
  let worker: TextWorker
  let styles: [AttributedText.Run]

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
  func shape(
    _ text: [UInt16], _ items: Itemizer.Result, _ analysis: inout TextAnalysis
  ) -> Result {
    var result = Result()
    result.runs.reserveCapacity(items.items.count)
    let glyphs = worker.glyphs
    glyphs.removeAll()
    result.positions = Array(filling: text.count) { positions in
      positions.initialize(repeating: 0)
      text.withUnsafeBufferPointer { text in
        let scripts = analysis.scripts
        scripts.withUnsafeBufferPointer { scripts in
          analysis.boundaries.withUnsafeMutableBufferPointer { boundaries in
            // One entry a unit and one for the end, so there is memory unless there is no text.
            guard let positions = positions.baseAddress, let flags = boundaries.baseAddress else {
              return
            }
            let target = Target(
              text: text, scripts: scripts, positions: positions, boundaries: flags)
            var pass = Pass(worker: worker, style: styles[0].style, target: target)
            for (item, face) in zip(items.items, items.faces) {
              if item.style != pass.styleIndex {
                pass.take(styles[item.style].style, at: item.style)
              }
              result.runs.append(pass.shape(item, face))
            }
          }
        }
      }
    }
    result.glyphs = Array(glyphs.all)
    return result
  }

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

  /// One walk over the items of a paragraph.
  private struct Pass {
    let worker: TextWorker
    /// The style of the item in work: to copy one counts references of all its arrays.
    var style: TextStyle
    var styleIndex = 0
    let target: Target
    /// The shaper of the stretch before.
    var shaper: ItemShaper?

    init(worker: TextWorker, style: TextStyle, target: Target) {
      self.worker = worker
      self.style = style
      self.target = target
    }

    mutating func take(_ style: TextStyle, at index: Int) {
      self.style = style
      styleIndex = index
    }

    mutating func shape(_ item: TextItem, _ face: FontFace) -> ShapedRun {
      let glyphs = worker.glyphs
      let first = glyphs.count
      if joins(item) { target.boundaries[item.start].insert(.unsafe) }
      var advance = 0
      // Control codes have no glyphs, and the positions are 0 already.
      if !item.isControl {
        shapeGlyphs(of: item, face)
        let spacing = GlyphSpacing(style, item, unitsPerEm: face.metrics.unitsPerEm)
        spacing?.apply(to: glyphs.suffix(from: first), of: target.text, after: .init())
        advance = AdvanceTable.fill(
          item, glyphs.suffix(from: first), positions: target.positions,
          boundaries: target.boundaries)
        if item.isRightToLeft { glyphs.reverse(from: first) }
      }
      let size = style.drawnSize
      return ShapedRun(
        item: item, face: face, glyphs: first..<glyphs.count, advance: advance, size: size,
        scale: size / Double(face.metrics.unitsPerEm))
    }

    /// Shapes an item by the rules of its script, each stretch of one where it has several.
    private mutating func shapeGlyphs(of item: TextItem, _ face: FontFace) {
      guard item.script.isEastAsian else {
        turnShaper(to: item, item.script, face)
        shaper?.shape(item.range)
        return
      }
      var start = item.start
      while start < item.end {
        let script = ScriptCode(rawValue: target.scripts[start])
        let end = target.noteScript(from: start, upTo: item.end)
        turnShaper(to: item, script, face)
        shaper?.shape(start..<end)
        start = end
      }
    }

    private mutating func turnShaper(
      to item: TextItem, _ script: ScriptCode, _ face: FontFace
    ) {
      guard shaper == nil else {
        let plan = worker.plan(face, script, isRightToLeft: item.isRightToLeft, style)
        shaper?.turn(to: item, by: plan)
        return
      }
      shaper = worker.shaper(
        item, script, face, style, target.text, UnsafePointer(target.boundaries),
        context: target.text.indices)
    }

    /// Whether letters before the item may have shaped its first ones, and they those.
    ///
    /// HarfBuzz joins Arabic letters with the text around the item but marks no break there as
    /// unsafe. Where a line may end by the rules no letters join.
    private func joins(_ item: TextItem) -> Bool {
      item.start > 0 && !item.isControl && !target.boundaries[item.start].contains(.softBreak)
        && target.boundaries[item.start - 1].isDisjoint(with: .hanging)
    }
  }
}
