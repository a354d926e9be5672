#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface
  import Seeds

  /// The programs of the seeds in a window, with a screen for choosing one.
  ///
  /// Escape, alt with the left arrow, the pointer's back button and a swipe from the left edge go
  /// back; tab and return work like a pointer. Outside text fields, D switches between light and
  /// dark, R switches the direction of rows, and S shows the top screen as a sheet.
  @main
  struct SeedsWindow {
    @MainActor
    static func main() {
      do {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") { return print(help) }
        let window = try SDLWindow(
          title: "Seeds", size: Size(width: 360, height: 560),
          isAccelerated: !arguments.contains("--software"))
        try WindowScreens(window, isStill: arguments.contains("--still")).run()
      } catch {
        // There is no window, for example without a screen.
        try? FileHandle.standardError.write(contentsOf: Data("SeedsWindow: \(error)\n".utf8))
        exit(1)
      }
    }

    private static let help = """
      Shows the seed programs in a window.

      USAGE: SeedsWindow [--software] [--still]

        --software   Draw without a graphics card.
        --still      Switch screens without animation.
      """
  }

  /// The screens of the programs in a window.
  @MainActor
  final class WindowScreens {
    private let window: SDLWindow
    private let host: SurfaceScreenHost<SDLWindow>
    private let stack: ScreenStack
    private var environment: LayoutEnvironment
    /// The top screen that was reported last.
    private weak var shown: ScreenController?

    init(_ window: SDLWindow, isStill: Bool) throws {
      self.window = window
      host = SurfaceScreenHost(on: window, size: window.size)
      host.animates = !isStill
      host.clipboard = SDLClipboard()
      environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      let pipeline = PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())),
        rasterizer: DisplayRasterizer(
          images: AsyncImageProvider(source: Pictures(), byteLimit: 8 << 20)),
        options: window.pipelineOptions)
      stack = ScreenStack(pipeline: pipeline, environment: environment, host: host)
    }

    func run() throws {
      window.onResize = { [weak self] size, scale in
        self?.change {
          $0.width = size.width
          $0.scale = scale
        }
      }
      window.onKey = { [weak self] key in
        switch key {
        case "D": self?.change { $0.theme = $0.theme == .dark ? .light : .dark }
        case "R":
          self?.change {
            let isMirrored = $0.layoutDirection == .rightToLeft
            $0.layoutDirection = isMirrored ? .leftToRight : .rightToLeft
          }
        case "S": self?.presentUsers()
        default: break
        }
      }
      try stack.push(ProgramsModel())
      stack.show(true)
      window.run(host) { [self] in reportTopScreen() }
      stack.tearDown()
    }

    private func change(_ body: (inout LayoutEnvironment) -> Void) {
      body(&environment)
      stack.setEnvironment(environment)
      window.backgroundColor = environment.background.color(in: environment.theme)
    }

    private func presentUsers() {
      do {
        try SeedProgram.presentUsers(on: stack)
      } catch {
        say("\(error)")
      }
    }

    /// Reports the top screen, after all transitions.
    private func reportTopScreen() {
      guard let top = stack.top, top !== shown, !host.isMoving else { return }
      shown = top
      say("shows \(top.model.map { "\(type(of: $0))" } ?? "nothing")")
    }
  }

  /// Colours instead of the images of offers.
  private struct Pictures: ImageSource {
    func load(_ image: ImageReference, covering size: PixelSize?) async throws -> Bitmap {
      let number = image.name.unicodeScalars.reduce(0) { $0 &* 31 &+ Int($1.value) }
      let color = Color(
        red: UInt8(truncatingIfNeeded: number), green: 120,
        blue: UInt8(truncatingIfNeeded: number / 256))
      return try Bitmap(width: size?.width ?? 120, height: size?.height ?? 120, background: color)
    }
  }

  /// Prints a message, flushed immediately, also to a file.
  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// The programs to choose from.
  private enum Programs: Screen {
    static func page(
      _ programs: [SeedProgram], in environment: LayoutEnvironment,
      send: @escaping Send<SeedProgram>
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
    let state = SeedProgram.allCases

    func handle(_ program: SeedProgram, on screen: ScreenController) {
      do {
        guard let stack = screen.stack else { return }
        try program.open(on: stack) { say($0) }
      } catch {
        say("\(error)")
      }
    }
  }
#else
  /// A stand-in: there is no window without the package trait `SDL`.
  @main
  struct SeedsWindow {
    static func main() { print("Build it with the package trait SDL.") }
  }
#endif
