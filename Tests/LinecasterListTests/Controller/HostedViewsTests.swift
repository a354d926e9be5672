import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterList
import LinecasterTestSupport
import LinecasterText
import Testing

/// A card with films, under some lines of text.
private struct FilmCell: Cell {
  var lines = 0
  var films: [String]
  var height = 10.0

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    Column {
      for _ in 0..<lines { Box(.black, size: Size(width: 20, height: 5)) }
      for film in films { Box(.black, size: Size(width: 50, height: height)).tag(film) }
      Box(.black, size: Size(width: 5, height: 5)).tag(7)
    }
    .node
  }
}

/// A view that records its updates.
@MainActor
private final class Player {
  let film: String
  var steps: [(from: Rect?, to: Rect)] = []
  var isPlaying = false

  init(_ film: String) { self.film = film }
}

/// A host with player views in its rows, as a program with its own toolkit has them.
@MainActor
private final class FilmHost: TableHost {
  var viewport = Viewport(offset: 0, length: 100)
  private(set) var made: [Player] = []
  private(set) var snapshot: TableSnapshot?
  private(set) var players: HostedViews<String, Player>?

  init(spareLimit: Int = 4) {
    players = HostedViews(
      spareLimit: spareLimit, kind: { region in region.tag?.value as? String },
      make: { [weak self] film in
        let player = Player(film)
        self?.made.append(player)
        return player
      },
      update: { player, change in
        player.isPlaying = true
        player.steps.append((change.previousFrame, change.region.frame))
      },
      release: { player in player.isPlaying = false })
  }

  var places: [(view: Player, frame: Rect)] {
    guard let snapshot else { return [] }
    return players?.places(in: snapshot, rows: 0..<snapshot.rowCount) ?? []
  }

