public import LinecasterBase

/// A tree of styles in one arena, built in pre-order.
///
///     var tree = BoxTree()
///     tree.openContainer(rowStyle)
///     let title = tree.addLeaf(BoxStyle(), isMeasured: true)
///     tree.closeContainer()
///
/// A tree is a value; laying it out does not change it, so threads may share it.
public struct BoxTree: Sendable {
  private(set) var records: [NodeRecord] = []
  private(set) var extras = StyleExtras.initial
  /// The rows and columns of grids; the first element is for grids without their own.
  private(set) var templates = [SharedTemplate.initial]
  /// The index of the innermost open container, or -1.
  private var open: Int32 = -1
  private var depth = 0
  /// The maximum nesting of containers so far.
  private(set) var greatestDepth = 0
  private(set) var failure: BoxLayoutError?
  private(set) var usesKeywords = false
  /// Whether the layout of a node depends on more than its width and height.
  private(set) var usesContexts = false

  /// The maximum number of nested containers.
  ///
  /// The limit is deep enough for any real interface, and rejects hostile trees before a thread's
  /// stack overflows. Trees deeper than a dozen levels are laid out on a thread with enough stack
  /// while the caller waits, which takes tens of microseconds.
  public static let maximumDepth = 256

  /// Creates an empty tree.
  public init() {}

  /// The number of nodes.
  public var count: Int { records.count }

  /// Reserves memory for a number of nodes, at most a million.
  public mutating func reserveCapacity(_ count: Int) {
    records.reserveCapacity(min(max(count, 0), Limit.reserved))
  }

  /// Adds a container to the innermost open container and opens it: the next nodes are its
  /// children.
  ///
  /// Containers that are still open at layout count as closed.
  ///
  /// - Parameters:
  ///   - style: The style of the container.
  ///   - grid: The rows and columns if the style's `display` is a grid; `nil` for automatic ones.
  /// - Complexity: O(1).
  @discardableResult
  public mutating func openContainer(
    _ style: BoxStyle, grid: GridTemplate? = nil
  ) -> BoxID {
    let id = append(style, kind: .container)
    if let grid, style.display == .grid { setTemplate(grid, of: id.index) }
    open = id.rawIndex
    depth += 1
    greatestDepth = max(greatestDepth, depth)
    if depth > Self.maximumDepth, failure == nil { failure = .tooDeep(node: id) }
    return id
  }

  /// Closes the innermost open container; a no-op if none is open.
  ///
  /// - Complexity: O(1).
  public mutating func closeContainer() {
    guard open >= 0 else { return }
    let index = Int(open)
    records[index].end = Int32(truncatingIfNeeded: records.count)
    let parent = records[index].parent
    if parent >= 0 {
      records[Int(parent)].enclose(
        records[index].flags, childCount: records[index].childCount, room: records[index].room,
        isContents: records[index].display == .contents)
    }
    open = parent
    depth -= 1
  }

  /// Adds a leaf to the innermost open container. If `isMeasured` is true, the closure of
  /// ``layout(in:scale:measure:)`` measures its content.
  ///
  /// - Parameters:
  ///   - style: The style of the leaf.
  ///   - isMeasured: Whether the leaf has content of its own.
  ///   - isVertical: Whether measured content has vertical lines, so that its width follows from
  ///     its height (CSS Writing Modes 3 §7.3).
  /// - Complexity: O(1).
  @discardableResult
  public mutating func addLeaf(
    _ style: BoxStyle, isMeasured: Bool, isVertical: Bool = false
  ) -> BoxID {
    append(
      style, kind: isMeasured ? .measuredLeaf : .leaf,
      flags: isMeasured && isVertical ? .vertical : [])
  }

  /// Returns the tree with all containers closed.
  func closed() -> BoxTree {
    guard open >= 0 else { return self }
    var tree = self
    while tree.open >= 0 { tree.closeContainer() }
    return tree
  }

