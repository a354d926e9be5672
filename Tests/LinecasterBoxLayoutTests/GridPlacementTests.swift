import LinecasterBase
import LinecasterBoxLayout
import LinecasterTestSupport
import Testing

/// Places of grid items, compared with a search that examines every cell.
struct GridPlacementTests {
  @Test(arguments: 0..<600)
  func placesItemsAsASearchCellByCell(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let flow = GridFlow(rawValue: UInt8(seed % 4)) ?? .row
    let isRow = flow == .row || flow == .rowDense
    let counts = (major: 2, minor: 3 + Int(saturating: random.number(2)))
    // Grids with no items at explicit lines take a path of their own.
    let likelihood = seed % 3 == 0 ? 0 : 0.25
    let items = (0..<2 + Int(saturating: random.number(12))).map { _ in
      PlacedItem(
        major: place(&random, likelihood: likelihood),
        minor: place(&random, likelihood: likelihood))
    }
    let tree = BoxNode.container(
      style {
        $0.display = .grid
      },
      grid: GridTemplate(
        columns: .repeating(isRow ? counts.minor : counts.major, [10]),
        rows: .repeating(isRow ? counts.major : counts.minor, [10]), autoColumns: [10],
        autoRows: [10], flow: flow),
      items.map { item in
        BoxNode.leaf(
          style {
            $0.gridColumn = isRow ? item.minor.range : item.major.range
            $0.gridRow = isRow ? item.major.range : item.minor.range
          })
      })
    let frames = try frames(tree, width: 500).dropFirst()
    var search = CellSearch(
      items, counts: counts, isDense: flow == .rowDense || flow == .columnDense)
    search.place()
    for (index, (frame, item)) in zip(frames, search.items).enumerated() {
      let (x, y) = isRow ? (item.minor, item.major) : (item.major, item.minor)
      let expected = rect(
        Double(x.start - search.first(isRow ? \.minor : \.major)) * 10,
        Double(y.start - search.first(isRow ? \.major : \.minor)) * 10,
        Double(x.span) * 10, Double(y.span) * 10)
      #expect(frame == expected, "seed \(random.seed), item \(index) of \(items)")
    }
  }

  /// Without explicit columns, tracks behind the last item do not exist, although lines that count
  /// from the end of the explicit grid come before them (Chromium 156).
  @Test(
    arguments: [
      (-2, 1, 0, 300.0), (-3, 1, 0, 300), (-4, 1, 0, 300), (-4, 2, 0, 300), (-3, 1, 1, 150),
      (-4, 1, 2, 100), (-4, 2, 1, 200), (-5, 2, 2, 150),
    ])
  func unusedTracksAtTheEndDoNotExist(
    line: Int, span: Int, others: Int, width: Double
  ) throws {
    let item = BoxNode.leaf(style { $0.gridColumn = GridRange(.line(line), .span(span)) })
    let tree = BoxNode.container(
      style {
        $0.display = .grid
        $0.width = 300
      }, grid: GridTemplate(), [item] + Array(repeating: BoxNode.leaf(style()), count: others))
    #expect(abs(try frames(tree)[1].size.width - width) < 1e-6)
  }

  /// A grid of leaves of a size, and others.
  private func grid(
    _ template: GridTemplate, _ change: (inout BoxStyle) -> Void, _ children: [BoxNode]
  ) -> BoxNode {
    .container(
      style {
        $0.display = .grid
        change(&$0)
      }, grid: template, children)
  }

  /// Shares below 1 take no more than their content (Chromium 156).
  @Test func sharesBelowOneFitTheirContent() throws {
    for (columns, widths) in [
      ([0.25], [40.0]), ([0.25, 0.5], [40, 60]), ([0.5, 1], [40, 60]),
    ] {
      let template = GridTemplate(columns: GridTrackList(columns.map { .fraction($0) }))
      let boxes = try frames(
        grid(template, { $0.width = .maxContent }, widths.map { box(.points($0), 10) }),
        width: 1000)
      #expect(boxes[0].width == widths.reduce(0, +), "\(columns)")
      #expect(boxes.last?.minX == widths.dropLast().reduce(0, +), "\(columns)")
    }
  }

  /// Absolute items on implicit columns from right to left (Chromium 156).
  @Test(
    arguments: [
      (GridRange(.line(2), .line(4)), [2], Rect(x: 90, y: 0, width: 60, height: 50)),
      (GridRange(.line(1), .line(2)), [], Rect(x: 150, y: 0, width: 50, height: 50)),
    ])
  func absoluteItemsStandOnImplicitColumns(
    columns: GridRange, others: [Int], place: Rect
  ) throws {
    let template = GridTemplate(columns: [50], autoColumns: [30], autoRows: [20])
    let items = ([1, 3] + others).map { line in
      box(10, 10) { $0.gridColumn = GridRange(.line(line)) }
    }
    let absolute = BoxNode.leaf(
      style {
        $0.position = .absolute
        $0.inset = .zero
        $0.gridColumn = columns
      })
    let boxes = try frames(
      grid(
        template,
        {
          $0.width = 200
          $0.height = 50
          $0.writingDirection = .rightToLeft
        }, items + [absolute]))
    #expect(boxes[1].minX == 190 && boxes[2].minX == 110)
    #expect(boxes.last == place)
  }