  func viewport(in snapshot: TableSnapshot) -> Viewport { viewport }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    snapshot = batch.snapshot
    viewport.offset = batch.offset
    done()
  }

  func display(_ rows: [DisplayedRow]) { players?.display(rows) }
  func recycle(_ rows: [RowIdentity]) { players?.recycle(rows) }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    self.snapshot = snapshot
    viewport.offset = offset
  }

  func displayFailed(_ error: any Error) { Issue.record(error) }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct HostedViewsTests {
  private func show(_ cells: [Int: FilmCell], in bench: SimulatedBench<FilmHost>) {
    bench.list.update(
      with: TableModel(
        items: cells.sorted { $0.key < $1.key }.map { TableItem(.number($0.key), cell: $0.value) }))
    bench.settle()
  }

  /// Seed row A21: the host creates and updates its views; unchanged views are not updated again.
  @Test func viewsAreMadeOnceAndToldWhatChanges() throws {
    let host = FilmHost()
    let bench = try SimulatedBench(host, seed: 21)
    show([1: FilmCell(films: ["a", "b"]), 2: FilmCell(films: [])], in: bench)
    #expect(host.made.map(\.film) == ["a", "b"] && host.players?.count == 2)
    #expect(host.made.map(\.steps.count) == [1, 1])
    show([1: FilmCell(films: ["a", "b"]), 2: FilmCell(films: ["c"])], in: bench)
    #expect(host.made.map(\.film) == ["a", "b", "c"])
    #expect(host.made.map(\.steps.count) == [1, 1, 1])
    #expect(host.places.map(\.view.film) == ["a", "b", "c"])
    #expect(
      host.places.map(\.frame) == [
        Rect(x: 0, y: 0, width: 50, height: 10), Rect(x: 0, y: 10, width: 50, height: 10),
        Rect(x: 0, y: 25, width: 50, height: 10),
      ])
  }

  /// Seed row A31: a part of a changed row keeps its view, which gets the old and the new frame.
  @Test func partsKeepTheirViewsFromFrameToFrame() throws {
    let host = FilmHost()
    let bench = try SimulatedBench(host, seed: 31)
    show([1: FilmCell(films: ["a", "b"])], in: bench)
    let before = host.made
    show([1: FilmCell(lines: 2, films: ["b", "a"], height: 20)], in: bench)
    #expect(host.made.count == 2 && before.allSatisfy { $0.isPlaying })
    #expect(before.map(\.steps.last?.from?.minY) == [0, 10])
    #expect(before.map(\.steps.last?.to.minY) == [30, 10])
    #expect(before.map(\.steps.last?.to.height) == [20, 20])
    // The removed part's view stops; the new part gets a new view.
    show([1: FilmCell(films: ["c", "a"])], in: bench)
    #expect(host.made.map(\.film) == ["a", "b", "c"] && !before[1].isPlaying)
    #expect(host.made[2].steps.map(\.from) == [nil])
  }

  /// Parts with the same name in a row are distinguished by their order.
  @Test func partsOfOneNameKeepTheirOrder() throws {
    let host = FilmHost()
    let bench = try SimulatedBench(host, seed: 32)
    show([1: FilmCell(films: ["a", "a"])], in: bench)
    show([1: FilmCell(films: ["a", "a", "a"])], in: bench)
    #expect(host.made.map(\.steps.count) == [1, 1, 1])
    show([1: FilmCell(films: ["a"])], in: bench)
    #expect(host.made.map(\.isPlaying) == [true, false, false])
  }

  @Test(arguments: [0, 1, 4]) func whatRowsLeaveIsUsedAgain(spareLimit: Int) throws {
    let host = FilmHost(spareLimit: spareLimit)
    let bench = try SimulatedBench(host, seed: 33)
    show([1: FilmCell(films: ["a", "a", "b"])], in: bench)
    show([:], in: bench)
    #expect(host.players?.count == 0 && host.made.allSatisfy { !$0.isPlaying })
    show([2: FilmCell(films: ["a", "a", "a"])], in: bench)
    #expect(host.made.count == 6 - min(spareLimit, 2))
    #expect(host.made.filter(\.isPlaying).allSatisfy { $0.film == "a" })
  }

  /// Scrolling through 10,000 cards needs the views of a few screens; each visible card has its own
  /// view.
  @Test func scrollingNeedsFewViews() throws {
    let host = FilmHost()
    let bench = try SimulatedBench(host, seed: 34)
    let cells = (0..<10_000).map { ($0, FilmCell(films: [$0.isMultiple(of: 3) ? "a" : "b"])) }
    show(Dictionary(uniqueKeysWithValues: cells), in: bench)
    for offset in [0, 40, 90, 30_000, 30_100, 149_000, 0] as [Double] {
      host.viewport.offset = offset
      bench.list.viewportDidChange()
      bench.settle()
      let snapshot = try #require(host.snapshot)
      let rows = snapshot.geometry.rows(in: offset..<offset + 100)
      let places = try #require(host.players).places(in: snapshot, rows: rows)
      #expect(places.map(\.view.film) == rows.map { $0.isMultiple(of: 3) ? "a" : "b" })
      #expect(places.map(\.frame.minY) == rows.map { Double($0) * 15 })
      #expect(Set(places.map { ObjectIdentifier($0.view) }).count == places.count)
      #expect(places.allSatisfy { $0.view.isPlaying })
    }
    #expect(host.made.count <= 60, "\(host.made.count) views were made")
  }

  @Test func nothingIsWhereNoRowsAre() throws {
    let host = FilmHost(spareLimit: .min)
    let bench = try SimulatedBench(host, seed: 35)
    show([1: FilmCell(films: ["a"])], in: bench)
    let (players, snapshot) = (try #require(host.players), try #require(host.snapshot))
    for bound in ExtremeNumbers.integers {
      let places = players.places(in: snapshot, rows: min(0, bound)..<max(0, bound))
      #expect(places.count == (bound > 0 ? 1 : 0))
    }
  }
}
