import LinecasterBase
import LinecasterBoxLayout
import Testing

/// Leaves with vertical lines, orthogonal to their containers (CSS Writing Modes 3 §7.3).
///
/// The boxes are those of Chromium 156. It laid each case out as `div`s with `box-sizing:
/// border-box` and the style in its name, 300 px wide unless the style says otherwise; the text was
/// `writing-mode: vertical-rl; font-size: 20px; line-height: 30px` with 32 or 4 times 永, and the
/// box was 20 px wide and high without shrinking. `getBoundingClientRect` of each element, from its
/// container's corner, was printed by a script and read with `--dump-dom`.
struct VerticalLeafTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let tree: BoxNode
    let boxes: [Rect]

    init(_ css: String, _ tree: BoxNode, _ boxes: Rect...) {
      (testDescription, self.tree, self.boxes) = (css, tree, boxes)
    }
  }

  @Test(arguments: cases)
  func verticalLinesAreAsWideAsTheirColumns(of item: Case) throws {
    let frames = try frames(item.tree, width: 300)
    #expect(Array(frames.dropFirst()) == item.boxes)
  }

  /// Characters of 20 in lines of 30.
  private static func lines(
    _ count: Int = 32, _ change: (inout BoxStyle) -> Void = { _ in }
  ) -> BoxNode {
    .vertical(style(change)) { constraint in
      let most: Int =
        switch constraint.height {
        case .undefined: count
        case .minContent: 1
        case .atMost(let height), .exactly(let height): max(1, Int(saturating: height / 20))
        }
      let columns = (count + most - 1) / most
      return BoxMeasurement(
        size: Size(width: Double(columns) * 30, height: Double(min(count, most)) * 20))
    }
  }

  private static func row(
    _ align: BoxAlign = .stretch, height: BoxLength = .auto, width: BoxLength = .auto,
    _ children: BoxNode...
  ) -> BoxNode {
    flex(width, height, { $0.alignItems = align }, children)
  }

  private static func column(
    _ align: BoxAlign, height: BoxLength = .auto, _ children: BoxNode...
  ) -> BoxNode {
    flex(
      .auto, height,
      {
        $0.direction = .column
        $0.alignItems = align
      }, children)
  }

  private static let cases: [Case] =
    rows + columns + blocks + [
      Case(
        "grid; columns auto 1fr, rows 100px; justify-items: start",
        .container(
          style {
            $0.display = .grid
            $0.justifyItems = .start
          }, grid: GridTemplate(columns: [.auto, .fraction(1)], rows: [100]),
          [lines(), box(20, 20)]),
        rect(0, 0, 210, 100), rect(210, 0, 20, 20)),
      Case(
        "position: absolute; height: 100px; left: 0; top: 0",
        flex(
          .auto, 200,
          [
            lines {
              $0.position = .absolute
              $0.height = 100
              $0.inset.left = 0
              $0.inset.top = 0
            }
          ]), rect(0, 0, 210, 100)),
    ]

  private static let rows = [
    Case(
      "row; flex-start; height: 160px",
      row(.flexStart, box(20, 20), lines { $0.height = 160 }, box(20, 20)),
      rect(0, 0, 20, 20), rect(20, 0, 120, 160), rect(140, 0, 20, 20)),
    Case(
      "row; stretch; height: 160px",
      row(.stretch, box(20, 20), lines { $0.height = 160 }, box(20, 20)),
      rect(0, 0, 20, 20), rect(20, 0, 120, 160), rect(140, 0, 20, 20)),
    Case(
      "row; stretch; max-height: 160px", row(.stretch, lines { $0.maxHeight = 160 }),
      rect(0, 0, 120, 160)),
    Case(
      "row; flex-start; max-height: 160px",
      row(.flexStart, lines { $0.maxHeight = 160 }, box(20, 20)),
      rect(0, 0, 120, 160), rect(120, 0, 20, 20)),
    Case(
      "row of 100px; stretch", row(.stretch, height: 100, lines()), rect(0, 0, 210, 100)),
    Case(
      "row of 100px; flex-start", row(.flexStart, height: 100, lines()), rect(0, 0, 210, 100)),
    Case(
      "row; min-height: 120px", row(.flexStart, lines(4) { $0.minHeight = 120 }),
      rect(0, 0, 30, 120)),
    Case(
      "row; height: 160px; padding: 10px",
      row(
        .flexStart,
        lines {
          $0.height = 160
          $0.padding = BoxEdges(all: 10)
        }), rect(0, 0, 170, 160)),
    Case(
      "row 60px wide; height: 160px",
      row(.flexStart, width: 60, lines { $0.height = 160 }, box(20, 20)),
      rect(0, 0, 120, 160), rect(120, 0, 20, 20)),
    Case(
      "row; height: 160px; width: 70px",
      row(
        .flexStart,
        lines {
          $0.height = 160
          $0.width = 70
        }), rect(0, 0, 70, 160)),
    Case(
      "row of 100px in a row",
      row(.flexStart, row(.stretch, height: 100, lines()), box(20, 20)),
      rect(0, 0, 210, 100), rect(0, 0, 210, 100), rect(210, 0, 20, 20)),
    Case(
      "column of 100px in a row",
      row(.flexStart, column(.flexStart, height: 100, lines()), box(20, 20)),
      rect(0, 0, 210, 100), rect(0, 0, 210, 100), rect(210, 0, 20, 20)),
  ]

  private static let columns = [
    Case(
      "column; flex-start; height: 160px", column(.flexStart, lines { $0.height = 160 }),
      rect(0, 0, 120, 160)),
    Case(
      "column; center; height: 160px", column(.center, lines { $0.height = 160 }),
      rect(90, 0, 120, 160)),
    Case(
      "column; stretch; height: 160px", column(.stretch, lines { $0.height = 160 }),
      rect(0, 0, 300, 160)),
    Case(
      "column of 140px", column(.flexStart, height: 140, lines(), box(20, 20)),
      rect(0, 0, 180, 120), rect(0, 120, 20, 20)),
    Case(
      "column of 140px; flex-shrink: 0",
      column(.flexStart, height: 140, lines { $0.shrink = 0 }, box(20, 20)),
      rect(0, 0, 30, 640), rect(0, 640, 20, 20)),
    Case(
      "column of 140px; flex-grow: 1",
      column(.flexStart, height: 140, lines(4) { $0.grow = 1 }, box(20, 20)),
      rect(0, 0, 30, 120), rect(0, 120, 20, 20)),
  ]

  private static func block(
    _ child: BoxNode, height: BoxLength = .auto
  ) -> BoxNode {
    flex(.auto, height, { $0.display = .block }, [child])
  }

  private static let blocks = [
    Case("block; height: 160px", block(lines { $0.height = 160 }), rect(0, 0, 120, 160)),
    Case("block; max-height: 160px", block(lines { $0.maxHeight = 160 }), rect(0, 0, 120, 160)),
    Case("block of 100px", block(lines(), height: 100), rect(0, 0, 210, 100)),
  ]
}
