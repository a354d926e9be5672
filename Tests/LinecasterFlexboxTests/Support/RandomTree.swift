import LinecasterFlexbox
import LinecasterFlexboxCases
import LinecasterGeometry
import LinecasterTestSupport

/// Draws random trees of most properties, for properties that hold for every tree.
struct RandomTree {
  private var generator: SeededGenerator

  /// Whether styles may align baselines, which in columns are left edges whatever the direction.
  private let hasBaselines: Bool

  init(seed: UInt64, hasBaselines: Bool = true) {
    generator = SeededGenerator(seed: seed)
    self.hasBaselines = hasBaselines
  }

  var seed: UInt64 { generator.seed }

  mutating func node(depth: Int = 3) -> FlexNode {
    let style = randomStyle()
    if depth == 0 || chance(0.2) {
      guard chance(0.5) else { return .leaf(style) }
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in number(40) }
      return .leaf(style) { constraint in
        WordMeasure(words: words, line: 10, ascent: 8)
          .measurement(constraint, isColumn: false)
      }
    }
    let count = Int.random(in: 0...4, using: &generator)
    return .container(style, (0..<count).map { _ in node(depth: depth - 1) })
  }

  /// The same tree with the styles of about a fifth of its nodes drawn again.
  mutating func restyled(_ node: FlexNode) -> FlexNode {
    switch node {
    case .leaf(let style, let measure):
      return .leaf(chance(0.2) ? randomStyle() : style, measure: measure)
    case .container(let style, let children):
      let style = chance(0.2) ? randomStyle() : style
      return .container(style, children.map { restyled($0) })
    }
  }

  mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  mutating func number(_ limit: Double) -> Double {
    Double.random(in: 0..<limit, using: &generator).rounded()
  }

  private mutating func length(_ limit: Double) -> FlexLength {
    chance(0.2) ? .percent(number(100)) : .points(number(limit))
  }

  /// Insets by writing direction, so that a mirrored tree is the same.
  private mutating func inset() -> FlexEdges {
    var inset = FlexEdges.auto
    inset.start = length(20)
    inset.top = length(20)
    return inset
  }

  private let keywords = [
    FlexLength.minContent, .maxContent, .fitContent, .stretch,
  ]

  private mutating func randomStyle() -> FlexStyle {
    var style = FlexStyle()
    style.direction = FlexDirection(rawValue: UInt8(number(3))) ?? .row
    style.wrap = FlexWrap(rawValue: UInt8(number(2))) ?? .nowrap
    style.justifyContent = FlexJustify(rawValue: UInt8(number(7))) ?? .center
    style.alignItems = FlexAlign(rawValue: UInt8(number(6))) ?? .center
    if !hasBaselines, style.alignItems == .baseline { style.alignItems = .center }
    style.alignContent = FlexAlignContent(rawValue: UInt8(number(8))) ?? .center
    style.grow = chance(0.4) ? number(3) : 0
    style.shrink = chance(0.6) ? number(3) : 1
    if chance(0.3) { style.basis = length(80) }
    if chance(0.4) { style.width = length(100) }
    if chance(0.4) { style.height = length(100) }
    if chance(0.2) { style.minWidth = length(60) }
    if chance(0.2) { style.maxHeight = length(60) }
    if chance(0.2) { style.aspectRatio = 0.5 + number(3) }
    if chance(0.3) { style.margin = FlexEdges(all: chance(0.3) ? .auto : length(10)) }
    if chance(0.3) { style.padding = FlexEdges(all: length(10)) }
    if chance(0.3) { style.gap = length(10) }
    if chance(0.1) { style.position = .absolute }
    if chance(0.1) { style.position = .static }
    if chance(0.2) { style.inset = inset() }
    if chance(0.1) { style.width = keywords[Int(number(3))] }
    if chance(0.1) { style.minHeight = keywords[Int(number(3))] }
    if chance(0.05) { style.basis = keywords[Int(number(3))] }
    if chance(0.1) { style.rules = .yoga }
    if chance(0.1) { style.display = .none }
    if chance(0.1) { style.overflow = .hidden }
    return style
  }
}
