import Foundation
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport

@testable import LinecasterText

/// Lays hostile text out and finds what of its promises does not hold.
struct TortureRunner {
  let typesetter: Typesetter
  /// Whether memory is measured: only where nothing else runs.
  let measuresMemory: Bool
  /// How much longer than its budget a case may take: builds for debugging are slow.
  let patience: Double

  /// What a case showed.
  struct Outcome {
    var faults: [String] = []
    var milliseconds = 0.0
    var mebibytes = 0.0
  }

  func run(_ item: TortureCase) -> Outcome {
    let text = item.text
    let paragraph = item.paragraph(text)
    var outcome = Outcome()
    let meter = measuresMemory ? MemoryMeter() : nil
    var laidOut: (prepared: PreparedParagraph, layout: TextLayout)?
    outcome.milliseconds = ThreadClock.milliseconds {
      let prepared = typesetter.prepare(paragraph)
      laidOut = (prepared, prepared.layout(width: item.width))
    }
    if let meter { outcome.mebibytes = meter.mebibytes }
    guard let (prepared, layout) = laidOut else { return outcome }
    let width = item.width.isFinite ? item.width * 0.7 : 200
    let again = ThreadClock.milliseconds { _ = prepared.layout(width: width) }
    if max(outcome.milliseconds, again) > item.budget.ms * patience {
      outcome.faults.append("took \(outcome.milliseconds) ms, another width \(again)")
    }
    if outcome.mebibytes > item.budget.mib {
      outcome.faults.append("took \(outcome.mebibytes) MiB")
    }
    outcome.faults += faults(of: layout, item, count: text.utf16.count)
    return outcome
  }

  private func faults(
    of layout: TextLayout, _ item: TortureCase, count: Int
  ) -> [String] {
    var faults: [String] = []
    if item.must.contains("contiguous"), !layout.covers(count) { faults.append("not contiguous") }
    if item.must.contains("finite") {
      if let number = layout.impossibleNumber { faults.append("a size or place of \(number)") }
      let scale = PixelScale(item.options["scale"]?.number ?? 1)
      let size = scale.roundedUp(layout.size)
      if !size.width.isFinite || !size.height.isFinite { faults.append("not finite on pixels") }
    }
    if item.must.contains("monotone"), !layout.isNarrow(item.width) { faults.append("too wide") }
    if item.must.contains("idempotent") {
      let second = typesetter.prepare(item.paragraph(item.text)).layout(width: item.width)
      if LayoutDigest(second) != LayoutDigest(layout) { faults.append("differs the second time") }
    }
    return faults
  }
}

extension TextLayout {
  /// Whether the lines and what an ellipsis hides are the text, in order and without gaps.
  fileprivate func covers(_ count: Int) -> Bool {
    var start = 0
    for line in lines {
      guard line.utf16Range.lowerBound == start else { return false }
      start = line.hiddenUTF16Range?.upperBound ?? line.utf16Range.upperBound
    }
    return start == count
  }

  /// A size that is not finite or below 0, or a place that is not finite; nil where there is none.
  fileprivate var impossibleNumber: Double? {
    let sizes = [size.width, size.height] + lines.flatMap { [$0.frame.width, $0.frame.height] }
    if let size = sizes.first(where: { !$0.isFinite || $0 < 0 }) { return size }
    var places = lines.flatMap { [$0.frame.minX, $0.baseline] }
    for run in glyphRuns { run.forEachGlyph { _, x, y in places += [x, y] } }
    return places.first { !$0.isFinite }
  }

  /// Whether every line but those of one grapheme is no wider than a width.
  fileprivate func isNarrow(_ width: Double) -> Bool {
    lines.allSatisfy { line in
      line.frame.width <= width + LineBreaker.tolerance
        || line.utf16Range.dropFirst().count { unit in
          unit < paragraph.count && paragraph.boundaries[unit].contains(.grapheme)
            && paragraph.boundaries[unit].isDisjoint(with: .hanging)
        } == 0
    }
  }
}
