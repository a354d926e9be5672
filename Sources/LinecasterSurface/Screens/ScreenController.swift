import LinecasterBase
import LinecasterCells
public import LinecasterList
import LinecasterText
import Synchronization

/// The state of a screen, and the handler of its events.
///
///     @MainActor @Observable
///     final class GreetingModel: ScreenModel {
///       typealias Content = Greeting
///       var state = Greeting.State()
///       func handle(_ event: Greeting.Event, on screen: ScreenController) { state.name = "Ada" }
///     }
///
/// A model marked `@Observable` is observed: the screen shows each new state, and changes made
/// together are shown together.
@MainActor
public protocol ScreenModel: AnyObject {
  /// The screen that shows the state.
  associatedtype Content: Screen

  /// The state to show, which may be derived from other properties.
  var state: Content.State { get }

  /// The text fields, identified by the tags of regions in rows; empty by default.
  var fields: [ScreenField] { get }

  /// Handles an action of the user.
  func handle(_ event: Content.Event, on screen: ScreenController)

  /// Handles a change in the life of the screen; does nothing by default.
  func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController)
}

extension ScreenModel {
  /// Returns no text fields.
  public var fields: [ScreenField] { [] }

  /// Does nothing: the default for models that ignore the life of their screen.
  public func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {}
}

extension ScreenModel where Content.Event == Never {
  /// Never called, because the screen has no events.
  public func handle(_ event: Never, on screen: ScreenController) {}
}

/// A part of a screen, which is a list of its own.
public enum ScreenPart: Hashable, Sendable, CaseIterable {
  /// The bar above the rows.
  case bar
  /// The rows that fill the screen.
  case body
  /// The overlay in front of the body.
  case overlay
}

/// A screen in a stack, from its addition to its removal, with its model and its lists.
@MainActor
public final class ScreenController {
  /// The identity of the screen.
  public let id: ScreenID
  /// The stack of the screen; `nil` once the screen is detached.
  public internal(set) weak var stack: ScreenStack?
  /// The model of the screen; `nil` once the screen is detached.
  public var model: (any ScreenModel)? { source?.model }
  /// The page that is shown; `nil` before the first one.
  public private(set) var page: ScreenPage?
  /// The reason why the page is not up to date; `nil` if it is.
  public private(set) var failure: (any Error)?

  /// The place of a child's rows among those of its parent.
  let slot: ItemIdentifier?
  /// The region of the parent's rows that shows a child with a list of its own.
  let region: InlinePayload?
  /// The style of presentation; `nil` if the screen was not presented.
  var presentation: Presentation?
  /// The number of layers below: screens presented together are one layer.
  var layer = 0
  /// The field that is to have keyboard focus; `nil` for no request.
  var wantedField: InlinePayload?
  /// The width of its region; `nil` if it is unknown, or that of the stack.
  private var width: Double?
  /// Makes the page of the current state; called with an environment on a worker.
  typealias PageMaker = @Sendable (LayoutEnvironment) throws -> ScreenPage
  /// The requests to the model, without its type.
  private struct Source {
    let model: any ScreenModel
    let snapshot: @MainActor (ScreenController) -> PageMaker
    let observe: @MainActor (ScreenController, Delivery) -> ValueObservation
    let notify: @MainActor (ScreenLifecycleEvent, ScreenController) -> Void
  }
  /// Released when the screen is detached, so a model may hold its screen.
  private var source: Source?
  private var observation: ValueObservation?
  private var lists: [ScreenPart: AutoDiffController] = [:]
  /// The generations of the pages whose bar and overlay are not shown yet.
  private var pending: Set<Int> = []
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
      observe: { screen, delivery in
        ValueObservation(model, delivery: delivery) {
          $0.state
        } then: { [weak screen] _ in
          screen?.refresh()
        }
      },
      notify: { event, screen in model.handleLifecycle(event, on: screen) })
  }

  /// The list of the screen's rows; `nil` for a detached screen, and for a child whose rows are
  /// among those of another screen.
  public var list: AutoDiffController? { lists[.body] }

  /// Returns the list of a part; `nil` if the screen has no such part.
  public func list(of part: ScreenPart) -> AutoDiffController? { lists[part] }

  /// The text fields of this screen, and of children among its rows.
  var allFields: [ScreenField] {
    let children = (stack?.children(of: self) ?? []).filter { $0.slot != nil }
    return (model?.fields ?? []) + children.flatMap(\.allFields)
  }

  /// Gives a text field keyboard focus, as soon as the screen is on top and the field's row is in
  /// or near the viewport.
  ///
  ///     func handleLifecycle(_ event: ScreenLifecycleEvent, on screen: ScreenController) {
  ///       if event == .attached { screen.focusField("recipient") }
  ///     }
  ///
  /// - Parameter tag: The tag of one of the model's `fields`.
  public func focusField(_ tag: some Hashable & Sendable) {
    if slot != nil, let parent = stack?.parent(of: self) { return parent.focusField(tag) }
    wantedField = InlinePayload(tag)
    stack?.host?.fieldWasRequested(on: self)
  }

  /// Runs work for as long as the screen lives: it is cancelled when the screen is detached.
  public func run(_ work: @escaping @MainActor @Sendable () async -> Void) {
    guard stack != nil else { return }
    tasks.run(work)
  }
}

