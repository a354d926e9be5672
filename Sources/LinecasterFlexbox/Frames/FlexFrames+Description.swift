internal import LinecasterGeometry

extension FlexFrames: CustomDebugStringConvertible {
  /// The tree as text, a node a line: its index, what it is, and its absolute frame.
  public var debugDescription: String {
    var depths = [Int](repeating: 0, count: count)
    var text = ""
    for node in 0..<count {
      if records[node].parent >= 0 { depths[node] = depths[Int(records[node].parent)] + 1 }
      text += String(repeating: "  ", count: depths[node])
      text += "\(node) \(Self.name(of: records[node], records[node].kind)) "
      text += Self.text(frames[node].absolute) + "\n"
    }
    return text
  }

  private static func name(of style: NodeRecord, _ kind: NodeRecord.Kind) -> String {
    if style.display != .flex { return "\(style.display)" }
    switch kind {
    case .leaf: return "leaf"
    case .measuredLeaf: return "measured leaf"
    case .container: return "\(style.direction)"
    }
  }

  private static func text(_ frame: Rect) -> String {
    "(\(frame.minX), \(frame.minY)) \(frame.width) x \(frame.height)"
  }
}
