import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Matches in rows that are searched and updated, compared with an array of rows.
@Suite struct FoundRowsTests {
  /// A row as a job sees it.
  private struct Work {
    let job: Int
    let place: Int
    let content: [Int]
    var isOutdated = false
  }

  /// A row of the model.
  private struct Row {
    /// The offsets of the matches.
    var content: [Int]
    /// The offsets that the last search found; nil before the first.
    var known: [Int]?
    var isSearched = false
    var work: Work?
  }

  private struct History {
    var random: SeededGenerator
    var rows: [Row] = []
    var found = FoundRows(rowCount: 0)
    /// The contents of the rows of each job.
    var jobs: [Int: [[Int]]] = [:]
    var jobCount = 0

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in Row(content: []) }
      for index in rows.indices { rows[index].content = content() }
      found = FoundRows(rowCount: rows.count)
    }

    mutating func content() -> [Int] {
      guard random.oneIn(3) else { return [] }
      return Array(Set((0..<3).map { _ in Int.random(in: 0..<9, using: &random) })).sorted()
    }

    mutating func begin() {
      let start = Int.random(in: 0...max(0, rows.count - 1), using: &random)
      let waits = { (row: Row) in !row.isSearched && row.work == nil }
      let expected =
        rows.indices.first { $0 >= start && waits(rows[$0]) } ?? rows.firstIndex(where: waits)
      let count = Int.random(in: 1...9, using: &random)
      let given = found.begin(jobCount + 1, from: start, atMost: count)
      #expect(given?.lowerBound == expected)
      guard let given else { return }
      jobCount += 1
      for (place, row) in given.enumerated() {
        #expect(waits(rows[row]))
        rows[row].work = Work(job: jobCount, place: place, content: rows[row].content)
      }
      jobs[jobCount] = given.map { rows[$0].content }
    }

    mutating func end() {
      guard let (job, contents) = jobs.min(by: { $0.key < $1.key }) else { return }
      jobs[job] = nil
      let searched =
        random.oneIn(2) ? contents.count : Int.random(in: 0...contents.count, using: &random)
      let results = (0..<searched).filter { !contents[$0].isEmpty }.map { place in
        FoundRows.Row(offset: place, ranges: contents[place].map { range($0) })
      }
      found.end(job, searchedCount: searched, found: results)
      for row in rows.indices {
        guard let work = rows[row].work, work.job == job else { continue }
        rows[row].work = nil
        guard work.place < searched else { continue }
        rows[row].known = work.content
        rows[row].isSearched = !work.isOutdated
      }
    }

    mutating func update() {
      var old = rows.indices.filter { _ in !random.oneIn(12) }
      if random.oneIn(4), old.count > 1 {
        let moved = old.remove(at: Int.random(in: 0..<old.count, using: &random))
        old.insert(moved, at: Int.random(in: 0...old.count, using: &random))
      }
      var origins = old.map { Optional($0) }
      while random.oneIn(2) {
        origins.insert(nil, at: Int.random(in: 0...origins.count, using: &random))
      }
      let stretches = origins.enumerated().compactMap { new, old in
        old.map { RowMapping.Stretch(newStart: new, oldStart: $0, count: 1, isMoved: false) }
      }
      var updated: [Int] = []
      let before = rows
      rows = []
      for origin in origins {
        guard let origin else {
          rows.append(Row(content: content()))
          continue
        }
        var row = before[origin]
        if random.oneIn(6) {
          row.content = content()
          row.isSearched = false
          row.work?.isOutdated = true
          updated.append(rows.count)
        }
        rows.append(row)
      }
      found.move(by: RowMapping(stretches), updated: updated, rowCount: rows.count)
    }

    mutating func invalidate() {
      found.invalidate()
      for row in rows.indices {
        rows[row].isSearched = false
        rows[row].work?.isOutdated = true
      }
    }
  }

  private static func range(_ offset: Int) -> CellTextRange {
    CellTextRange(text: 0, utf16Range: offset..<offset + 1)
  }

  /// All known matches, in order.
  private func matches(_ rows: [Row]) -> [FoundRows.Match] {
    rows.enumerated().flatMap { row, content in
      (content.known ?? []).map { FoundRows.Match(row: row, range: Self.range($0)) }
    }
  }

  private func check(_ history: inout History, _ name: Comment) {
    let (found, rows) = (history.found, history.rows)
    let all = matches(rows)
    #expect(found.rowCount == rows.count && found.matchCount == all.count, name)
    #expect(found.isComplete == rows.allSatisfy { $0.known != nil }, name)
    for row in -1...rows.count {
      let known = rows.indices.contains(row) ? rows[row].known ?? [] : []
      #expect(found.ranges(inRow: row) == known.map { Self.range($0) }, name)
    }
    guard !rows.isEmpty else { return }
    let row = Int.random(in: rows.indices, using: &history.random)
    let place = FoundRows.Match(
      row: row, range: Self.range(Int.random(in: 0..<9, using: &history.random)))
    #expect(
      found.count(before: place) == all.count { ($0.row, $0.range) < (row, place.range) }, name)
    #expect(found.target(after: place, includesPlace: false) == next(place, rows), name)
    #expect(found.target(before: place) == previous(place, rows), name)
    let isOn = all.contains(place)
    #expect(
      found.target(after: place, includesPlace: true)
        == (isOn ? .match(place) : next(place, rows)), name)
  }

  /// Steps from row to row, as far as their matches are known.
  private func walk(
    _ order: [Int], _ rows: [Row], _ pick: (Int, [Int]) -> Int?
  ) -> FoundRows.Target {
    for (step, row) in order.enumerated() {
      guard let known = rows[row].known else { return .unknown }
      let isBack = step == order.count - 1
      if let offset = pick(isBack ? .max : step, known) {
        return .match(FoundRows.Match(row: row, range: Self.range(offset)))
      }
    }
    return .none
  }

  private func next(_ place: FoundRows.Match, _ rows: [Row]) -> FoundRows.Target {
    let order = Array(place.row..<rows.count) + Array(0...place.row)
    let offset = place.range.utf16Range.lowerBound
    return walk(order, rows) { step, known in
      step == 0 ? known.first { $0 > offset } : known.first
    }
  }

  private func previous(_ place: FoundRows.Match, _ rows: [Row]) -> FoundRows.Target {
    let order = Array((0...place.row).reversed()) + Array((place.row..<rows.count).reversed())
    let offset = place.range.utf16Range.lowerBound
    return walk(order, rows) { step, known in
      step == 0 ? known.last { $0 < offset } : known.last
    }
  }

  @Test func isTheArrayOfRowsThroughAnyHistory() {
    for seed in UInt64(1)...50 {
      var history = History(seed: seed)
      for step in 0..<60 {
        switch Int.random(in: 0..<10, using: &history.random) {
        case 0..<4: history.begin()
        case 4..<7: history.end()
        case 7..<9: history.update()
        default: if history.random.oneIn(4) { history.invalidate() }
        }
        check(&history, "seed \(seed), step \(step)")
      }
    }
  }

  /// Segments are joined, which keeps single changes from splitting the list into many pieces.
  @Test func manyUpdatesKeepFewSegments() {
    let count = 20_000
    var found = FoundRows(rowCount: count)
    var job = 0
    func search() {
      while let rows = found.begin(job + 1, from: 0, atMost: 256) {
        job += 1
        found.end(job, searchedCount: rows.count, found: [])
      }
    }
    search()
    for row in stride(from: 0, to: count, by: 7) {
      found.move(by: .identity(count: count), updated: [row], rowCount: count)
      search()
    }
    #expect(found.isComplete && found.segmentCount < 4 * count / FoundRows.segmentLimit)
  }
}
