import ArgumentParser

/// The options of a command, as variables of the environment.
struct EnvironmentOptions {
  /// The start of the variables' names. `LINECASTER_PORT` would not do: Kubernetes sets it in every
  /// container beside a service of the name `linecaster`.
  static let prefix = "LINECASTER_SERVE_"

  /// Options that may be repeated; their variables have several values, separated by colons.
  private static let repeated: Set = ["font"]

  private struct Option {
    let name: String
    let hasValue: Bool

    var variable: String {
      prefix + name.uppercased().replacing("-", with: "_")
    }

    /// Whether arguments set the option.
    func isSet(in arguments: [String]) -> Bool {
      arguments.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") }
    }
  }

  private let options: [Option]

  /// Reads the options of a command from its help, to keep one list of them.
  init(help: String) {
    options = help.split(separator: "\n").compactMap { line in
      guard let match = line.prefixMatch(of: /\s\s(?:-\w, )?--([a-z-]+)( <[^>]+>)?/),
        !["help", "version"].contains(match.1)
      else { return nil }
      return Option(name: String(match.1), hasValue: match.2 != nil)
    }
  }

  /// Returns the arguments of the command with the options that are variables.
  ///
  /// - Parameter arguments: The command line, whose options come before variables.
  /// - Throws: `ValidationError` if the variable of a flag is neither true nor false.
  func arguments(_ arguments: [String], in environment: [String: String]) throws -> [String] {
    // Other subcommands have other options.
    let first = arguments.first ?? "run"
    guard first == "run" || first.hasPrefix("-"), !arguments.contains("--help"),
      !arguments.contains("-h"), !arguments.contains("--version")
    else { return arguments }
    let own = arguments.first == "run" ? Array(arguments.dropFirst()) : arguments
    var given: [String] = []
    for option in options where !option.isSet(in: own) {
      guard let value = environment[option.variable], !value.isEmpty else { continue }
      if option.hasValue {
        let values =
          Self.repeated.contains(option.name) ? value.split(separator: ":") : [value[...]]
        given += values.map { "--\(option.name)=\($0)" }
      } else if ["true", "1"].contains(value) {
        given.append("--\(option.name)")
      } else if !["false", "0"].contains(value) {
        throw ValidationError("\(option.variable) must be true or false, not '\(value)'.")
      }
    }
    return ["run"] + given + own
  }
}
