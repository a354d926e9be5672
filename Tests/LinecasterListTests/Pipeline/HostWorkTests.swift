import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterList

/// Work that hosts give to the workers of a pipeline.
@Suite(.timeLimit(.minutes(60))) @MainActor struct HostWorkTests {
  /// Rows that leave the viewport before a worker draws them are not drawn.
  @Test func workOfARecycledRowDoesNotRun() throws {
    let machine = SimulatedMachine(seed: 1)
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine)
    let done = Mutex<[Int]>([])
    let cancels = (0..<20).map { number in
      pipeline.runForVisibleRow { done.withLock { $0.append(number) } }
    }
    for number in stride(from: 0, to: 20, by: 2) { cancels[number]() }
    machine.run()
    #expect(done.withLock { $0.sorted() } == Array(stride(from: 1, to: 20, by: 2)))
    // Cancelling work that has run is a no-op.
    cancels[1]()
    machine.run()
    #expect(done.withLock { $0.count } == 10)
  }
}
