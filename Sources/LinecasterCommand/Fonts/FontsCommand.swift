import ArgumentParser

/// Tells which fonts there are and which of them text is drawn with.
struct FontsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts",
    abstract: "List fonts, and tell which ones text is drawn with.",
    discussion: """
      Examples:

        linecaster fonts list
        linecaster fonts list --font-dir /usr/share/fonts --family "Noto Serif" --json
        linecaster fonts match --family "Noto Sans" --weight 600 --slant italic
        linecaster fonts explain "Zoë 直 👍🏽" --lang ja

      Without --font-dir, --font or --system the fonts are those that come with linecaster.

      Exit status: 0 when all is well, 1 when there are no fonts, none matches or a character is \
      missing from all, 64 when the command line is wrong.
      """,
    subcommands: [FontsListCommand.self, FontsMatchCommand.self, FontsExplainCommand.self])
}
