/// What is known of a node's style before any layout.
struct NodeFlags: OptionSet {
  let rawValue: UInt16

  static let isContentBox = NodeFlags(rawValue: 1)
  static let isRightToLeft = NodeFlags(rawValue: 1 << 1)
  static let hasYogaRules = NodeFlags(rawValue: 1 << 2)
  /// The containing block's extents take part in the node's own layout.
  static let usesPercent = NodeFlags(rawValue: 1 << 3)
  /// A size is a keyword other than `auto`.
  static let usesKeywords = NodeFlags(rawValue: 1 << 4)
  /// A definite height of the node can change the layout inside it.
  static let isHeightSensitive = NodeFlags(rawValue: 1 << 5)
  /// Padding is points, and there is no border.
  static let hasPlainEdges = NodeFlags(rawValue: 1 << 6)
  /// Margins are points.
  static let hasPlainMargin = NodeFlags(rawValue: 1 << 10)
  /// Sizes are points or `auto`, and those of the border box.
  static let hasPlainSizes = NodeFlags(rawValue: 1 << 11)
  static let hasRatio = NodeFlags(rawValue: 1 << 7)
  /// A child has a basis, and a size that goes before it while the main size is indefinite.
  static let prefersSizes = NodeFlags(rawValue: 1 << 8)
  /// An absolutely positioned node below refers to a box further up than this node's.
  static let isLeftByAbsolute = NodeFlags(rawValue: 1 << 9)

  /// The layout inside depends on more than the node's width and height.
  static let dependent: NodeFlags = [.usesPercent, .isHeightSensitive]
  static let special: NodeFlags = [.usesPercent, .isHeightSensitive, .usesKeywords]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What lengths of a style mean that are not all points and `auto`.
  mutating func setLengths(of node: NodeRecord, isContentBox: Bool) {
    subtract([.hasPlainMargin, .hasPlainEdges])
    if node.margin.isPoints { insert(.hasPlainMargin) }
    if node.padding.isPoints { insert(.hasPlainEdges) }
    if node.padding.usesPercent { insert(.usesPercent) }
    if isContentBox {
      insert(.isContentBox)
      remove(.hasPlainSizes)
    }
    addSize(node.width, isHeight: false)
    addSize(node.minWidth, isHeight: false)
    addSize(node.maxWidth, isHeight: false)
    addSize(node.height, isHeight: true)
    addSize(node.minHeight, isHeight: true)
    addSize(node.maxHeight, isHeight: true)
    if node.basis.isPercent { insert(.isHeightSensitive) }
    if node.basis.isKeyword, !node.basis.isContent { formUnion(.special) }
  }

  private mutating func addSize(_ size: FlexLength, isHeight: Bool) {
    if size.isPlain { return }
    remove(.hasPlainSizes)
    if size.isKeyword { formUnion(.special) }
    if size.isPercent { formUnion(isHeight ? [.usesPercent, .isHeightSensitive] : .usesPercent) }
  }

  /// What the extras of the style mean.
  mutating func add(_ extras: StyleExtras) {
    if !extras.border.isZero { remove(.hasPlainEdges) }
    if extras.border.usesPercent { insert(.usesPercent) }
    if extras.aspectRatio.isDefinite { formUnion([.hasRatio, .isHeightSensitive]) }
    if extras.rowGap.isPercent || extras.inset.top.isPercent || extras.inset.bottom.isPercent {
      insert(.isHeightSensitive)
    }
  }
}