  @inline(__always)
  private mutating func append(
    _ style: BoxStyle, kind: NodeRecord.Kind, flags known: NodeFlags = []
  ) -> BoxID {
    let id = BoxID(index: records.count)
    let isParentRightToLeft =
      open >= 0 && records[Int(open)].flags.contains(.isRightToLeft)
    let isRightToLeft =
      style.writingDirection.map { $0 == .rightToLeft } ?? isParentRightToLeft
    let index = records.count
    records.append(
      NodeRecord(
        style, kind: kind, index: id.rawIndex, parent: open, isRightToLeft: isRightToLeft))
    records[index].flags.formUnion(known)
    if !style.marks.isDisjoint(with: .extras) {
      setExtras(style, of: index, isRightToLeft: isRightToLeft)
    }
    let flags = records[index].flags
    if !flags.isDisjoint(with: .special) {
      if flags.contains(.usesKeywords) { usesKeywords = true }
      if !flags.isDisjoint(with: .dependent) { usesContexts = true }
    }
    if open >= 0 {
      records[Int(open)].add(childWith: records[index].flags)
      if !records[index].basis.isAuto { noteBasis(of: index) }
      if style.position == .absolute { markLeftByAbsolute() }
    } else if index > 0, failure == nil {
      failure = .severalRoots(node: id)
    }
    return id
  }

  /// Marks the open container if a child has both a basis and a size, and its rules may prefer the
  /// size.
  private mutating func noteBasis(of child: Int) {
    let parent = records[Int(open)]
    let isRow = parent.direction == .row || parent.direction == .rowReverse
    let size = isRow ? records[child].width : records[child].height
    guard parent.flags.contains(.hasYogaRules), !size.isAuto else { return }
    records[Int(open)].flags.insert(.prefersSizes)
    usesContexts = true
  }

  @inline(never)
  private mutating func setExtras(_ style: BoxStyle, of node: Int, isRightToLeft: Bool) {
    let extra = StyleExtras(style, isRightToLeft: isRightToLeft)
    records[node].setExtras(extra, index: extras.count)
    if extra.order != 0, open >= 0 { records[Int(open)].flags.insert(.ordersItems) }
    extras.append(extra)
  }

  /// Sets the rows and columns of the last opened container.
  @inline(never)
  private mutating func setTemplate(_ template: GridTemplate, of node: Int) {
    if records[node].extra == 0 {
      records[node].extra = Int32(truncatingIfNeeded: extras.count)
      extras.append(StyleExtras())
    }
    extras[Int(records[node].extra)].template = Int32(truncatingIfNeeded: templates.count)
    templates.append(SharedTemplate(template))
    guard template.isHeightSensitive else { return }
    records[node].flags.insert(.isHeightSensitive)
    usesContexts = true
  }

  /// Marks open containers that are not the containing block of an absolutely positioned child.
  private mutating func markLeftByAbsolute() {
    var ancestor = Int(open)
    while records[ancestor].parent >= 0,
      records[ancestor].position == .static || records[ancestor].display == .contents
    {
      records[ancestor].flags.insert(.isLeftByAbsolute)
      ancestor = Int(records[ancestor].parent)
    }
  }
}

extension BoxTree {
  /// Lays out the tree in a containing block. This is a pure, thread-safe function.
  ///
  /// Use ``BoxLayout`` to lay out the same tree repeatedly.
  ///
  /// - Parameters:
  ///   - available: The extents of the block that contains the root.
  ///   - scale: The pixel grid for rounding frames; `nil` leaves them unrounded.
  ///   - measure: Measures the content of a measured leaf. It is called as rarely as its results
  ///     allow, in no particular order. It is called on the calling thread, or, for deep trees, on
  ///     a thread for which the calling thread waits.
  /// - Returns: The frames of all nodes, rounded once at the end
  ///   (``BoxFrames/rounded(to:roundsTextUp:)``).
  /// - Throws: ``BoxLayoutError`` for a tree that is empty, too deep or has several roots; rethrows
  ///   errors of `measure` unchanged.
  /// - Complexity: O(nodes) if each container is measured under a bounded number of constraints,
  ///   which are cached; at most O(nodes × depth).
  public func layout(
    in available: AvailableSpace, scale: PixelScale? = nil,
    measure: (BoxID, BoxConstraint) throws -> BoxMeasurement
  ) throws -> BoxFrames {
    let layout = BoxLayout(self)
    try layout.update(in: available, measure: measure)
    let frames = layout.frames()
    return scale.map { frames.rounded(to: $0) } ?? frames
  }
}

/// Comparisons of two trees.
extension BoxTree {
  /// Whether both have the same number of nodes, of the same kinds at the same places.
  func hasShape(of other: BoxTree) -> Bool {
    guard failure == other.failure, count == other.count else { return false }
    return records.indices.allSatisfy {
      records[$0].end == other.records[$0].end && records[$0].kind == other.records[$0].kind
        && records[$0].display.hasBox == other.records[$0].display.hasBox
        && (records[$0].display == .none) == (other.records[$0].display == .none)
    }
  }

