import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

/// A hash of everything in a layout: lines, glyphs, positions and faces.
struct LayoutDigest: Hashable, CustomStringConvertible {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of a layout.
  init(_ layout: TextLayout) {
    add(layout)
  }

  var description: String { String(state, radix: 16) }

  /// Combines the layouts of many texts, in the order of the texts.
  static func sum(_ digests: [Int: [LayoutDigest]]) -> LayoutDigest {
    var sum = LayoutDigest()
    for key in digests.keys.sorted() {
      for digest in digests[key] ?? [] { sum.add(Int(truncatingIfNeeded: digest.state)) }
    }
    return sum
  }

  private init() {}

  private mutating func add(_ layout: TextLayout) {
    add([layout.size.width, layout.size.height])
    for line in layout.lines {
      add(line.utf16Range.lowerBound)
      add(line.utf16Range.upperBound)
      add(line.hiddenUTF16Range?.upperBound ?? -1)
      add([line.frame.minX, line.frame.minY, line.frame.width, line.frame.height, line.baseline])
    }
    for run in layout.glyphRuns { add(run, layout.paragraph.workers.fonts) }
    for scalar in layout.missingCharacters { add(Int(scalar.value)) }
  }

  private mutating func add(_ run: GlyphRun, _ fonts: FontCollection) {
    // Faces count by their place in the collection; emboldened and variable ones by their file.
    add(
      fonts.descriptions.firstIndex {
        $0.source == run.face.data.source && $0.index == run.face.index
      } ?? -1)
    add([run.size, run.origin.x, run.origin.y, run.width])
    run.forEachGlyph { glyph, x, y in
      add(Int(glyph))
      add([x, y])
    }
  }

  private mutating func add(_ values: [Double]) {
    for value in values { add(Int(truncatingIfNeeded: value.bitPattern)) }
  }

  /// Performs a step of FNV-1a over eight bytes at once, mixed to let all bits matter.
  private mutating func add(_ value: Int) {
    state = (state ^ UInt64(truncatingIfNeeded: value)) &* 0x100_0000_01B3
    state ^= state >> 29
  }
}
