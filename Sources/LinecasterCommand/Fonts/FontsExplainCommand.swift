import ArgumentParser
import Linecaster

/// Tells why each grapheme of a text is drawn with the face it is drawn with.
struct FontsExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell which faces a text asks, and why each is taken or not.",
    discussion: """
      Prints the faces that are asked for each grapheme, in order: those of the families given by \
      --family, or the first one of all, then those that have something near the character, the \
      best for the language first.

        linecaster fonts explain "1 1\u{FE0F}\u{20E3} 直" --family "Noto Sans Mono" --lang zh-TW
      """)

  @Argument(help: "The text.")
  var text: String

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    do {
      let story = Typesetter(fonts: try sources.collection())
        .explainFonts(of: text, style: try style.style())
      if sources.json {
        try CommandOutput.writeJSON(story.graphemes.map(ExplanationRecord.init))
      } else {
        CommandOutput.write(
          story.description.split(separator: "\n").map { CommandFailure.printable(String($0)) })
      }
      if story.graphemes.contains(where: { !$0.missing.isEmpty }) { throw ExitCode(1) }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    } catch let error as InputFailure {
      throw CommandFailure.report([error.description])
    }
  }
}
