import Linecaster

/// A drawing of the boxes of a tree, for people (SVG 2).
struct FlexboxImage {
  /// The title.
  let name: String
  let frames: FlexFrames

  private static let margin = 12.0
  /// Room for the title.
  private static let header = 16.0

  /// The image: parents behind their children, each box with its number in pre-order.
  var svg: String {
    let boxes = (0..<frames.count).map { frames.absoluteFrame(of: FlexNodeID(index: $0)) }
    let shown = boxes.filter { $0 != .zero }
    let left = min(0, shown.map(\.minX).min() ?? 0) - Self.margin
    let top = min(0, shown.map(\.minY).min() ?? 0) - Self.margin - Self.header
    let width = max(0, shown.map(\.maxX).max() ?? 0) + Self.margin - left
    let height = max(0, shown.map(\.maxY).max() ?? 0) + Self.margin - top
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="\#(left) \#(top) \#(width) \#(height)" font-family="sans-serif">"#,
      "<title>\(HTMLText.escaped(name))</title>",
      #"<rect x="\#(left)" y="\#(top)" width="100%" height="100%" fill="white"/>"#,
      #"<text x="\#(left + 4)" y="\#(top + 12)" font-size="10">\#(HTMLText.escaped(name))</text>"#,
    ]
    for (index, box) in boxes.enumerated() where box != .zero { lines += element(index, box) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func element(_ index: Int, _ box: Rect) -> [String] {
    let size = "\(Self.short(box.width)) × \(Self.short(box.height))"
    return [
      #"<rect x="\#(box.minX)" y="\#(box.minY)" width="\#(box.width)" height="\#(box.height)" "#
        + #"fill="steelblue" fill-opacity="0.15" stroke="navy" stroke-width="0.5">"#
        + "<title>\(index): \(size)</title></rect>",
      #"<text x="\#(box.minX + 1.5)" y="\#(box.minY + 6)" font-size="6">\#(index)</text>"#,
    ]
  }

  private static func short(_ length: Double) -> String { "\((length * 100).rounded() / 100)" }
}