  /// Whether a node has the same style as the one at its place in another tree.
  func isSameNode(_ node: Int, as other: BoxTree) -> Bool {
    var record = records[node]
    var extra = extras[Int(record.extra)]
    record.extra = other.records[node].extra
    let otherExtra = other.extras[Int(record.extra)]
    let template = templates[Int(extra.template)].value
    extra.template = otherExtra.template
    return record == other.records[node] && extra == otherExtra
      && template == other.templates[Int(extra.template)].value
  }
}

/// The identifier of a node in a ``BoxTree``, which is its index in pre-order.
public struct BoxID: Hashable, Sendable, Comparable {
  let rawIndex: Int32

  /// Creates the identifier for an index in pre-order. It is valid only in trees with more nodes
  /// than `index`.
  public init(index: Int) { rawIndex = Int32(clamping: index) }

  /// The index of the node in pre-order; 0 for the root.
  public var index: Int { Int(rawIndex) }

  /// Returns whether one node comes before another in pre-order.
  public static func < (a: BoxID, b: BoxID) -> Bool { a.rawIndex < b.rawIndex }
}

/// The reason why a tree cannot be laid out.
public enum BoxLayoutError: Error, Hashable, Sendable {
  /// The tree has no node.
  case empty
  /// A node is nested deeper than ``BoxTree/maximumDepth``. `node` is the first such node.
  case tooDeep(node: BoxID)
  /// The tree has a second root. `node` is the first node after the end of the first root.
  case severalRoots(node: BoxID)
  /// A measure closure requested an update of the layout that called it.
  case busy
}

extension BoxLayoutError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .empty: "The flex tree has no node."
    case .tooDeep(let node):
      "Node \(node.index) is nested deeper than \(BoxTree.maximumDepth) levels."
    case .severalRoots(let node):
      "Node \(node.index) starts a second tree; a flex tree has one root."
    case .busy: "A measure closure updates the layout that called it."
    }
  }
}

/// The measured size of a leaf.
///
///     func measure(_ node: BoxID, _ constraint: BoxConstraint) -> BoxMeasurement {
///       switch constraint.width {
///       case .undefined: BoxMeasurement(size: Size(width: 90, height: 12), firstBaseline: 10)
///       case .minContent: BoxMeasurement(size: Size(width: 40, height: 36), firstBaseline: 10)
///       case .atMost(let width), .exactly(let width): lines(in: width)
///       }
///     }
///
/// Extents that are negative or NaN count as 0, and a baseline that is not finite counts as `nil`.
/// All values are limited to 100,000,000.
public struct BoxMeasurement: Hashable, Sendable {
  /// The size of the content in layout points, without padding and border.
  public var size: Size
  /// The distance from the top of the content to its first baseline, in layout points; `nil` for
  /// content without a baseline, which aligns by its bottom edge.
  public var firstBaseline: Double?

  /// Creates a measurement.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }
}

/// The space that is available to a measured leaf, without its padding and border.
public struct BoxConstraint: Hashable, Sendable {
  /// The constraint on the width.
  public var width: BoxExtent
  /// The constraint on the height: ``BoxExtent/undefined``, because heights follow from widths,
  /// except for leaves with vertical lines, whose width follows from this height.
  public var height: BoxExtent

  /// Creates a constraint.
  public init(width: BoxExtent, height: BoxExtent) {
    self.width = width
    self.height = height
  }
}

/// The constraint on one dimension of a measured leaf, in layout points.
public enum BoxExtent: Hashable, Sendable {
  /// There is no limit: return the max-content size; for text, its width without soft breaks.
  case undefined
  /// Return the min-content size; for text, the width of its widest unbreakable piece.
  case minContent
  /// Return the max-content size, limited to this extent if content can break, but at least the
  /// min-content size.
  ///
  /// The engine derives this result from those of the other constraints, and does not request it.
  case atMost(Double)
  /// The extent is given: the result in this dimension is ignored.
  case exactly(Double)

  /// The extent in layout points; `nil` for ``undefined`` and ``minContent``.
  public var value: Double? {
    switch self {
    case .undefined, .minContent: nil
    case .atMost(let value), .exactly(let value): value
    }
  }
}

/// The extents of the block that contains the root, in layout points; `nil` means indefinite.
///
/// If the root has an automatic width, it fills a definite width, or has its max-content width. If
/// its height is automatic, it is that of the content. Percentages of the root refer to these
/// extents.
public struct AvailableSpace: Hashable, Sendable {
  /// The width of the containing block; `nil` if indefinite.
  public var width: Double?
  /// The height of the containing block; `nil` if indefinite.
  public var height: Double?

  /// Creates extents; values that are negative or not finite count as indefinite.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
