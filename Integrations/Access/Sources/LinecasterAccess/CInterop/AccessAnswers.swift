internal import CAccess
import Linecaster

/// Answers requests of clients on the bus about the latest nodes, and performs their actions.
@MainActor final class AccessAnswers {
  private let place: @MainActor () -> Rect
  private var nodes: [UInt64: AccessNode] = [:]
  /// The texts that clients have asked about, cached.
  private var texts: [UInt64: SpokenText] = [:]
  /// Whether an action was performed since this was last set to false.
  var hasActed = false

  init(_ place: @escaping @MainActor () -> Rect) { self.place = place }

  /// Replaces the nodes that requests refer to.
  func take(_ nodes: [AccessNode]) {
    self.nodes = Dictionary(nodes.map { ($0.number, $0) }) { first, _ in first }
    texts = [:]
  }

  /// The frame of the lists on the screen.
  var frame: Rect { place() }

  private func text(_ number: UInt64) -> SpokenText? {
    if let known = texts[number] { return known }
    guard let node = nodes[number], let placed = node.node.text else { return nil }
    let text = SpokenText(placed, frame: node.frame)
    texts[number] = text
    return text
  }

  fileprivate func perform(_ number: UInt64, _ action: UInt32) -> Bool {
    guard let node = nodes[number],
      let action = SemanticNode.Action.allCases.first(where: { $0.bit == action })
    else { return false }
    hasActed = true
    return node.list.controller.perform(action, on: node.node.id)
  }

  fileprivate func extents(_ number: UInt64, _ range: AccessRange) -> AccessRect {
    let (start, end) = (Int(range.start), Int(range.end))
    guard start <= end, let text = text(number) else {
      return AccessRect(nodes[number]?.frame ?? .zero)
    }
    return AccessRect(text.frame(of: start..<end))
  }

  fileprivate func offset(_ number: UInt64, _ point: Point) -> Int32 {
    text(number)?.offset(at: point).flatMap { Int32(exactly: $0) } ?? -1
  }

  fileprivate func stretch(_ number: UInt64, _ offset: Int, _ unit: AccessUnit) -> AccessRange {
    guard let text = text(number) else { return AccessRange(start: 0, end: 0) }
    let range = unit == ACCESS_UNIT_WORD ? text.word(at: offset) : text.line(at: offset)
    return AccessRange(
      start: Int32(clamping: range.lowerBound), end: Int32(clamping: range.upperBound))
  }
}

// MARK: - As functions of C

extension AccessAnswers {
  /// The callbacks for C. The caller keeps this object alive until its window is closed.
  var calls: AccessCalls {
    AccessCalls(
      // Unretained: the bridge outlives its window.
      owner: Unmanaged.passUnretained(self).toOpaque(),
      perform: { owner, number, action in
        AccessAnswers.of(owner, or: false) { $0.perform(number, action) }
      },
      extents: { owner, number, range in
        AccessAnswers.of(owner, or: AccessRect()) { $0.extents(number, range) }
      },
      offset: { owner, number, x, y in
        AccessAnswers.of(owner, or: -1) { $0.offset(number, Point(x: Double(x), y: Double(y))) }
      },
      stretch: { owner, number, offset, unit in
        AccessAnswers.of(owner, or: AccessRange()) { $0.stretch(number, Int(offset), unit) }
      },
      place: { owner in
        AccessAnswers.of(owner, or: AccessRect()) { AccessRect($0.frame) }
      })
  }

  /// Forwards a request to the object behind a pointer. C calls back only within `access_serve`,
  /// `access_update` and the like, which the bridge calls on the main actor.
  nonisolated private static func of<Answer: Sendable>(
    _ owner: UnsafeMutableRawPointer?, or none: Answer,
    _ ask: @MainActor @Sendable (AccessAnswers) -> Answer
  ) -> Answer {
    // Only the address crosses; it becomes an object on the main actor.
    guard let address = owner.map({ UInt(bitPattern: $0) }) else { return none }
    return MainActor.assumeIsolated {
      guard let owner = UnsafeMutableRawPointer(bitPattern: address) else { return none }
      return ask(Unmanaged<AccessAnswers>.fromOpaque(owner).takeUnretainedValue())
    }
  }
}

extension AccessRect {
  /// Rounds to whole pixels, clamped far outside any screen.
  init(_ rect: Rect) {
    func pixel(_ value: Double) -> Int32 {
      Int32(exactly: min(max(value.rounded(), -1e9), 1e9)) ?? 0
    }
    self.init(
      x: pixel(rect.minX), y: pixel(rect.minY), width: pixel(rect.width),
      height: pixel(rect.height))
  }
}

extension SemanticNode.Action {
  /// The flag of the action in C.
  var bit: UInt32 {
    switch self {
    case .press: UInt32(ACCESS_ACTION_PRESS)
    case .longPress: UInt32(ACCESS_ACTION_LONG_PRESS)
    case .delete: UInt32(ACCESS_ACTION_DELETE)
    case .focus: UInt32(ACCESS_ACTION_FOCUS)
    }
  }
}
