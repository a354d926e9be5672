import LinecasterBase
import Testing

@testable import LinecasterCells

@Suite struct CellFootprintTests {
  private struct Plain: Cell {
    var number: Int
    func body(in environment: LayoutEnvironment) -> LayoutNode { LayoutNode(.empty) }
  }

  private struct Words: Cell {
    var text: String
    var tags: [String] = []
    func body(in environment: LayoutEnvironment) -> LayoutNode { LayoutNode(.empty) }
  }

  private struct Blob: Cell {
    var bytes: [UInt8]
    func body(in environment: LayoutEnvironment) -> LayoutNode { LayoutNode(.empty) }
  }

  private final class Payload: Hashable, Sendable {
    let bytes: [UInt8]
    init(_ count: Int) { bytes = [UInt8](repeating: 1, count: count) }
    static func == (left: Payload, right: Payload) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private struct Holder: Cell {
    var payload: Payload
    func body(in environment: LayoutEnvironment) -> LayoutNode { LayoutNode(.empty) }
  }

  private struct Mixed: Cell {
    var bytes: [UInt8]
    func body(in environment: LayoutEnvironment) -> LayoutNode { LayoutNode(.empty) }
  }

  private func footprint(_ cell: some Cell) -> Int { CellFootprint().bytes(of: cell) }

  @Test func countsWhatCellsHold() {
    #expect((40...80).contains(footprint(Plain(number: 1))))
    #expect((1_000...1_200).contains(footprint(Words(text: String(repeating: "a", count: 1_000)))))
    let tags = (0..<100).map { _ in String(repeating: "b", count: 68) }
    #expect((11_000...12_500).contains(footprint(Words(text: "", tags: tags))))
    let bytes = [UInt8](repeating: 1, count: 50_000)
    #expect((50_000...50_300).contains(footprint(Blob(bytes: bytes))))
    #expect((50_000...50_300).contains(footprint(Holder(payload: Payload(50_000)))))
  }

  /// An object that all rows share is counted once.
  @Test func countsSharedObjectsOnce() {
    let counter = CellFootprint()
    let payload = Payload(1 << 20)
    let first = counter.bytes(of: Holder(payload: payload))
    let rest = (0..<200).map { _ in counter.bytes(of: Holder(payload: payload)) }
    #expect(first > 1 << 20 && rest.suffix(150).allSatisfy { $0 < 1 << 18 })
    // An object of each row is counted for each.
    let others = (0..<2_000).map { _ in Holder(payload: Payload(10_000)) }
    let sum = others.reduce(0) { $0 + counter.bytes(of: $1) }
    #expect((15_000_000...60_000_000).contains(sum))
  }

  /// The sum is right although only a sample of the cells is measured.
  @Test func sumsAreRightWhereCellsDiffer() {
    let counter = CellFootprint()
    var (sum, right) = (0, 0)
    for number in 0..<20_000 {
      let count = (number * 7_919) % 4_000
      right += count
      sum += counter.bytes(of: Mixed(bytes: [UInt8](repeating: 1, count: count)))
    }
    #expect(abs(Double(sum) / Double(right) - 1) < 0.2)
  }
}
