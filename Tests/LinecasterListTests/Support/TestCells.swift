import Dispatch
import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterText
import Synchronization

@testable import LinecasterList

/// Stops a test that lays out a cell on the main queue, unless a simulated worker does so there.
///
/// `Thread.isMainThread` would always be false: under the test runner, other threads serve the main
/// queue.
private func requireWorker() {
  if !SimulatedMachine.isWorking { dispatchPrecondition(condition: .notOnQueue(.main)) }
}

/// A coloured rectangle; its layout may be asked for on workers only.
struct BoxCell: Cell {
  var number = 0
  var height = 10.0
  /// Larger than any image may be.
  var isUndrawable = false
  /// Nested deeper than any tree may be.
  var isUnusable = false

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    requireWorker()
    let width = isUndrawable ? 2e6 : 20 + Double(number % 50)
    let color = Color(red: UInt8(truncatingIfNeeded: number), green: 80, blue: 160)
    var node = Box(color, size: Size(width: width, height: height)).node
    if isUnusable {
      for _ in 0...LayoutNode.maximumDepth { node = LayoutNode(.stack([node])) }
    }
    return node
  }
}

/// An image that may not have come yet, beside a bar that is ten points high.
struct ImageCell: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Row {
      Box(.black, size: Size(width: 4, height: 10))
      Image(ImageReference("\(number)"))
    }.node
  }
}

/// A line or more of text; its layout may be asked for on workers only.
struct WordsCell: Cell {
  var words: String

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    requireWorker()
    return Text(words).padding(4).background(environment.theme == .light ? .white : .black)
  }
}

/// A coloured rectangle of a height of its own, whose layout may be asked for anywhere.
struct PlateCell: Cell {
  var number = 0
  var height = 10.0
  /// Nested deeper than any tree may be.
  var isUnusable = false

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    guard !isUnusable else {
      return (0...LayoutNode.maximumDepth).reduce(LayoutNode(.empty)) { node, _ in
        LayoutNode(.stack([node]))
      }
    }
    return Box(
      Color(red: UInt8(truncatingIfNeeded: number), green: 90, blue: 30),
      size: Size(width: environment.width, height: height)
    ).node
  }
}

/// Images of a size each, which may come at any time.
final class Album: ImageProvider {
  private let heights = Mutex<[ImageReference: Double]>([:])

  func add(_ image: ImageReference, height: Double) { heights.withLock { $0[image] = height } }

  func naturalSize(of image: ImageReference) -> Size? {
    heights.withLock { $0[image] }.map { Size(width: 20, height: $0) }
  }

  func bitmap(for image: ImageReference) -> Bitmap? { nil }
}

/// Plates of a height each, one row for each number.
func plates(_ numbers: some Sequence<Int>, height: (Int) -> Double = { _ in 10 }) -> TableModel {
  TableModel(
    items: numbers.map {
      TableItem(.number($0), cell: PlateCell(number: $0, height: height($0)))
    })
}
