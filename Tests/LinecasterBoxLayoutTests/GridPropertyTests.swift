import LinecasterBase
import LinecasterBoxLayout
import LinecasterTestSupport
import Testing

/// Invariants of every grid.
struct GridPropertyTests {
  /// Items that fill their areas, whose frames show the tracks.
  private func grid(
    _ columns: GridTrackList, gap: Double = 0, items: [BoxNode]
  ) -> BoxNode {
    BoxNode.container(
      style {
        $0.display = .grid
        $0.width = 300
        $0.gap = .points(gap)
      }, grid: GridTemplate(columns: columns), items)
  }

  @Test(arguments: 0..<200)
  func flexibleTracksAndGapsFillTheContainer(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let gap = random.number(12)
    var tracks = [GridTrack.fraction(1)]
    for _ in 0..<Int(saturating: 1 + random.number(4)) {
      tracks.append(
        random.chance(0.5) ? .fraction(1 + random.number(3)) : .points(random.number(40)))
    }
    let items = tracks.map { _ in BoxNode.leaf(style { $0.height = 10 }) }
    let frames = try frames(grid(GridTrackList(tracks), gap: gap, items: items), width: 300)
    let row = frames.dropFirst()
    let sum = row.map(\.width).reduce(0, +) + gap * Double(tracks.count - 1)
    #expect(abs(sum - 300) < 1e-6, "seed \(random.seed)")
    #expect(row.first?.minX == 0 && abs((row.last?.maxX ?? 0) - 300) < 1e-6, "seed \(random.seed)")
  }

  @Test(arguments: 0..<300)
  func itemsWithoutPlacesDoNotOverlap(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let flow = GridFlow(rawValue: UInt8(saturating: random.number(3))) ?? .row
    let items = (0..<Int(saturating: 2 + random.number(14))).map { _ in
      BoxNode.leaf(
        style {
          $0.gridColumn = GridRange(.span(Int(saturating: random.number(4))))
          $0.gridRow = GridRange(.span(Int(saturating: random.number(3))))
          if random.chance(0.2) { $0.gridRow.start = .line(1 + Int(saturating: random.number(4))) }
        })
    }
    // All tracks have the same size, so no area is empty.
    let tree = BoxNode.container(
      style {
        $0.display = .grid
        $0.gap = .points(random.number(5))
      },
      grid: GridTemplate(
        columns: .repeating(4, [20]), rows: [20, 20], autoColumns: [20], autoRows: [20],
        flow: flow),
      items)
    let frames = Array(try frames(tree, width: 500).dropFirst())
    for (index, first) in frames.enumerated() {
      #expect(first.width >= 20 && first.height >= 20, "seed \(random.seed)")
      for second in frames.dropFirst(index + 1) {
        let apart =
          first.maxX <= second.minX || second.maxX <= first.minX || first.maxY <= second.minY
          || second.maxY <= first.minY
        #expect(apart, "seed \(random.seed), item \(index)")
      }
    }
  }

  /// Each item is in the first cells with room, found cell by cell.
  @Test(arguments: 0..<200)
  func denseGridsFillGapsFromTheStart(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let columnCount = 3 + Int(saturating: random.number(3))
    let spans = (0..<12).map { _ in
      (width: 1 + Int(saturating: random.number(2)), height: 1 + Int(saturating: random.number(2)))
    }
    let items = spans.map { span in
      BoxNode.leaf(
        style {
          $0.gridColumn = GridRange(.span(span.width))
          $0.gridRow = GridRange(.span(span.height))
        })
    }
    let tree = BoxNode.container(
      style {
        $0.display = .grid
      },
      grid: GridTemplate(
        columns: .repeating(columnCount, [10]), autoRows: [10], flow: .rowDense),
      items)
    let frames = Array(try frames(tree, width: 500).dropFirst())
    var taken: Set<[Int]> = []
    for (frame, span) in zip(frames, spans) {
      var place = 0
      func cells(at place: Int) -> [[Int]] {
        (0..<span.width * span.height).map {
          [place % columnCount + $0 % span.width, place / columnCount + $0 / span.width]
        }
      }
      while place % columnCount + span.width > columnCount
        || cells(at: place).contains(where: taken.contains)
      { place += 1 }
      taken.formUnion(cells(at: place))
      let expected = rect(
        Double(place % columnCount) * 10, Double(place / columnCount) * 10,
        Double(span.width) * 10, Double(span.height) * 10)
      #expect(frame == expected, "seed \(random.seed)")
    }
  }

  /// A column is at least as wide as each of its words, and no wider than its widest line unless
  /// something else enlarges it.
  @Test(arguments: 0..<200)
  func contentColumnsFitTheirTexts(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let words = (0..<6).map { _ in
      (0..<1 + Int(saturating: random.number(4))).map { _ in 1 + random.number(40) }
    }
    for (track, extent) in [
      (GridTrack.minContent, { (words: [Double]) in words.max() ?? 0 }),
      (GridTrack.maxContent, { (words: [Double]) in words.reduce(0, +) }),
    ] {
      let frames = try frames(
        grid(.repeating(2, [track]), items: words.map { text($0) }), width: 300)
      for column in 0...1 {
        let rows = stride(from: column, to: words.count, by: 2)
        let expected = rows.map { extent(words[$0]) }.max() ?? 0
        #expect(abs(frames[1 + column].width - expected) < 1e-9, "seed \(random.seed)")
      }
    }
  }

  @Test(arguments: 0..<100)
  func aColumnOfBlocksIsAColumnOfFlex(seed: Int) throws {
    var random = RandomTree(seed: UInt64(seed))
    let items = (0..<5).map { _ in
      let height = random.number(30)
      return BoxNode.leaf(
        style {
          $0.height = .points(height)
          $0.shrink = 0
        })
    }
    let block = try frames(flex(200, .auto, { $0.display = .block }, items))
    let column = try frames(flex(200, .auto, { $0.direction = .column }, items))
    #expect(block == column, "seed \(random.seed)")
  }

  @Test func marginsOfBlocksCollapse() throws {
    func block(_ top: Double, _ bottom: Double, _ height: Double, _ nodes: [BoxNode] = [])
      -> BoxNode
    {
      let style = style {
        $0.display = .block
        $0.margin = BoxEdges(top: .points(top), bottom: .points(bottom))
        if height > 0 { $0.height = .points(height) }
      }
      return nodes.isEmpty ? .leaf(style) : .container(style, nodes)
    }
    let frames = try frames(
      flex(
        100, .auto, { $0.display = .block },
        [block(5, 10, 20), block(30, -5, 20), block(7, 9, 0), block(0, 0, 0, [block(12, 8, 10)])]))
    // 10 and 30 meet; then -5 with 7 and 9 of the empty block, and 12 out of the last one.
    #expect(frames[1].minY == 5 && frames[2].minY == 55)
    #expect(frames[4] == rect(0, 82, 100, 10) && frames[5] == rect(0, 0, 100, 10))
    #expect(frames[0].height == 100)
  }
}
