internal import LinecasterGeometry

extension FlexFrames: CustomDebugStringConvertible {
  /// The tree as text, a node a line: its index, what it is, its absolute frame, and the properties
  /// of its style that are not initial.
  public var debugDescription: String {
    var depths = [Int](repeating: 0, count: count)
    var text = ""
    for node in 0..<count {
      let record = records[node]
      if record.parent >= 0 { depths[node] = depths[Int(record.parent)] + 1 }
      let style = record.styleDescription(extras[Int(record.extra)])
      text += String(repeating: "  ", count: depths[node])
      text += "\(node) \(Self.name(of: record)) \(Self.text(frames[node].absolute))"
      text += style.isEmpty ? "\n" : " {\(style)}\n"
    }
    return text
  }

  private static func name(of record: NodeRecord) -> String {
    if record.display != .flex { return "\(record.display)" }
    switch record.kind {
    case .leaf: return "leaf"
    case .measuredLeaf: return "measured leaf"
    case .container: return "\(record.direction)"
    }
  }

  private static func text(_ frame: Rect) -> String {
    "(\(frame.minX), \(frame.minY)) \(frame.width) x \(frame.height)"
  }
}
