internal import CAccess
public import Linecaster

/// Tells screen readers on Linux of a list, by AT-SPI, and does what they ask for.
///
///     let bridge = AccessBridge(controller, title: "Messages") {
///       Rect(origin: window.origin, size: window.size)
///     }
///     window.run(host) { bridge.update() }
///
/// A program has one application on the bus, called by the title of its first bridge, and in it a
/// window for each. All on the main actor; the default context of GLib is iterated there and must
/// be nowhere else.
@MainActor
public final class AccessBridge {
  /// The least time between two looks at a list of which nothing was said.
  private static let pace = Duration.milliseconds(100)
  /// For how long a frame goes on answering where somebody asks, in milliseconds.
  private static let service: UInt32 = 4

  private let controller: AutoDiffController
  private let title: String
  private let answers: AccessAnswers
  /// Opened and closed once, here, and used on the main actor only.
  private let window: OpaquePointer?
  private var tree = AccessTree()
  private var looked: ContinuousClock.Instant?
  private var isOutdated = true
  private var isUpdating = false

  /// Opens a window on the bus.
  ///
  /// - Parameters:
  ///   - controller: The list.
  ///   - title: What the window is called.
  ///   - place: Where the list is on the screen, in layout points; asked when somebody asks.
  public init(
    _ controller: AutoDiffController, title: String, place: @escaping @MainActor () -> Rect
  ) {
    self.controller = controller
    self.title = SpokenText.spoken(title, limit: 1000)
    answers = AccessAnswers(controller, place)
    window = access_open(self.title, answers.calls)
    if let window { access_activate(window, isActive) }
  }

  isolated deinit {
    // After it no call comes, so the answers may go.
    if let window { access_close(window) }
  }

  /// Whether there is a bus; without one nothing is told.
  public var isConnected: Bool { window != nil }

  /// Whether the window is the one that keys go to; screen readers read that.
  public var isActive = true {
    didSet {
      if let window { access_activate(window, isActive) }
    }
  }

  /// Has the next `update()` look at the list, however short ago the last look was.
  public func setNeedsUpdate() { isOutdated = true }

  /// Tells what has changed, and answers what was asked; to be called once a frame.
  ///
  /// It looks at the list at most ten times a second, and where something was done to it or
  /// `setNeedsUpdate()` was called. Nobody asking, it waits for nothing; where somebody asks it goes
  /// on answering for four milliseconds.
  ///
  /// - Complexity: O(nodes in sight) where it looks.
  public func update() {
    // A handler of the list may call it again.
    guard let window, !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    let now = ContinuousClock.now
    if isOutdated || looked.map({ now - $0 >= Self.pace }) ?? true {
      (isOutdated, looked) = (false, now)
      tell(window)
    }
    answers.hasActed = false
    _ = access_serve(Self.service)
    if answers.hasActed { isOutdated = true }
  }

  private func tell(_ window: OpaquePointer) {
    let shown = controller.semantics()
    let nodes = tree.nodes(of: shown)
    answers.take(nodes)
    var items = AccessItems(ofList: title, size: answers.frame.size, rowCount: shown.rowCount)
    for node in nodes { items.append(node, position: position(of: node.node)) }
    items.tell(window)
  }

  private func position(of node: SemanticNode) -> Int {
    guard case .row(let identity) = node.id, let row = controller.row(of: identity) else {
      return 0
    }
    return row + 1
  }
}
