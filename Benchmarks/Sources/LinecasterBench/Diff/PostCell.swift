import Linecaster

/// A cell with some text, as rows of feeds have it.
struct PostCell: Cell {
  var author: String
  var text: String
  var likes = 0

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
}
