import LinecasterCells
import LinecasterGeometry
import Testing

/// The samples in the comments of LinecasterCells.
@Suite struct TypeSamplesCells {
  struct Badge: Layout {
    var label: String
    var node: LayoutNode { Text(label).padding(4).background(.black, cornerRadius: 4) }
  }
}
