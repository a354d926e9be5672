import Dispatch
import LinecasterCells
import LinecasterGeometry
import LinecasterText

/// A line or more of text; its layout may be asked for on workers only.
struct WordsCell: Cell {
  var words: String

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Text(words).padding(4).background(environment.theme == .light ? .white : .black)
  }
}
