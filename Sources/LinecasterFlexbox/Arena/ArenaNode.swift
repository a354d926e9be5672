/// A node of the arena as the layout reads it.
///
/// It is two addresses, so taking one copies nothing. Both are of arrays that the layout holds on
/// to for longer than any of these lives.
@safe struct ArenaNode {
  private let record: UnsafePointer<NodeRecord>
  private let extras: UnsafePointer<StyleExtras>

  @inline(__always)
  init(_ record: UnsafePointer<NodeRecord>, _ extras: UnsafePointer<StyleExtras>) {
    unsafe self.record = record
    unsafe self.extras = extras
  }

  @inline(__always) private var extra: UnsafePointer<StyleExtras> {
    unsafe extras + Int(record.pointee.extra)
  }

  @inline(__always) var parent: Int { unsafe Int(record.pointee.parent) }
  @inline(__always) var end: Int { unsafe Int(record.pointee.end) }
  @inline(__always) var room: Int { unsafe Int(record.pointee.room + record.pointee.childCount) }
  @inline(__always) var flags: NodeFlags { unsafe record.pointee.flags }
  @inline(__always) var kind: NodeRecord.Kind { unsafe record.pointee.kind }
  @inline(__always) var display: FlexDisplay { unsafe record.pointee.display }
  @inline(__always) var position: FlexPosition { unsafe record.pointee.position }
  @inline(__always) var direction: FlexDirection { unsafe record.pointee.direction }
  @inline(__always) var wrap: FlexWrap { unsafe record.pointee.wrap }
  @inline(__always) var justifyContent: FlexJustify { unsafe record.pointee.justifyContent }
  @inline(__always) var alignItems: FlexAlign { unsafe record.pointee.alignItems }
  @inline(__always) var alignSelf: FlexAlign? { unsafe record.pointee.alignSelf }
  @inline(__always) var alignContent: FlexAlignContent { unsafe record.pointee.alignContent }
  @inline(__always) var overflowX: FlexOverflow { unsafe record.pointee.overflowX }
  @inline(__always) var overflowY: FlexOverflow { unsafe record.pointee.overflowY }
  @inline(__always) var grow: Double { unsafe record.pointee.grow }
  @inline(__always) var shrink: Double { unsafe record.pointee.shrink }
  @inline(__always) var width: FlexLength { unsafe record.pointee.width }
  @inline(__always) var height: FlexLength { unsafe record.pointee.height }
  @inline(__always) var minWidth: FlexLength { unsafe record.pointee.minWidth }
  @inline(__always) var minHeight: FlexLength { unsafe record.pointee.minHeight }
  @inline(__always) var maxWidth: FlexLength { unsafe record.pointee.maxWidth }
  @inline(__always) var maxHeight: FlexLength { unsafe record.pointee.maxHeight }
  @inline(__always) var basis: FlexLength { unsafe record.pointee.basis }
  @inline(__always) var margin: StyleEdges { unsafe record.pointee.margin }
  @inline(__always) var padding: StyleEdges { unsafe record.pointee.padding }
  @inline(__always) var border: StyleEdges { unsafe extra.pointee.border }
  @inline(__always) var inset: StyleEdges { unsafe extra.pointee.inset }
  @inline(__always) var rowGap: FlexLength { unsafe extra.pointee.rowGap }
  @inline(__always) var columnGap: FlexLength { unsafe extra.pointee.columnGap }
  @inline(__always) var aspectRatio: Double { unsafe extra.pointee.aspectRatio }
}

extension ArenaNode {
  @inline(__always) var hasExtras: Bool { unsafe record.pointee.extra != 0 }
  @inline(__always) var isContentBox: Bool { flags.contains(.isContentBox) }
  @inline(__always) var isRightToLeft: Bool { flags.contains(.isRightToLeft) }
  @inline(__always) var hasYogaRules: Bool { flags.contains(.hasYogaRules) }
  @inline(__always) var usesPercent: Bool { flags.contains(.usesPercent) }
  @inline(__always) var usesKeywords: Bool { flags.contains(.usesKeywords) }
  @inline(__always) var isHeightSensitive: Bool { flags.contains(.isHeightSensitive) }
  /// Whether the content widths depend on nothing outside the node.
  @inline(__always) var isSelfContained: Bool {
    flags.isDisjoint(with: .dependent)
  }
  @inline(__always) var hasRatio: Bool { flags.contains(.hasRatio) }
}