// MARK: - What is shown

extension ScreenController {
  /// Joins a stack.
  func begin() {
    guard let stack else { return }
    if slot == nil { lists[.body] = stack.makeList(for: .body, of: self) }
    observation = source?.observe(self, stack.delivery)
  }

  /// Notifies the model; a detached screen releases everything except the model.
  func handleLifecycle(_ event: ScreenLifecycleEvent) {
    if event == .detached { end() }
    source?.notify(event, self)
    guard event == .detached else { return }
    stack = nil
    source = nil
  }

  private func end() {
    observation = nil
    tasks.cancelAll()
    for list in lists.values { list.tearDown() }
    lists = [:]
  }

  /// Makes the page of the newest state; for a child, that of its parent.
  func refresh() {
    guard let stack else { return }
    if slot != nil {
      stack.parent(of: self)?.refresh()
      return
    }
    guard let list = lists[.body], let makePage = composer() else { return }
    let (environment, showsEdgesAsRows) = (self.environment, self.showsEdgesAsRows)
    // Fields come and go with the state.
    if list.environment != environment { list.setEnvironment(environment) }
    let (box, goBack) = (PageBox(), goBack)
    let handle = list.update(animated: page != nil) {
      let page = try makePage(environment)
      box.put(page)
      return showsEdgesAsRows ? page.rows(goBack) : page.table
    }
    let generation = handle.generation
    pending.insert(generation)
    handle.whenResolved { [weak self, delivery = stack.delivery] outcome in
      delivery.send { self?.take(outcome, box, generation) }
    }
  }

  /// Returns a closure that makes the page, including the rows of all children.
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

  private func take(_ outcome: UpdateOutcome, _ box: PageBox, _ generation: Int) {
    pending.remove(generation)
    switch outcome {
    case .applied:
      failure = nil
      guard let page = box.page, stack != nil else { return }
      self.page = page
      takeBackground()
      showEdges()
    case .failed(let error): failure = error
    case .superseded, .cancelled: break
    }
  }

  /// Whether the rows belong to a newer page than the background, the bar and the overlay, or these
  /// are not drawn.
  var isTorn: Bool {
    guard let list, list.snapshot.generation > 0 else { return false }
    if list.snapshot.environment.background != list.environment.background { return true }
    if showsEdgesAsRows { return false }
    return pending.contains { $0 <= list.snapshot.generation }
      || [lists[.bar], lists[.overlay]].contains { $0?.isIdle == false }
  }

  /// Shows the bar and the overlay.
  func showEdges() {
    guard stack != nil, let page, !showsEdgesAsRows else { return }
    show(page.bar?.item(goBack), in: .bar)
    show(page.overlay, in: .overlay)
  }

  /// The action of the back button; `nil` if there is no screen to go back to.
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

  /// The layout environment: that of the stack, in the width of its region, with the background of
  /// the page.
  var environment: LayoutEnvironment {
    var environment = stack?.environment ?? LayoutEnvironment(width: 0)
    if let background { environment.background = background }
    if let width { environment.width = width }
    if stack?.host?.editsFields == true { environment.editedFields = Set(allFields.map(\.tag)) }
    return environment
  }

  /// The background of the page, or of the nearest parent that has one; `nil` for none.
  private var background: ThemeColor? {
    page?.background ?? stack?.parent(of: self)?.background
  }

  /// The colour behind the rows, in the current theme.
  var ground: Color {
    guard let environment = stack?.environment else { return .clear }
    return background?.color(in: environment.theme) ?? environment.ground
  }

  /// Passes a new background to the lists, and to children in regions.
  private func takeBackground() {
    let environment = environment
    for list in lists.values where list.environment.background != environment.background {
      list.setEnvironment(environment)
    }
    for child in stack?.children(of: self) ?? [] { child.takeBackground() }
  }

  /// Whether the bar and the overlay are rows too: regions have no room for more lists.
  private var showsEdgesAsRows: Bool { region != nil || stack?.showsEdgesAsRows == true }

  /// Passes the current environment to the lists.
  func takeEnvironment() {
    for list in lists.values { list.setEnvironment(environment) }
    refresh()
  }

  /// Sets the width of its region.
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

/// The place of a child.
enum ChildPlace: Hashable, Sendable {
  /// Its rows are among those of its parent, behind a section.
  case section(ItemIdentifier)
  /// It has a list of its own in a region of its parent's rows.
  case region(InlinePayload)
}

extension ScreenPage {
  /// Returns the table between the bar and the overlay, as sections of one row each.
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
  /// Inserts the sections of another model after the section with an identifier, or at the end
  /// without one. The identifiers of those sections and their rows are prefixed with that
  /// identifier.
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

/// The page that a worker made last for an update.
private final class PageBox: Sendable {
  private let made = Mutex<ScreenPage?>(nil)

  var page: ScreenPage? { made.withLock { $0 } }

  func put(_ page: ScreenPage) { made.withLock { $0 = page } }
}

/// Tasks that end with a screen, whichever thread releases it.
private final class TaskBag: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  deinit { cancelAll() }

  /// Starts work on the main actor; finished tasks are removed.
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
