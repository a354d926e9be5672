import Linecaster

/// A line of a measured text; lengths are in layout points from the text's top-left corner.
struct MeasuredLine: Encodable, CustomStringConvertible {
  /// Where it starts in the text, as a UTF-16 offset.
  let start: Int
  /// Where it ends, white space and terminator included.
  let end: Int
  let text: String
  let x: Double
  let y: Double
  let width: Double
  let height: Double
  let baseline: Double
  /// Whether it ends in an ellipsis.
  let isTruncated: Bool

  init(_ line: Line, _ units: [UInt16]) {
    start = line.utf16Range.lowerBound
    end = line.utf16Range.upperBound
    text = String(decoding: units[line.utf16Range.clamped(to: units.indices)], as: UTF16.self)
    x = MeasureReport.rounded(line.frame.minX)
    y = MeasureReport.rounded(line.frame.minY)
    width = MeasureReport.rounded(line.frame.width)
    height = MeasureReport.rounded(line.frame.height)
    baseline = MeasureReport.rounded(line.baseline)
    isTruncated = line.isTruncated
  }

  /// The line for people: its width and its text.
  var description: String { "\(width) \"\(text)\(isTruncated ? "…" : "")\"" }
}
