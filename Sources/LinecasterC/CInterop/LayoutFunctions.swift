// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of linecaster.h, which has the comments.

package import CLinecaster
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Synchronization

/// A layout, and the offsets of its text.
final class LayoutHandle: HandleObject {
  static let handleName: StaticString = "lc_layout"

  /// The glyph runs of all lines.
  struct Content: Sendable {
    struct Run: Sendable {
      let run: GlyphRun
      let line: Int
      let firstGlyph: Int
    }

    var runs: [Run] = []
    var glyphCount = 0
  }

  let layout: TextLayout
  let offsets: TextOffsets
  /// Computed when it is first requested.
  private let known = Mutex<Content?>(nil)
  /// The list that draws it, made once so that draw data recognizes it.
  private let knownList = Mutex<DisplayList?>(nil)

  init(_ layout: TextLayout, _ offsets: TextOffsets) {
    (self.layout, self.offsets) = (layout, offsets)
  }

  var content: Content {
    known.withLock { known in
      if let known { return known }
      var content = Content()
      for line in 0..<layout.lineCount {
        for run in layout.glyphRuns(ofLine: line) {
          content.runs.append(
            Content.Run(run: run, line: line, firstGlyph: content.glyphCount))
          content.glyphCount += run.glyphCount
        }
      }
      known = content
      return content
    }
  }

  var list: DisplayList {
    knownList.withLock { known in
      if let known { return known }
      var list = DisplayList(size: layout.size)
      list.append(.text(layout, origin: .zero))
      known = list
      return list
    }
  }

  func line(_ index: Int) throws(CallError) -> lc_line {
    let line = try element(index, of: layout.lines, "lines")
    let range = bytes(line.utf16Range)
    let hidden = line.hiddenUTF16Range.map(bytes) ?? range.upperBound..<range.upperBound
    return lc_line(
      struct_size: 0, start: range.lowerBound, end: range.upperBound,
      hidden_start: hidden.lowerBound, hidden_end: hidden.upperBound, frame: lc_rect(line.frame),
      baseline: line.baseline)
  }

  func run(_ index: Int) throws(CallError) -> lc_run {
    let placed = try element(index, of: content.runs, "glyph runs")
    let run = placed.run
    var flags = run.isRightToLeft ? LC_RUN_RIGHT_TO_LEFT : 0
    if run.face.synthesis.emboldens { flags |= LC_RUN_SYNTHETIC_BOLD }
    if run.face.synthesis.slants { flags |= LC_RUN_SYNTHETIC_ITALIC }
    return lc_run(
      struct_size: 0, first_glyph: placed.firstGlyph, glyph_count: run.glyphCount,
      line: placed.line, x: run.origin.x, y: run.origin.y, width: run.width, size: run.size,
      face: run.face.identifier, color: run.color.rgba, flags: UInt32(flags), reserved: 0)
  }

  /// Copies glyphs, as many as fit, and returns the number of all from the first on.
  func copyGlyphs(
    from first: Int, to target: UnsafeMutableBufferPointer<lc_glyph>
  ) throws(CallError) -> Int {
    let content = content
    guard first >= 0, first <= content.glyphCount else {
      throw CallError(
        LC_ERROR_RANGE, "there are \(content.glyphCount) glyphs, no index \(first)")
    }
    let end = first + min(target.count, content.glyphCount - first)
    let runs = content.runs
    var index = runs.indices.bisect {
      runs[$0].firstGlyph + runs[$0].run.glyphCount > first
    }
    var place = 0
    while index < runs.count, runs[index].firstGlyph < end {
      let start = runs[index].firstGlyph
      let glyphs = runs[index].run.placedGlyphs
      for glyph in glyphs[max(0, first - start)..<min(glyphs.count, end - start)] {
        target.initializeElement(at: place, to: self.glyph(glyph))
        place += 1
      }
      index += 1
    }
    return content.glyphCount - first
  }

  private func glyph(_ glyph: PlacedGlyph) -> lc_glyph {
    lc_glyph(
      identifier: glyph.identifier,
      offset: UInt32(clamping: offsets.bytes(before: glyph.utf16Offset)), x: glyph.origin.x,
      y: glyph.origin.y, advance: glyph.advance)
  }