  /// Repeated columns inside repeated columns (Chromium 156).
  @Test(
    arguments: [
      (BoxLength.points(300), 100.0, [0.0, 30, 60, 0]), (.maxContent, 80, [0, 30, 0, 30]),
    ])
  func repeatedColumnsStandInRepeatedColumns(
    width: BoxLength, track: Double, places: [Double]
  ) throws {
    let inner = grid(
      GridTemplate(columns: .autoFill([30])), { _ in }, places.map { _ in box(10, 10) })
    let boxes = try frames(
      grid(
        GridTemplate(columns: .autoFill([.points(track)])),
        {
          $0.width = width
          $0.maxWidth = 300
        }, [inner, box(20, 20)]), width: 1000)
    #expect(boxes[1].width == track && boxes.last?.minX == track)
    #expect(boxes[2..<6].map(\.minX) == places)
  }

  /// An item with a ratio is as wide as its column, otherwise as high as its row (CSS Grid 2 §6.2).
  @Test func ratiosStretchOneAxis() throws {
    func item(_ change: (inout BoxStyle) -> Void) throws -> Rect {
      let tree = BoxNode.container(
        style {
          $0.display = .grid
          $0.width = 200
          $0.height = 100
        }, grid: GridTemplate(columns: [40]),
        [
          .leaf(
            style {
              $0.aspectRatio = 1.5
              change(&$0)
            })
        ])
      return try frames(tree)[1]
    }
    let start = try item { $0.justifySelf = .start }
    #expect(start == rect(0, 0, 150, 100))
    #expect(try item { $0.justifySelf = .center } == rect(-55, 0, 150, 100))
    #expect(try item { $0.margin.left = .auto } == rect(0, 0, 150, 100))
    #expect(try item { _ in }.width == 40)
    #expect(try item { $0.width = 60 } == rect(0, 0, 60, 40))
    let centered = try item {
      $0.justifySelf = .start
      $0.alignSelf = .center
    }
    #expect(centered.size == Size(width: 0, height: 0))
  }

  /// A random span, with or without a line.
  private func place(_ random: inout RandomTree, likelihood: Double) -> Place {
    let span = 1 + Int(saturating: random.number(random.chance(0.1) ? 6 : 2.5))
    guard random.chance(likelihood) else { return Place(line: nil, span: span) }
    let line = 1 + Int(saturating: random.number(4))
    return Place(line: random.chance(0.2) ? -line - 3 : line, span: span)
  }

  /// The time to place items of the maximum extent does not grow with the extent.
  @Test(
    .timeLimit(.minutes(60)), arguments: [20, 200],
    [GridFlow.row, .rowDense, .column, .columnDense])
  func hugeSpansArePlacedAtOnce(count: Int, flow: GridFlow) throws {
    for extent in [1_000_000, 5_000, 700] {
      let items = (0..<count).map { index in
        // Different extents keep earlier results from being reused.
        BoxNode.leaf(
          style {
            $0.gridColumn = GridRange(.span(extent - index))
            $0.gridRow = GridRange(.span(extent - 2 * index))
            if index % 5 == 1 { $0.gridColumn.start = .line(index * 7) }
            if index % 9 == 1 { $0.gridRow.start = .line(-index * 3) }
          })
      }
      let tree = BoxNode.container(
        style {
          $0.display = .grid
        }, grid: GridTemplate(autoColumns: [1], autoRows: [1], flow: flow), items)
      let frames = try frames(tree, width: 900)
      let sides = frames.map { max($0.maxX, $0.maxY) }
      #expect((sides.max() ?? 0) <= Double(60_000 + 16 * count))
      #expect(frames.dropFirst().allSatisfy { $0.width >= 1 && $0.height >= 1 })
    }
  }

  /// Sizing tracks by content takes a bounded number of steps for each track that an item spans.
  @Test(.timeLimit(.minutes(60)), arguments: [1, 20, 60])
  func contentThatCoversManyTracksIsSizedAtOnce(count: Int) throws {
    let words: [Double] = [30, 20]
    let items = (0..<count).map { index in
      text(words) {
        $0.gridColumn = GridRange(.span(.max - index))
        $0.gridRow = GridRange(.span(9_000 - index))
      }
    }
    let tree = BoxNode.container(style { $0.display = .grid }, items)
    let frames = try frames(tree, width: 500)
    // All items span the same columns, which share the width of the text.
    #expect(frames.dropFirst().allSatisfy { abs($0.width - 500) < 1e-6 })
    #expect(frames.dropFirst().prefix(4).allSatisfy { abs($0.height - 10) < 1e-6 })
  }

