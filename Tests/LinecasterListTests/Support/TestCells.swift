import Dispatch
import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterText
import Synchronization

@testable import LinecasterList

/// Stops a test that lays out a cell on the main queue, unless a simulated worker does it there.
///
/// `Thread.isMainThread` would always be false: under the test runner, other threads serve the main
/// queue.
private func requireWorker() {
  if !SimulatedMachine.isWorking { dispatchPrecondition(condition: .notOnQueue(.main)) }
}

/// A coloured rectangle that may be laid out on workers only.
struct BoxCell: Cell {
  var number = 0
  var height = 10.0
  /// Whether its size exceeds the limit of images.
  var isUndrawable = false
  /// Whether it is nested deeper than the limit of trees.
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

/// An image that may not have arrived, beside a bar that is ten points high.
struct ImageCell: Cell {
  var number: Int

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Row {
      Box(.black, size: Size(width: 4, height: 10))
      Image(ImageReference("\(number)"))
    }.node
  }
}

/// One or more lines of text, which may be laid out on workers only.
struct WordsCell: Cell {
  var words: String

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    requireWorker()
    return Text(words).padding(4).background(environment.theme == .light ? .white : .black)
  }
}

/// A coloured rectangle with a height, which may be laid out on any thread.
struct PlateCell: Cell {
  var number = 0
  var height = 10.0
  /// Whether it is nested deeper than the limit of trees.
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

/// Images with one size each, which may arrive at any time.
final class Album: ImageProvider {
  private let heights = Mutex<[ImageReference: Double]>([:])

  func add(_ image: ImageReference, height: Double) { heights.withLock { $0[image] = height } }

  func naturalSize(of image: ImageReference) -> Size? {
    heights.withLock { $0[image] }.map { Size(width: 20, height: $0) }
  }

  func bitmap(for image: ImageReference) -> Bitmap? { nil }
}

/// Creates one row for each number, with a plate of the given height.
func plates(_ numbers: some Sequence<Int>, height: (Int) -> Double = { _ in 10 }) -> TableModel {
  TableModel(
    items: numbers.map {
      TableItem(.number($0), cell: PlateCell(number: $0, height: height($0)))
    })
}
