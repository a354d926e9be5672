internal import CAccess
public import Linecaster

/// Exposes a list to screen readers on Linux (AT-SPI), and performs the actions that they request.
///
///     let bridge = AccessBridge(controller, title: "Messages") {
///       Rect(origin: window.origin, size: window.size)
///     }
///     bridge.keepUpdated()
///     window.run(host)
///
/// A program has one application on the bus, named by the title of its first bridge, with one
/// window for each bridge. Use bridges on the main actor only. A bridge iterates the default
/// context of GLib there; do not iterate that context elsewhere.
@MainActor
public final class AccessBridge {
  /// The minimum interval between checks of a list without a known change.
  private static let pace = Duration.milliseconds(100)
  /// The time for which a frame answers requests, in milliseconds.
  private static let service: UInt32 = 4

  private let lists: @MainActor () -> [PlacedList]
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
  ///   - title: The title of the window.
  ///   - place: Returns the frame of the list on the screen, in layout points. Called on demand.
  public convenience init(
    _ controller: AutoDiffController, title: String, place: @escaping @MainActor () -> Rect
  ) {
    self.init(title: title, place: place) { [PlacedList(controller)] }
  }

  /// Opens a window with several lists on the bus, for example those of screens:
  ///
  ///     let place = { Rect(origin: window.origin, size: window.size) }
  ///     let bridge = AccessBridge(title: "Users", place: place) { host.lists }
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - place: Returns the frame of the window's content on the screen, in layout points. Called
  ///     on demand.
  ///   - lists: Returns the lists in reading order; called at each check. Lists below a sheet are
  ///     left out.
  public init(
    title: String, place: @escaping @MainActor () -> Rect,
    lists: @escaping @MainActor () -> [PlacedList]
  ) {
    self.lists = lists
    self.title = SpokenText.spoken(title, limit: 1000)
    answers = AccessAnswers(place)
    window = access_open(self.title, answers.calls)
    if let window { access_activate(window, isActive) }
  }

  isolated deinit {
    // No call comes after this, so the answers can be released.
    if let window { access_close(window) }
  }

  /// Whether the bridge is connected to a bus. Without one, updates do nothing.
  public var isConnected: Bool { window != nil }

  /// Whether the window has the keyboard focus. Screen readers read the active window.
  public var isActive = true {
    didSet {
      if let window { access_activate(window, isActive) }
    }
  }

  /// Has screen readers speak a text, truncated to 4,096 code points, whatever is focused.
  ///
  ///     transcript.onSentence { _, sentence in bridge.announce(sentence) }
  public func announce(_ text: String) {
    guard let window else { return }
    access_announce(window, SpokenText.spoken(text, limit: AccessItems.nameLimit))
  }

  /// Makes the next `update()` check the list, regardless of the interval.
  public func setNeedsUpdate() { isOutdated = true }

  /// Updates the bridge fifty times a second for as long as it lives, also while a window sleeps;
  /// a no-op without a bus.
  public func keepUpdated() {
    guard isConnected else { return }
    Task { [weak self] in
      while self?.isUpdated() == true { try? await Task.sleep(for: .milliseconds(20)) }
    }
  }

  private func isUpdated() -> Bool {
    update()
    return true
  }

  /// Reports changes and answers requests; call it once a frame, or `keepUpdated()` once.
  ///
  /// The list is checked at most ten times a second, and after each action or `setNeedsUpdate()`.
  /// Without requests, the call returns at once; otherwise it answers requests for up to four
  /// milliseconds.
  ///
  /// - Complexity: O(visible nodes) if the list is checked.
  public func update() {
    // A handler of the list may call it again.
    guard let window, !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    let now = ContinuousClock.now
    if isOutdated || looked.map({ now - $0 >= Self.pace }) ?? true {
      (isOutdated, looked) = (false, now)
      sendItems(to: window)
    }
    answers.hasActed = false
    _ = access_serve(Self.service)
    if answers.hasActed { isOutdated = true }
  }

  private func sendItems(to window: OpaquePointer) {
    let trees = lists().map { (list: $0, tree: $0.controller.semantics()) }
    let nodes = tree.nodes(of: trees)
    answers.take(nodes)
    let rowCount = trees.reduce(0) { $0 + $1.tree.rowCount }
    var items = AccessItems(ofList: title, size: answers.frame.size, rowCount: rowCount)
    for node in nodes { items.append(node) }
    items.send(to: window)
  }
}
