import Linecaster
import LinecasterBase

/// The data for the script of the page, as JSON: nodes, and carets.
struct InspectData {
  let anatomy: PageAnatomy
  let carets: CaretMap

  /// The maximum bytes of a style value.
  private static let valueLimit = 240

  /// The JSON, escaped for its HTML element.
  var json: String {
    let nodes = anatomy.boxes.map(node).joined(separator: ",\n")
    let texts = zip(anatomy.texts, carets.texts).map(text).joined(separator: ",\n")
    return "{\"nodes\":[\n\(nodes)],\n\"texts\":[\n\(texts)]}"
  }

  /// A node:
  /// `[x, y, width, height, parent, [margins], [borders], [paddings], line, part line, style]`,
  /// with edges clockwise from the top, -1 and 0 for missing values, and the style as pairs.
  private func node(_ box: PageAnatomy.Box) -> String {
    let placement = box.placement
    let properties = box.node.sceneProperties(limit: Self.valueLimit).map {
      "[\(HTMLText.json($0.name)),\(HTMLText.json($0.value))]"
    }
    let edges = [placement.margin, placement.border, placement.padding].map {
      Self.list([$0.top, $0.right, $0.bottom, $0.left])
    }
    let fields =
      [Self.numbers(box.frame), "\(box.parent ?? -1)"] + edges
      + ["\(box.line?.line ?? 0)", "\(box.line?.partLine ?? 0)"]
      + ["[\(properties.joined(separator: ","))]"]
    return "[\(fields.joined(separator: ","))]"
  }

  /// A text: `[[x, y, width, height], [a, b, c, d, e, f], lines]`, with its hit area first. The
  /// matrix maps page positions to the layout, as in SVG. Lines are 0 if omitted, or
  /// `[top, bottom, stretches]` with five numbers for each stretch: its end, and the caret's
  /// position along the line, its top, its bottom and its text offset.
  private func text(_ text: PageAnatomy.PlacedText, _ lines: [CaretMap.Line]?) -> String {
    let lines = lines.map { lines in
      "[" + lines.map(Self.line).joined(separator: ",") + "]"
    }
    return "[[\(Self.numbers(text.frame))],\(Self.list(Self.matrix(of: text))),\(lines ?? "0")]"
  }

  private static func line(_ line: CaretMap.Line) -> String {
    let stretches = line.stretches.map { stretch in
      let caret = stretch.caret
      return [stretch.end, caret.x, caret.top, caret.bottom].map(HTMLText.number)
        .joined(separator: ",") + ",\(caret.utf16Offset)"
    }
    let (top, bottom) = (HTMLText.number(line.top), HTMLText.number(line.bottom))
    return "[\(top),\(bottom),[\(stretches.joined(separator: ","))]]"
  }

  private static func matrix(of text: PageAnatomy.PlacedText) -> [Double] {
    let layout = { (x: Double, y: Double) in
      text.layout.axes.layout(Point(x: x - text.origin.x, y: y - text.origin.y))
    }
    let (zero, right, down) = (layout(0, 0), layout(1, 0), layout(0, 1))
    return [
      right.x - zero.x, right.y - zero.y, down.x - zero.x, down.y - zero.y, zero.x, zero.y,
    ]
  }

  private static func numbers(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map(HTMLText.number).joined(separator: ",")
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(HTMLText.number).joined(separator: ",") + "]"
  }
}
