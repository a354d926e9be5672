import Linecaster

extension LayoutNode {
  /// What a node is, as the layouts are called.
  var shortName: String {
    switch content {
    case .stack: [.column, .columnReverse].contains(style.direction) ? "Column" : "Row"
    case .text: "Text"
    case .image: "Image"
    case .empty: style.grow > 0 ? "Spacer" : "Box"
    }
  }

  /// What is in a node, in a few words.
  var detail: String {
    switch content {
    case .stack(let children): "\(children.count)"
    case .text(let paragraph): Self.short(paragraph.text.string)
    case .image(let image, _): Self.short(image.name)
    case .empty: ""
    }
  }

  private static func short(_ text: String) -> String {
    let line = text.prefix(lengthShown + 1).map { $0.isNewline ? " " : String($0) }
    return line.count > lengthShown ? line.prefix(lengthShown).joined() + "…" : line.joined()
  }

  private static let lengthShown = 32
}
