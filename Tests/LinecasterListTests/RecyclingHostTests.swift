import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterList
import Testing

/// A host as toolkits have them: it reuses views by kind, and animates appearing and disappearing
/// rows by their attributes.
@MainActor
private final class RecyclingHost: TableHost {
  var offset = 0.0
  /// The view of each row.
  private(set) var views: [RowIdentity: Int] = [:]
  /// The kind of each view that was created.
  private(set) var kinds: [ReuseKind] = []
  private var free: [ReuseKind: [Int]] = [:]
  private var snapshot: TableSnapshot?

  private(set) var appeared: [CellAttributes] = []
  private(set) var rested: [CellAttributes] = []
  private(set) var disappeared: [CellAttributes] = []

  func viewport(in snapshot: TableSnapshot) -> Viewport { Viewport(offset: offset, length: 100) }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    for path in batch.changes.itemDeletes {
      guard let item = item(at: path, in: snapshot) else { continue }
      disappeared.append(item.appearance.disappearing)
    }
    for path in batch.changes.itemInserts {
      guard let item = item(at: path, in: batch.snapshot) else { continue }
      appeared.append(item.appearance.appearing)
      rested.append(item.appearance.resting)
    }
    snapshot = batch.snapshot
    offset = batch.offset
    done()
  }

  private func item(at path: ElementPath, in snapshot: TableSnapshot?) -> TableItem? {
    guard let snapshot, let row = snapshot.row(at: path) else { return nil }
    return snapshot.item(atRow: row)
  }

  func display(_ rows: [DisplayedRow]) {
    for row in rows {
      if let view = views[row.identity], kinds[view] != row.kind { recycle([row.identity]) }
      if views[row.identity] == nil { views[row.identity] = takeView(row.kind) }
    }
  }

  private func takeView(_ kind: ReuseKind) -> Int {
    if let view = free[kind]?.popLast() { return view }
    kinds.append(kind)
    return kinds.count - 1
  }

  func recycle(_ rows: [RowIdentity]) {
    for row in rows {
      guard let view = views.removeValue(forKey: row) else { continue }
      free[kinds[view], default: []].append(view)
    }
  }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.snapshot = snapshot
    self.offset = offset
  }

  func displayFailed(_ error: any Error) { Issue.record(error) }
}

/// A plate of another kind.
private struct StripeCell: Cell {
  var plate: PlateCell

  func body(in environment: LayoutEnvironment) -> LayoutNode { plate.body(in: environment) }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct RecyclingHostTests {
  private func item(_ number: Int, text: Int? = nil) -> TableItem {
    number.isMultiple(of: 2)
      ? TableItem(.number(number), cell: PlateCell(number: text ?? number, height: 10))
      : TableItem(.number(number), cell: StripeCell(plate: PlateCell(number: text ?? number)))
  }

  /// Seed rows A47 and C5: scrolling through 10,000 rows needs the views of a few screens.
  @Test func viewsAreUsedAgainByKind() throws {
    let host = RecyclingHost()
    let bench = try SimulatedBench(host, seed: 47)
    bench.list.update(with: TableModel(items: (0..<10_000).map { item($0) }))
    bench.settle()
    var seen: Set<RowIdentity> = []
    for offset in Array(stride(from: 0, to: 4_000, by: 37)) + [50_000, 99_900, 0] {
      host.offset = Double(offset)
      bench.list.viewportDidChange()
      bench.settle()
      let visible = bench.list.snapshot.geometry.rows(in: host.offset..<host.offset + 100)
      for row in visible {
        let identity = try #require(bench.list.snapshot.identity(ofRow: row))
        let view = try #require(host.views[identity], "row \(row) has no view")
        #expect(host.kinds[view] == bench.list.snapshot.item(atRow: row)?.cell.reuseKind)
      }
      #expect(Set(host.views.values).count == host.views.count)
      seen.formUnion(host.views.keys)
    }
    #expect(seen.count > 400 && Set(host.kinds).count == 2)
    // Ten rows are visible; the prepared rows around them take three screens at most.
    #expect(host.kinds.count <= 40, "\(host.kinds.count) views were made")
  }

  /// Seed row A51: a changed row keeps its view while others are inserted and deleted.
  @Test func aRowThatChangesKeepsItsView() throws {
    let host = RecyclingHost()
    let bench = try SimulatedBench(host, seed: 51)
    bench.list.update(with: TableModel(items: (0..<8).map { item($0) }))
    bench.settle()
    let before = host.views
    var items = (0..<8).map { item($0, text: $0 == 4 ? 90 : nil) }
    items.insert(item(100), at: 0)
    items.remove(at: 2)
    bench.list.update(with: TableModel(items: items))
    bench.settle()
    for number in [0, 2, 3, 4, 5, 6, 7] {
      #expect(host.views[RowIdentity(.number(number))] == before[RowIdentity(.number(number))])
    }
    #expect(host.views[RowIdentity(1)] == nil && host.views[RowIdentity(100)] != nil)
  }

  /// Seed row A46: hosts receive the attributes of appearing, resting and disappearing rows.
  @Test func attributesReachTheHost() throws {
    let host = RecyclingHost()
    let bench = try SimulatedBench(host, seed: 46)
    let appearance = CellAppearance(
      resting: CellAttributes(zIndex: 2), appearing: CellAttributes(alpha: 0),
      disappearing: CellAttributes(transform: DisplayTransform(x: 50)))
    bench.list.update(with: TableModel(items: [item(0)]))
    bench.settle()
    bench.list.update(with: TableModel(items: [item(0), item(1).appearance(appearance)]))
    bench.settle()
    #expect(host.appeared.last == appearance.appearing && host.rested.last == appearance.resting)
    bench.list.update(with: TableModel(items: [item(0)]))
    bench.settle()
    #expect(host.disappeared == [appearance.disappearing])
  }
}