  @Test(arguments: [1_000_000_000, -1_000_000_000, .max, .min])
  func linesFarAwayAreThoseOfTheLimit(number: Int) throws {
    let items = (0..<100).map { index in
      BoxNode.leaf(
        style {
          $0.gridColumn = GridRange(.line(number), .span(1 + index))
          $0.gridRow = GridRange(.line(number), .line(number / 2))
        })
    }
    let tree = BoxNode.container(
      style {
        $0.display = .grid
      }, grid: GridTemplate(autoColumns: [1], autoRows: [1]), items)
    let frames = try frames(tree, width: 900)
    let limit = Double(GridTrackList.maximumCount)
    for frame in frames.dropFirst() {
      #expect(frame.minX == (number > 0 ? limit - 1 : 0))
      #expect(frame.width <= 100 && frame.maxY <= limit + 1)
    }
  }
}

/// The requested place of an item along an axis.
private struct Place: Hashable, Sendable {
  /// The number of its first line.
  let line: Int?
  let span: Int
  /// The first track, after placement; 0 is the first of the explicit grid.
  var start = 0

  var range: GridRange { GridRange(line.map { .line($0) } ?? .auto, .span(span)) }
  var end: Int { start + span }
}

private struct PlacedItem: Hashable, Sendable {
  var major: Place
  var minor: Place
}

/// CSS Grid 1 §8.5 to the letter: each place is tested cell by cell.
private struct CellSearch {
  private(set) var items: [PlacedItem]
  private let counts: (major: Int, minor: Int)
  private let isDense: Bool
  private var taken: Set<[Int]> = []
  private var lastMinor = 0

  init(_ items: [PlacedItem], counts: (major: Int, minor: Int), isDense: Bool) {
    self.items = items
    self.counts = counts
    self.isDense = isDense
    for index in items.indices {
      self.items[index].major.start = Self.start(items[index].major, counts.major)
      self.items[index].minor.start = Self.start(items[index].minor, counts.minor)
    }
  }

  private static func start(_ place: Place, _ count: Int) -> Int {
    guard let line = place.line else { return 0 }
    return line > 0 ? line - 1 : count + 1 + line
  }

  /// The first existing track of an axis.
  func first(_ axis: KeyPath<PlacedItem, Place>) -> Int {
    items.map { $0[keyPath: axis] }.filter { $0.line != nil }.map(\.start).reduce(0, min)
  }

  mutating func place() {
    let start = (major: first(\.major), minor: first(\.minor))
    for index in items.indices where items[index].major.line != nil {
      if items[index].minor.line != nil { take(index) }
    }
    var ends: [Int: Int] = [:]
    for index in items.indices where items[index].major.line != nil {
      guard items[index].minor.line == nil else { continue }
      let row = items[index].major.start
      items[index].minor.start = isDense ? start.minor : ends[row] ?? start.minor
      while !isFree(index) { items[index].minor.start += 1 }
      ends[row] = items[index].minor.end
      take(index)
    }
    lastMinor = items.map { item in
      item.minor.line != nil || item.major.line != nil
        ? item.minor.end : start.minor + item.minor.span
    }.reduce(counts.minor, max)
    var cursor = start
    for index in items.indices where items[index].major.line == nil {
      if isDense { cursor = start }
      if items[index].minor.line != nil {
        if !isDense, items[index].minor.start < cursor.minor { cursor.major += 1 }
        cursor.minor = items[index].minor.start
        items[index].major.start = cursor.major
        while !isFree(index) { items[index].major.start += 1 }
      } else {
        (items[index].major.start, items[index].minor.start) = cursor
        while items[index].minor.end > lastMinor || !isFree(index) {
          items[index].minor.start += 1
          guard items[index].minor.end > lastMinor else { continue }
          items[index].minor.start = start.minor
          items[index].major.start += 1
        }
      }
      cursor = (items[index].major.start, items[index].minor.start)
      take(index)
    }
  }

  private func cells(_ index: Int) -> [[Int]] {
    let item = items[index]
    return (item.major.start..<item.major.end).flatMap { major in
      (item.minor.start..<item.minor.end).map { [major, $0] }
    }
  }

  private func isFree(_ index: Int) -> Bool { !cells(index).contains(where: taken.contains) }

  private mutating func take(_ index: Int) { taken.formUnion(cells(index)) }
}
