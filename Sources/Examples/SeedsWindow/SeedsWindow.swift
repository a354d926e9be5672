#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL
  import LinecasterScreens
  import LinecasterSurface
  import Seeds

  /// The programs of the seeds in a window, which are chosen on a screen of their own.
  @main
  struct SeedsWindow {
    @MainActor
    static func main() {
      do {
        let window = try SDLWindow(title: "Seeds", size: Size(width: 360, height: 560))
        try WindowScreens(window).run()
      } catch {
        // Where the window is not to be had, as without a screen.
        try? FileHandle.standardError.write(contentsOf: Data("SeedsWindow: \(error)\n".utf8))
        exit(1)
      }
    }
  }

  /// Shows the screen on top of a stack in a window: its list, with the bar as the first row.
  @MainActor
  final class WindowScreens: ScreenHost {
    private let window: SDLWindow
    private let surface: SurfaceHost<SDLWindow>
    private let stack: ScreenStack
    /// What keeps the screens that are not on top.
    private var others: [ScreenID: HeadlessHost] = [:]
    private weak var shown: ScreenController?
    private var environment: LayoutEnvironment

    init(_ window: SDLWindow) throws {
      self.window = window
      surface = SurfaceHost(on: window, size: window.size)
      environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      stack = ScreenStack(
        pipeline: PrecomputePipeline(fonts: try .bundled()), environment: environment,
        showsEdgesAsRows: true)
    }

    func run() throws {
      stack.attach(self)
      window.onResize = { [weak self] size, scale in
        self?.change {
          $0.width = size.width
          $0.scale = scale
        }
      }
      window.onKey = { [weak self] key in
        switch key {
        case "D": self?.change { $0.theme = $0.theme == .dark ? .light : .dark }
        case "Backspace", "Left": _ = self?.stack.goBack()
        default: break
        }
      }
      try stack.push(ProgramsModel())
      stack.show(true)
      window.run(surface) { [self] in showTop() }
      stack.tearDown()
    }

    private func change(_ body: (inout LayoutEnvironment) -> Void) {
      body(&environment)
      stack.setEnvironment(environment)
      window.ground = environment.background.color(in: environment.theme)
    }

    /// Gives the window to the screen that is on top now.
    private func showTop() {
      guard let top = stack.top, top !== shown, let list = top.list else { return }
      if let shown { shown.list?.attach(others(shown.id)) }
      shown = top
      surface.controller = list
      list.attach(surface)
      say("shows \(top.model.map { "\(type(of: $0))" } ?? "nothing")")
    }

    private func others(_ screen: ScreenID) -> HeadlessHost {
      let host = others[screen] ?? HeadlessHost(.points(0))
      others[screen] = host
      return host
    }

    // MARK: As the stack's host

    func host(of part: ScreenPart, of screen: ScreenController) -> any TableHost {
      others(screen.id)
    }

    func remove(_ part: ScreenPart, of screen: ScreenController) {}

    func begin(_ transition: ScreenTransition, in stack: ScreenStack) {
      stack.finish(transition.number)
    }

    func interrupt(_ transition: Int) {}

    func release(_ screen: ScreenID) { others[screen] = nil }
  }

  /// Tells what has been done, at once also where that goes into a file.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// The programs to choose from.
  private enum Programs: Screen {
    enum Program: String, Sendable, CaseIterable {
      case users, money, send, shop, offers
    }

    static func page(
      _ programs: [Program], in environment: LayoutEnvironment, send: @escaping Send<Program>
    ) -> ScreenPage {
      ScreenPage(bar: ScreenBar("Programs")) {
        for program in programs {
          TableItem(.name(program.rawValue), cell: ProgramCell(name: program.rawValue))
            .onTap { send(program) }
        }
      }
    }
  }

  private struct ProgramCell: Cell {
    var name: String

    func body(in environment: LayoutEnvironment) -> some Layout {
      Text(name, style: TextStyle(size: 17)).padding(Insets(horizontal: 16, vertical: 14))
    }
  }

  @MainActor
  private final class ProgramsModel: ScreenModel {
    typealias Content = Programs
    let state = Programs.Program.allCases

    func handle(_ program: Programs.Program, on screen: ScreenController) {
      guard let stack = screen.stack else { return }
      do {
        switch program {
        case .users: try stack.push(UserListModel([User(1, "Ada"), User(2, "Bo")]))
        case .money: try stack.push(HomeModel(load: Self.money))
        case .send: try stack.push(SendTokenModel(recipient: String(repeating: "s", count: 40)))
        case .shop: try stack.push(ShopModel(cart: Self.cart))
        case .offers: try stack.push(OfferListModel(load: Self.offers))
        }
      } catch {
        say("\(error)")
      }
    }

    private static var cart: CartModel {
      CartModel([CartLine("Tea", price: 4, count: 2), CartLine("Cake", price: 3)])
    }

    private static let money: HomeModel.Load = {
      try await Task.sleep(for: .milliseconds(300))
      return MoneyRecap(
        balance: 100,
        latest: [
          MoneyTransaction(1, "Books", amount: -50, date: "20/10/21"),
          MoneyTransaction(2, "Wages", amount: 150, date: "19/10/21"),
        ])
    }

    private static let offers: OfferListModel.Load = { count in
      try await Task.sleep(for: .milliseconds(300))
      return count < 60 ? (count..<count + 10).map { "Offer \($0)" } : []
    }
  }
#else
  /// Without the package trait `SDL` there is no window.
  @main
  struct SeedsWindow {
    static func main() { print("Build it with the package trait SDL.") }
  }
#endif
