import LinecasterDiff
import LinecasterGeometry

/// What a batch does to a row.
enum BatchMark {
  case delete
  case insert
  case update
  case moveTo(ElementPath)
  case moveFrom(ElementPath, isUpdate: Bool)

  var words: String {
    switch self {
    case .delete: "delete"
    case .insert: "insert"
    case .update: "update"
    case .moveTo(let path): "move to \(path)"
    case .moveFrom(let path, let isUpdate): "from \(path)\(isUpdate ? ", update" : "")"
    }
  }

  var color: Color {
    switch self {
    case .delete: Palette.mark(4)
    case .insert: Palette.mark(2)
    case .update: Palette.mark(3)
    case .moveTo, .moveFrom: Palette.mark(0)
    }
  }
}
