#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL

  /// A window with messages in many scripts that arrive, disappear and change while the user
  /// scrolls, with buttons, links and slow images in its rows (`make window`).
  ///
  /// Return sends the text in the field at the bottom. The pointer selects text across rows, and
  /// control and C copy it. With the focus outside the field, the arrow, page, home and end keys
  /// scroll, tab moves to the next control, and return activates it. F searches, D switches between
  /// light and dark, R switches the direction of rows, and E stops the edits.
  @main
  struct Messenger {
    @MainActor static func main() {
      do {
        try run()
      } catch {
        // There is no window, for example without a screen.
        try? FileHandle.standardError.write(contentsOf: Data("Messenger: \(error)\n".utf8))
        exit(1)
      }
    }

    @MainActor private static func run() throws {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.contains("--help") { return print(help) }
      let window = try SDLWindow(
        title: "Messenger", size: Size(width: 420, height: 720),
        isAccelerated: !arguments.contains("--software"))
      let chat = try Chat(window, drawsGlyphs: arguments.contains("--atlas"))
      chat.run(isLive: !arguments.contains("--still"))
    }

    private static let help = """
      Shows messages in a window.

      USAGE: Messenger [--atlas] [--software] [--still]

        --atlas      Draw text from a glyph atlas instead of a bitmap per row.
        --software   Draw without a graphics card.
        --still      Start without edits; press E in the window to start them.
      """
  }
#else
  @main
  struct Messenger {
    static func main() {
      print("Messenger was built without SDL; build and run it with `make window`.")
    }
  }
#endif
