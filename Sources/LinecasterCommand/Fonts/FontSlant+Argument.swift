public import ArgumentParser
public import LinecasterFonts

extension FontSlant: ExpressibleByArgument {
  private static let names: [(name: String, slant: FontSlant)] = [
    ("upright", .upright), ("italic", .italic), ("oblique", .oblique),
  ]

  /// Reads a slant by its name; the result is nil for other words.
  public init?(argument: String) {
    guard let found = Self.names.first(where: { $0.name == argument }) else { return nil }
    self = found.slant
  }

  /// The names, for help.
  public static var allValueStrings: [String] { names.map(\.name) }

  /// The name, for help.
  public var defaultValueDescription: String { "\(self)" }
}
