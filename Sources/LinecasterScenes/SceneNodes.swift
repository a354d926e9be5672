package import LinecasterBase
package import LinecasterCells
import LinecasterText

/// The source line of a node in a scene's text.
package struct SceneNodeLine: Hashable, Sendable {
  /// The line of the node itself, counted from 1.
  package let line: Int
  /// The line of the outermost `Part` that includes the node; `nil` if the node is in the body.
  package let partLine: Int?
}

extension Scene {
  /// The lines of the layout's nodes in pre-order; the nodes of parts appear once for each use.
  ///
  /// - Parameters:
  ///   - json: The text that the scene was read from.
  ///   - limit: The maximum number of nodes.
  /// - Complexity: O(bytes + nodes · log lines), without recursion.
  func nodeLines(in json: [UInt8], limit: Int) -> [SceneNodeLine] {
    let lines = LineIndex(json)
    var found: [SceneNodeLine] = []
    value.forEachNode { node, part in
      let partLine = part.map { lines.line(at: $0.offset) }
      found.append(SceneNodeLine(line: lines.line(at: node.offset), partLine: partLine))
      return found.count < limit
    }
    return found
  }
}

extension JSONValue {
  /// Visits the nodes of a scene's layout in pre-order; the nodes of parts once for each use.
  ///
  /// - Parameter visit: Gets a node, and the outermost node that uses a part around it, if there is
  ///   one; returns false to stop.
  /// - Complexity: O(nodes), without recursion.
  func forEachNode(_ visit: (_ node: JSONValue, _ part: JSONValue?) -> Bool) {
    guard let body = member("body") else { return }
    var named: [ExactText: JSONValue] = [:]
    for part in member("parts")?.members ?? [] { named[part.name] = part.value }
    var next: [(value: JSONValue, part: JSONValue?)] = [(body, nil)]
    while let (value, part) = next.popLast() {
      if case .string(let name)? = value.member(SceneElement.part.rawValue)?.content {
        guard let body = named[ExactText(name)] else { return }
        next.append((body, part ?? value))
        continue
      }
      guard visit(value, part) else { return }
      next += value.childNodes.reversed().map { ($0, part) }
    }
  }
}

extension JSONValue {
  /// The member of an object with a name; `nil` if it is missing.
  package func member(_ name: ExactText) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The child nodes of a stack.
  fileprivate var childNodes: [JSONValue] {
    let stacks = SceneElement.allCases.filter(\.isStack)
    guard let argument = stacks.lazy.compactMap({ member($0.rawValue) }).first else { return [] }
    switch argument.content {
    case .array(let children): return children
    default:
      guard case .array(let children)? = argument.member("content")?.content else { return [] }
      return children
    }
  }
}

/// Finds the lines of places in a text.
private struct LineIndex {
  /// The offsets of the line feeds.
  private var ends: [Int] = []

  init(_ text: [UInt8]) {
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { ends.append(offset) }
  }

  /// The line at an offset, counted from 1.
  func line(at offset: Int) -> Int {
    ends.bisect { $0 >= offset } + 1
  }
}

/// A property of a node by its name in scenes, with its value as JSON on one line.
package struct SceneProperty: Hashable, Sendable {
  package let name: String
  package let value: String
}

extension LayoutNode {
  /// The properties of a node that differ from their defaults, by their names in scenes, without
  /// the content; properties that scenes cannot express are omitted.
  ///
  /// - Parameter limit: The maximum bytes of a value; an ellipsis replaces longer ones.
  /// - Complexity: O(bytes of the result).
  package func sceneProperties(limit: Int) -> [SceneProperty] {
    guard let members = try? SceneWriter.properties(of: shallow) else { return [] }
    return members.map {
      SceneProperty(
        name: $0.name.string, value: JSONWriter.line($0.value, limit: limit) ?? "…")
    }
  }

  /// The node without its content.
  private var shallow: LayoutNode {
    var node = self
    switch content {
    case .stack: node.content = .stack([])
    case .text(var paragraph):
      paragraph.text = AttributedText("", style: paragraph.text.styledRanges[0].style)
      paragraph.truncationToken = nil
      node.content = .text(paragraph)
    case .image, .leaf, .empty: break
    }
    return node
  }
}
