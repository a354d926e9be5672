import Linecaster
import LinecasterBase

/// The layout tree as a widget (WAI-ARIA 1.2 `tree`), which the script navigates.
struct InspectTree {
  let boxes: BoundedList<PageAnatomy.Box>

  /// The maximum depth of nested groups, because browsers limit nesting; deeper nodes are siblings
  /// with their own levels.
  private static let depthLimit = 100

  var html: String {
    let more = boxes.isWhole ? "" : "<p class=\"note\">The first \(boxes.count) nodes.</p>"
    return InspectPage.panel(
      "tree", "Layout", "<ul role=\"tree\" aria-label=\"Layout\">\n\(items)</ul>\(more)")
  }

  private var items: String {
    var html = ""
    var open = 0
    for (index, box) in boxes.enumerated() {
      let depth = min(box.depth, Self.depthLimit)
      if index > 0 {
        if depth >= open {
          html += depth > open ? "<ul role=\"group\">" : "</li>\n"
        } else {
          html += "</li>" + String(repeating: "</ul></li>", count: open - depth) + "\n"
        }
      }
      open = depth
      html += item(box, index)
    }
    return html + (boxes.isEmpty ? "" : "</li>" + String(repeating: "</ul></li>", count: open))
  }

  /// The start tag of an item; its end tag follows its children.
  private func item(_ box: PageAnatomy.Box, _ index: Int) -> String {
    let hasChildren = index + 1 < boxes.count && boxes[index + 1].depth > box.depth
    let size = "\(HTMLText.number(box.frame.width)) × \(HTMLText.number(box.frame.height))"
    let detail = HTMLText.escaped(box.detail)
    return "<li role=\"treeitem\" aria-level=\"\(box.depth + 1)\" aria-selected=\"false\" "
      + (hasChildren ? "aria-expanded=\"true\" " : "")
      + "tabindex=\"\(index == 0 ? 0 : -1)\" data-box=\"\(index)\" "
      + "aria-label=\"\(box.name) \(detail), \(size)\">"
      + "<div class=\"item\" style=\"--depth:\(min(box.depth, 20))\"><i></i><b>\(box.name)</b> "
      + "<span dir=\"auto\">\(detail)</span><small>\(size)</small></div>"
  }
}
