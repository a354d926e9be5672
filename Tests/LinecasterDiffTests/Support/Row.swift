import LinecasterDiff

/// An element with an identity and content.
struct Row: Differentiable, Equatable, CustomStringConvertible {
  let id: Int
  var content = 0

  var differenceIdentifier: Int { id }
  var description: String { content == 0 ? "\(id)" : "\(id)'\(content)" }
}

/// Rows without content to speak of.
func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }
