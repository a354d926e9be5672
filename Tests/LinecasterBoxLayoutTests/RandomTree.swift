import LinecasterBase
import LinecasterBoxLayout
@testable import LinecasterConformance
import LinecasterTestSupport

/// Creates random trees with most properties, for tests of invariants.
struct RandomTree {
  private var generator: SeededGenerator

  /// Whether styles may align baselines, which in columns are left edges in both directions.
  private let hasBaselines: Bool
  /// Whether containers may be grids and blocks.
  private let hasGrids: Bool

  init(seed: UInt64, hasBaselines: Bool = true, hasGrids: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.hasBaselines = hasBaselines
    self.hasGrids = hasGrids
  }

  var seed: UInt64 { generator.seed }

  mutating func node(depth: Int = 3) -> BoxNode {
    let (style, grid) = randomStyle()
    if depth == 0 || chance(0.2) {
      guard chance(0.5) else { return .leaf(style) }
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in number(40) }
      return .leaf(style) { constraint in
        WordMeasure(words: words, line: 10, ascent: 8)
          .measurement(constraint, isColumn: false)
      }
    }
    let count = Int.random(in: 0...4, using: &generator)
    return .container(style, grid: grid, (0..<count).map { _ in node(depth: depth - 1) })
  }

  /// The same tree with new random styles for about a fifth of its nodes.
  mutating func restyled(_ node: BoxNode) -> BoxNode {
    switch node {
    case .leaf(let style, let measure):
      return .leaf(chance(0.2) ? randomStyle().style : style, measure: measure)
    case .vertical(let style, let measure):
      return .vertical(chance(0.2) ? randomStyle().style : style, measure: measure)
    case .container(var style, var grid, let children):
      if chance(0.2) { (style, grid) = randomStyle() }
      return .container(style, grid: grid, children.map { restyled($0) })
    }
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func number(_ limit: Double) -> Double {
    Double.random(in: 0..<limit, using: &generator).rounded()
  }

  private mutating func length(_ limit: Double) -> BoxLength {
    chance(0.2) ? .percent(number(100)) : .points(number(limit))
  }

  /// Insets by writing direction, which mirroring leaves unchanged.
  private mutating func inset() -> BoxEdges {
    var inset = BoxEdges.auto
    inset.start = length(20)
    inset.top = length(20)
    return inset
  }

  /// Makes most containers grids or blocks, and places items; returns the template of a grid.
  private mutating func addGrid(to style: inout BoxStyle) -> GridTemplate? {
    if chance(0.15), style.display != .none { style.display = .block }
    if chance(0.3) { style.gridColumn = range() }
    if chance(0.3) { style.gridRow = range() }
    if chance(0.3) { style.justifySelf = BoxAlign(rawValue: UInt8(saturating: number(7))) }
    if chance(0.1) { style.order = Int(saturating: number(3)) - 1 }
    guard chance(0.5), style.display == .flex else { return nil }
    style.display = .grid
    style.justifyItems = chance(0.3) ? .center : .stretch
    return GridTemplate(
      columns: tracks(), rows: tracks(), autoColumns: chance(0.3) ? [track()] : [],
      autoRows: chance(0.3) ? [track()] : [],
      flow: GridFlow(rawValue: UInt8(saturating: number(3))) ?? .row)
  }

  /// The place of an item along an axis of a grid.
  mutating func range() -> GridRange {
    if chance(0.4) { return GridRange(.span(Int(saturating: number(3)))) }
    let start = GridLine.line(Int(saturating: number(8)) - 3)
    return GridRange(start, chance(0.5) ? .span(Int(saturating: number(3))) : .auto)
  }

  private mutating func tracks() -> GridTrackList {
    if chance(0.1) { return .subgrid }
    let tracks = (0..<Int.random(in: 0...3, using: &generator)).map { _ in track() }
    guard chance(0.2) else { return GridTrackList(tracks) }
    let repeated = [GridTrack.minmax(.points(10 + number(40)), chance(0.5) ? .auto : 60)]
    return GridTrackList(tracks) + (chance(0.5) ? .autoFill(repeated) : .autoFit(repeated))
  }

  /// A track of any kind.
  mutating func track() -> GridTrack {
    switch Int.random(in: 0...7, using: &generator) {
    case 0: .points(number(60))
    case 1: .percent(number(60))
    case 2: .fraction(number(3))
    case 3: .minContent
    case 4: .maxContent
    case 5: .fit(length(60))
    case 6: .minmax(length(40), fraction: 1)
    default: .auto
    }
  }

  private let keywords = [
    BoxLength.minContent, .maxContent, .fitContent, .stretch,
  ]

  private mutating func randomStyle() -> (style: BoxStyle, grid: GridTemplate?) {
    var style = BoxStyle()
    style.direction = FlexDirection(rawValue: UInt8(saturating: number(3))) ?? .row
    style.wrap = FlexWrap(rawValue: UInt8(saturating: number(2))) ?? .nowrap
    style.justifyContent = BoxJustify(rawValue: UInt8(saturating: number(7))) ?? .center
    style.alignItems = BoxAlign(rawValue: UInt8(saturating: number(6))) ?? .center
    if !hasBaselines, style.alignItems == .baseline { style.alignItems = .center }
    style.alignContent = BoxAlignContent(rawValue: UInt8(saturating: number(8))) ?? .center
    style.grow = chance(0.4) ? number(3) : 0
    style.shrink = chance(0.6) ? number(3) : 1
    if chance(0.3) { style.basis = length(80) }
    if chance(0.4) { style.width = length(100) }
    if chance(0.4) { style.height = length(100) }
    if chance(0.2) { style.minWidth = length(60) }
    if chance(0.2) { style.maxHeight = length(60) }
    if chance(0.2) { style.aspectRatio = 0.5 + number(3) }
    if chance(0.3) { style.margin = BoxEdges(all: chance(0.3) ? .auto : length(10)) }
    if chance(0.3) { style.padding = BoxEdges(all: length(10)) }
    if chance(0.3) { style.gap = length(10) }
    if chance(0.1) { style.position = .absolute }
    if chance(0.1) { style.position = .static }
    if chance(0.2) { style.inset = inset() }
    if chance(0.1) { style.width = keywords[Int(saturating: number(3))] }
    if chance(0.1) { style.minHeight = keywords[Int(saturating: number(3))] }
    if chance(0.05) { style.basis = keywords[Int(saturating: number(3))] }
    if chance(0.1) { style.rules = .yoga }
    if chance(0.1) { style.display = .none }
    if chance(0.1) { style.overflow = .hidden }
    return (style, hasGrids ? addGrid(to: &style) : nil)
  }
}