  func caret(_ caret: Caret) -> lc_caret {
    let affinity = caret.affinity == .upstream ? LC_AFFINITY_UPSTREAM : LC_AFFINITY_DOWNSTREAM
    return lc_caret(
      struct_size: 0, offset: offsets.bytes(before: caret.utf16Offset), line: caret.line,
      x: caret.x, top: caret.top, bottom: caret.bottom, affinity: affinity.rawValue, reserved: 0)
  }

  func bytes(_ range: Range<Int>) -> Range<Int> {
    let start = offsets.bytes(before: range.lowerBound)
    return start..<max(start, offsets.bytes(before: range.upperBound))
  }
}

@c @implementation
package func lc_layout_size(
  _ layout: OpaquePointer?, _ width: UnsafeMutablePointer<Double>?,
  _ height: UnsafeMutablePointer<Double>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    width?.pointee = text.layout.size.width
    height?.pointee = text.layout.size.height
  }
}

@c @implementation
package func lc_layout_line_count(
  _ layout: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) {
    try required(count, "the place for the count").pointee = $0.layout.lineCount
  }
}

@c @implementation
package func lc_layout_line(
  _ layout: OpaquePointer?, _ index: Int, _ line: UnsafeMutablePointer<lc_line>?
) -> lc_status {
  with(layout, LayoutHandle.self) { try $0.line(index).write(to: line) }
}

@c @implementation
package func lc_layout_run_count(
  _ layout: OpaquePointer?, _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) {
    try required(count, "the place for the count").pointee = $0.content.runs.count
  }
}

@c @implementation
package func lc_layout_run(
  _ layout: OpaquePointer?, _ index: Int, _ run: UnsafeMutablePointer<lc_run>?
) -> lc_status {
  with(layout, LayoutHandle.self) { try $0.run(index).write(to: run) }
}

@c @implementation
package func lc_layout_glyphs(
  _ layout: OpaquePointer?, _ first: Int, _ glyphs: UnsafeMutablePointer<lc_glyph>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    let count = try required(count, "the place for the count")
    let target = try elements(glyphs, capacity, "the glyphs")
    count.pointee = try text.copyGlyphs(from: first, to: target)
  }
}

@c @implementation
package func lc_layout_face(
  _ layout: OpaquePointer?, _ run: Int, _ face: UnsafeMutablePointer<OpaquePointer?>?
) -> lc_status {
  create(face) {
    let text = try HandleTable.shared.object(layout, LayoutHandle.self)
    return try element(run, of: text.content.runs, "glyph runs").run.face
  }
}

@c @implementation
package func lc_layout_hit(
  _ layout: OpaquePointer?, _ x: Double, _ y: Double, _ caret: UnsafeMutablePointer<lc_caret>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    try text.caret(text.layout.caret(nearest: Point(x: x, y: y))).write(to: caret)
  }
}

@c @implementation
package func lc_layout_caret(
  _ layout: OpaquePointer?, _ offset: Int, _ affinity: UInt32,
  _ caret: UnsafeMutablePointer<lc_caret>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    let affinity = try enumerator(affinity, CaretAffinity.allCases, "lc_affinity")
    let unit = try text.offsets.units(before: offset)
    try text.caret(text.layout.caret(at: unit, affinity: affinity)).write(to: caret)
  }
}

@c @implementation
package func lc_layout_word(
  _ layout: OpaquePointer?, _ offset: Int, _ start: UnsafeMutablePointer<Int>?,
  _ end: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    let start = try required(start, "the place for the start")
    let end = try required(end, "the place for the end")
    let word = text.bytes(text.layout.word(at: try text.offsets.units(before: offset)))
    (start.pointee, end.pointee) = (word.lowerBound, word.upperBound)
  }
}

@c @implementation
package func lc_layout_selection(
  _ layout: OpaquePointer?, _ start: Int, _ end: Int, _ rects: UnsafeMutablePointer<lc_rect>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?
) -> lc_status {
  with(layout, LayoutHandle.self) { text in
    let count = try required(count, "the place for the count")
    let target = try elements(rects, capacity, "the rectangles")
    let first = try text.offsets.units(before: start)
    let last = try text.offsets.units(before: end)
    let rectangles = text.layout.rectangles(for: min(first, last)..<max(first, last))
    count.pointee = rectangles.count
    copy(rectangles.lazy.map(lc_rect.init), to: target)
  }
}

@c @implementation
package func lc_layout_destroy(_ layout: OpaquePointer?) -> lc_status {
  destroy(layout, LayoutHandle.self)
}
