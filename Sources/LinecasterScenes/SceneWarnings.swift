import LinecasterBase
import LinecasterCells

// The differences between a picture and its scene, with their locations.

extension SceneSource {
  /// The faults of nodes outside of a picture, in text order.
  ///
  /// - Parameters:
  ///   - overflows: The nodes outside.
  ///   - page: The size of the picture in layout points.
  /// - Complexity: O(bytes), or O(1) without such nodes.
  func faults(of overflows: [CellOverflow], outOf page: Size) -> [SceneError] {
    guard !overflows.isEmpty else { return [] }
    return faults { scene, log in
      let last = overflows.map(\.node).max() ?? 0
      var index = 0
      scene.forEachNode { node, _ in
        for overflow in overflows where overflow.node == index {
          log.note(
            SceneFault(.overflow, at: node.offset, overflow.description(page: page)))
        }
        index += 1
        return index <= last
      }
    }
  }

  /// The faults of names in braces in a scene that is not a template.
  ///
  /// - Complexity: O(bytes).
  var bracesFaults: [SceneError] {
    guard hasBraces else { return [] }
    return faults { scene, log in
      var next = [scene]
      while let value = next.popLast() {
        switch value.content {
        case .string(let text):
          if let fault = SceneFault(bracesIn: text, at: value.offset) { log.note(fault) }
        case .array(let elements): next += elements
        case .object(let members): next += members.map(\.value)
        default: continue
        }
      }
    }
  }
}

extension SceneFault {
  /// The fault of a text with a name in braces; `nil` for other texts.
  fileprivate init?(bracesIn text: String, at offset: Int) {
    // By bytes, because comparing characters takes long for endless marks.
    let bytes = text.utf8
    guard let start = bytes.firstRange(of: "{{".utf8),
      let end = bytes[start.upperBound...].firstRange(of: "}}".utf8)
    else { return nil }
    let name = SceneFault.short(String(text[start.lowerBound..<end.upperBound]))
    self.init(
      .unexpandedName, at: offset,
      "'\(name)' is drawn as it is, because the scene has no 'data'; with \"data\": {…} it is a "
        + "template")
  }
}

extension CellOverflow {
  /// The message for a picture of some size, with the remedy.
  fileprivate func description(page: Size) -> String {
    let nodes = count > 1 ? "this and \(count - 1) more nodes reach" : "this node reaches"
    let points = JSONWriter.number(distance.rounded(.up))
    let picture =
      isVertical
      ? "the picture, which is \(JSONWriter.number(page.height)) points high"
      : "the picture, which is \(JSONWriter.number(page.width)) points wide"
    let remedy =
      isVertical
      ? "\"height\": \"auto\" makes it as high as its content"
      : "let it wrap, or use more \"width\""
    return "overflow: \(nodes) \(points) points \(place) \(picture); \(remedy)"
  }

  private var isVertical: Bool { side == .top || side == .bottom }

  private var place: String {
    switch side {
    case .top: "above"
    case .bottom: "below"
    case .left: "to the left of"
    case .right: "to the right of"
    }
  }
}
