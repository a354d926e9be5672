import LinecasterCells
public import LinecasterList
import LinecasterText
import Synchronization

/// What a screen is a function of, and what happens when people use it.
///
///     @MainActor @Observable
///     final class GreetingModel: ScreenModel {
///       typealias Content = Greeting
///       var state = Greeting.State()
///       func handle(_ event: Greeting.Event, on screen: ScreenController) { state.name = "Ada" }
///     }
///
/// Made `@Observable`, it is followed: the screen shows each other state, and changes that are made
/// together are shown together.
@MainActor
public protocol ScreenModel: AnyObject {
  /// The screen.
  associatedtype Content: Screen

  /// What the screen shows; it may be made of other properties.
  var state: Content.State { get }

  /// What people write in, by the tags of regions in rows; none unless a model says so.
  var fields: [ScreenField] { get }

  /// Does what people ask for.
  func handle(_ event: Content.Event, on screen: ScreenController)

  /// Hears what becomes of the screen.
  func hear(_ life: ScreenLife, on screen: ScreenController)
}

extension ScreenModel {
  /// Nothing is written.
  public var fields: [ScreenField] { [] }

  /// Does nothing.
  public func hear(_ life: ScreenLife, on screen: ScreenController) {}
}

extension ScreenModel where Content.Event == Never {
  /// Nothing can be asked for.
  public func handle(_ event: Never, on screen: ScreenController) {}
}

/// A part of a screen, each of which is a list of its own.
public enum ScreenPart: Hashable, Sendable, CaseIterable {
  /// What is above.
  case bar
  /// What fills the screen.
  case body
  /// What is over the body.
  case overlay
}

/// A screen in a stack, as long as it lives: it keeps its model, and shows what the model says.
@MainActor
public final class ScreenController {
  /// Which screen it is.
  public let id: ScreenID
  /// The stack; nil once the screen is detached.
  public internal(set) weak var stack: ScreenStack?
  /// What the screen is a function of; nil once the screen is detached.
  public var model: (any ScreenModel)? { source?.model }
  /// What is shown; nil before anything is.
  public private(set) var page: ScreenPage?
  /// Why there is no newer page; nil where nothing failed.
  public private(set) var failure: (any Error)?

  /// Where the rows of a child stand among those of the screen that it belongs to.
  let slot: ItemIdentifier?
  /// The region of the rows of its parent that a child is shown in, with a list of its own.
  let region: InlinePayload?
  /// How it covers what is below; nil for those that do not.
  var presentation: Presentation?
  /// The number of screens, or screens that were presented together, that are below.
  var layer = 0
  /// The width of its region; nil where it is not known, or as wide as the stack.
  private var width: Double?
  /// Makes what is shown for the state of now; called with an environment on a worker.
  typealias PageMaker = @Sendable (LayoutEnvironment) throws -> ScreenPage
  /// What the model is asked for, without its type.
  private struct Source {
    let model: any ScreenModel
    let snapshot: @MainActor (ScreenController) -> PageMaker
    let follow: @MainActor (ScreenController, Delivery) -> Follower
    let tell: @MainActor (ScreenLife, ScreenController) -> Void
  }
  /// Let go of when the screen is detached, so that a model may hold its screen.
  private var source: Source?
  private var follower: Follower?
  private var lists: [ScreenPart: AutoDiffController] = [:]
  private let tasks = TaskBag()

  init<Model: ScreenModel>(
    _ model: Model, id: ScreenID, place: ChildPlace?, in stack: ScreenStack
  ) {
    self.id = id
    slot = if case .section(let slot) = place { slot } else { nil }
    region = if case .region(let region) = place { region } else { nil }
    self.stack = stack
    source = Source(
      model: model,
      snapshot: { screen in
        let state = model.state
        let send: Send<Model.Content.Event> = { [weak screen, weak model] event in
          guard let screen, let model, screen.stack != nil else { return }
          model.handle(event, on: screen)
        }
        return { environment in try Model.Content.page(state, in: environment, send: send) }
      },
      follow: { screen, delivery in
        Follower(model, delivery: delivery) {
          $0.state
        } then: { [weak screen] _ in
          screen?.refresh()
        }
      },
      tell: { life, screen in model.hear(life, on: screen) })
  }

  /// The list of the rows; nil for a child, whose rows are among those of another screen, and for a
  /// screen that is detached.
  public var list: AutoDiffController? { lists[.body] }

  /// The list of a part; nil where the screen has none.
  public func list(of part: ScreenPart) -> AutoDiffController? { lists[part] }

  /// What people write in on this screen, and on children whose rows are among its own.
  var allFields: [ScreenField] {
    let children = (stack?.children(of: self) ?? []).filter { $0.slot != nil }
    return (model?.fields ?? []) + children.flatMap(\.allFields)
  }

  /// Runs work as long as the screen lives: it is cancelled when the screen is detached.
  public func run(_ work: @escaping @MainActor @Sendable () async -> Void) {
    guard stack != nil else { return }
    tasks.run(work)
  }
}

// MARK: - What is shown

extension ScreenController {
  /// Takes part in a stack.
  func begin() {
    guard let stack else { return }
    if slot == nil { lists[.body] = stack.makeList(for: .body, of: self) }
    follower = source?.follow(self, stack.delivery)
  }

  /// Tells the model what becomes of the screen; detached, it lets go of all but the model.
  func hear(_ life: ScreenLife) {
    if life == .detached { end() }
    source?.tell(life, self)
    guard life == .detached else { return }
    stack = nil
    source = nil
  }

  private func end() {
    follower = nil
    tasks.cancelAll()
    for list in lists.values { list.tearDown() }
    lists = [:]
  }

