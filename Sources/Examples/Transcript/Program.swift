#if SDL
  import Foundation
  import Linecaster
  import LinecasterSDL

  /// A window with ten thousand messages, the last of which grow (`make window
  /// EXAMPLE=Transcript`).
  ///
  /// The buttons start and stop three streams of 500 tokens a second in all, copy the last answer
  /// as Markdown, and lead to the end. The pointer selects text across rows, and control and C copy
  /// it. Control and F find text in all messages. D switches between light and dark.
  @main
  struct Program {
    @MainActor static func main() {
      do {
        try run()
      } catch {
        // There is no window, for example without a screen.
        try? FileHandle.standardError.write(contentsOf: Data("Transcript: \(error)\n".utf8))
        exit(1)
      }
    }

    @MainActor private static func run() throws {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.contains("--help") { return print(help) }
      let window = try SDLWindow(
        title: "Transcript", size: Size(width: 520, height: 720),
        isAccelerated: !arguments.contains("--software"))
      let count = arguments.firstIndex(of: "--messages").flatMap { index in
        arguments.dropFirst(index - arguments.startIndex + 1).first.flatMap { Int($0) }
      }
      let session = try Session(window, olderCount: count ?? 10_000)
      session.run(isLive: !arguments.contains("--still"))
    }

    private static let help = """
      Shows messages that grow in a window.

        --still         starts no streams
        --messages <n>  shows so many older messages (default 10000)
        --software      draws without a graphics card
      """
  }
#else
  @main enum Program { static func main() { print("Build it with the package trait SDL.") } }
#endif
