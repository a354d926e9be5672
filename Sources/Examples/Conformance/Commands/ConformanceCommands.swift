package import ArgumentParser

/// The commands that lay out conformance cases.
package enum ConformanceCommands {
  package static var all: [any ParsableCommand.Type] {
    [TextCommand.self, InlineCommand.self, BoxesCommand.self, MarkdownCommand.self]
  }
}