  /// Makes the page of the newest state; a child's is a part of its parent's.
  func refresh() {
    guard let stack else { return }
    if slot != nil {
      stack.parent(of: self)?.refresh()
      return
    }
    guard let list = lists[.body], let makePage = composer() else { return }
    let (environment, showsEdgesAsRows) = (self.environment, self.showsEdgesAsRows)
    let (box, goBack) = (PageBox(), goBack)
    list.update(animated: page != nil) {
      let page = try makePage(environment)
      box.put(page)
      return showsEdgesAsRows ? page.rows(goBack) : page.table
    }
    .whenResolved { [weak self, delivery = stack.delivery] outcome in
      delivery.send { self?.take(outcome, box) }
    }
  }

  /// What makes the page with the rows of all children in it.
  private func composer() -> PageMaker? {
    guard let own = source?.snapshot(self) else { return nil }
    let parts = (stack?.children(of: self) ?? []).compactMap { child in
      child.slot.flatMap { slot in child.composer().map { (slot: slot, make: $0) } }
    }
    return { environment in
      var page = try own(environment)
      for part in parts {
        page.table.insert(try part.make(environment).table, at: part.slot)
      }
      return page
    }
  }

  private func take(_ outcome: UpdateOutcome, _ box: PageBox) {
    switch outcome {
    case .applied:
      failure = nil
      guard let page = box.page, stack != nil else { return }
      self.page = page
      showEdges()
    case .failed(let error): failure = error
    case .superseded, .cancelled: break
    }
  }

  /// Shows what is above and over the rows.
  func showEdges() {
    guard stack != nil, let page, !showsEdgesAsRows else { return }
    show(page.bar?.item(goBack), in: .bar)
    show(page.overlay, in: .overlay)
  }

  /// What the button that goes back does; nil where there is nothing to go back to.
  private var goBack: (@MainActor @Sendable () -> Void)? {
    guard let stack, stack.canGoBack(from: self) else { return nil }
    return { [weak stack] in _ = stack?.goBack() }
  }

  private func show(_ item: TableItem?, in part: ScreenPart) {
    guard let stack else { return }
    guard let item else {
      guard let list = lists.removeValue(forKey: part) else { return }
      list.tearDown()
      stack.host?.remove(part, of: self)
      return
    }
    let list = lists[part] ?? stack.makeList(for: part, of: self)
    lists[part] = list
    list.update(with: TableModel(items: [item]))
  }

  /// What it is measured in: that of the stack, in the width of its region.
  var environment: LayoutEnvironment {
    var environment = stack?.environment ?? LayoutEnvironment(width: 0)
    if let width { environment.width = width }
    return environment
  }

  /// Whether what is above and over its rows are rows too: in regions there is no room for more.
  private var showsEdgesAsRows: Bool { region != nil || stack?.showsEdgesAsRows == true }

  /// Takes the environment that it is to be measured in now.
  func takeEnvironment() {
    for list in lists.values { list.setEnvironment(environment) }
    refresh()
  }

  /// Takes the width of its region.
  func fit(_ width: Double) {
    guard width > 0, width != self.width else { return }
    self.width = width
    takeEnvironment()
  }

  /// Shows all parts in another host.
  func attach(_ host: any ScreenHost) {
    for (part, list) in lists { list.attach(host.host(of: part, of: self)) }
  }
}

/// Where a child is shown.
enum ChildPlace: Hashable, Sendable {
  /// Its rows are among those of its parent, behind a section.
  case section(ItemIdentifier)
  /// It has a list of its own in a region of its parent's rows.
  case region(InlinePayload)
}

extension ScreenPage {
  /// The table between what is above and over it, as sections of a row each.
  fileprivate func rows(_ goBack: (@MainActor @Sendable () -> Void)?) -> TableModel {
    var table = table
    if let bar {
      table.sections.insert(TableSection(.pair("screen", "bar"), items: [bar.item(goBack)]), at: 0)
    }
    if let overlay {
      table.sections.append(TableSection(.pair("screen", "overlay"), items: [overlay]))
    }
    return table
  }
}

extension TableModel {
  /// Puts the sections of another model behind the section with an identifier, or at the end where
  /// there is none; they and their rows are known by the identifier and their own.
  mutating func insert(_ other: TableModel, at slot: ItemIdentifier) {
    let place = sections.firstIndex { $0.identifier == slot }.map { $0 + 1 } ?? sections.count
    let inserted = other.sections.map { section in
      var section = section
      section.identifier = .pair(slot, section.identifier)
      for index in section.items.indices {
        section.items[index].identifier = .pair(slot, section.items[index].identifier)
      }
      return section
    }
    sections.insert(contentsOf: inserted, at: place)
  }
}

/// The page that a worker has made last for an update.
private final class PageBox: Sendable {
  private let made = Mutex<ScreenPage?>(nil)

  var page: ScreenPage? { made.withLock { $0 } }

  func put(_ page: ScreenPage) { made.withLock { $0 = page } }
}

/// Tasks that end with a screen, whoever lets go of it last.
private final class TaskBag: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  deinit { cancelAll() }

  /// Runs work on the main actor, which has this to do first; what has ended is forgotten.
  @MainActor
  func run(_ work: @escaping @MainActor @Sendable () async -> Void) {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let task = Task { [weak self] in
      await work()
      self?.forget(number)
    }
    state.withLock { $0.tasks[number] = task }
  }

  private func forget(_ number: Int) { state.withLock { $0.tasks[number] = nil } }

  func cancelAll() {
    let tasks = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
  }
}
