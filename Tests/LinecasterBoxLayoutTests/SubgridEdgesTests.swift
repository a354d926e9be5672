import LinecasterBase
import LinecasterBoxLayout
import LinecasterTestSupport
import Testing

/// The tracks under the edges of a subgrid, as Chromium 156 sizes them.
@Suite struct SubgridEdgesTests {
  /// A subgrid over three rows with an edge of 11 above and of 17 below.
  struct Sample: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The first and the last row of each item, which is 40 high.
    var items: [ClosedRange<Int>] = []
    /// The heights of the three rows.
    let rows: [Double]
    var template: GridTrackList = []
    /// The margin below, if it is not padding.
    var margin: Double?
  }

  static let samples = [
    Sample(testDescription: "empty", rows: [11, 0, 17]),
    Sample(testDescription: "first", items: [1...1], rows: [51, 0, 17]),
    Sample(testDescription: "middle", items: [2...2], rows: [11, 40, 17]),
    Sample(testDescription: "last", items: [3...3], rows: [11, 0, 57]),
    Sample(testDescription: "first two", items: [1...2], rows: [31, 20, 17]),
    Sample(testDescription: "last two", items: [2...3], rows: [11, 20, 37]),
    Sample(testDescription: "all", items: [1...3], rows: [11 + 40.0 / 3, 40.0 / 3, 17 + 40.0 / 3]),
    Sample(testDescription: "two", items: [1...2, 2...2], rows: [11, 40, 17]),
    Sample(
      testDescription: "shares", items: [1...2], rows: [31, 31, 31],
      template: [.fraction(1), .fraction(1), .fraction(1)]),
    Sample(
      testDescription: "minimum of nothing", rows: [0, 0, 0],
      template: .repeating(3, [.minmax(0, .auto)])),
    Sample(testDescription: "negative margin", items: [2...3], rows: [11, 16.5, 16.5], margin: -7),
    Sample(testDescription: "negative margin, empty", rows: [11, 0, 0], margin: -7),
  ]

  private func subgrid(_ items: [ClosedRange<Int>], margin: Double?) -> BoxNode {
    .container(
      style {
        $0.display = .grid
        $0.gridRow = GridRange(.line(1), .span(3))
        $0.gridColumn = GridRange(.line(1))
        $0.padding.top = 11
        if let margin { $0.margin.bottom = .points(margin) } else { $0.padding.bottom = 17 }
      },
      grid: GridTemplate(rows: .subgrid),
      items.map { rows in
        box(5, 40) {
          $0.gridRow = GridRange(.line(rows.lowerBound), .line(rows.upperBound + 1))
          $0.gridColumn = GridRange(.line(1))
        }
      })
  }

  @Test(arguments: samples) func rowsHoldTheEdges(sample: Sample) throws {
    let probes = (1...3).map { row in
      BoxNode.leaf(
        style {
          $0.gridRow = GridRange(.line(row))
          $0.gridColumn = GridRange(.line(2))
        })
    }
    let tree = BoxNode.container(
      style {
        $0.display = .grid
        $0.alignContent = .start
      },
      grid: GridTemplate(columns: [.points(100), .points(20)], rows: sample.template),
      [subgrid(sample.items, margin: sample.margin)] + probes)
    let found = try frames(tree, width: 300).suffix(3)
    for (frame, row) in zip(found, sample.rows) {
      #expect(abs(frame.height - row) < 0.02, "\(found.map(\.height))")
    }
  }
}
