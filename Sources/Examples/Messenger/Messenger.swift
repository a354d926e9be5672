#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL

  /// A window with messages in many scripts that come, go and change while somebody scrolls, with
  /// buttons, links and late pictures in its rows:   make window
  ///
  /// What is written in the field at the bottom is sent by return. A pointer selects text over
  /// rows, control and C copies it. With the focus outside of the field, arrows, page, home and end
  /// scroll, tab goes from one thing to touch to the next, return touches it; F searches, D changes
  /// between light and dark, R the direction of rows, E stops the edits.
  @main
  struct Messenger {
    @MainActor static func main() {
      do {
        try run()
      } catch {
        // Where the window is not to be had, as without a screen.
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
      let chat = try Chat(
        window, isLive: !arguments.contains("--still"),
        drawsGlyphs: arguments.contains("--atlas"))
      chat.run()
    }

    private static let help = """
      Shows messages in a window.

      USAGE: Messenger [--atlas] [--software] [--still]

        --atlas      Draw text from an atlas of glyphs in place of pixels a row.
        --software   Draw without a graphics card.
        --still      Begin without edits; E in the window begins them.
      """
  }
#else
  @main
  struct Messenger {
    static func main() {
      print("Messenger was built without SDL; `make window` builds it with the trait SDL.")
    }
  }
#endif
