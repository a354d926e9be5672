/// How long tasks of the machine have been waiting for memory, as the kernel tells it.
///
/// The first line of `/proc/pressure/memory`, see "PSI – Pressure Stall Information" of the
/// kernel's documentation.
public struct MemoryPressure: Hashable, Sendable {
  /// The share of the last 10 seconds in which some task waited for memory, from 0 to 1.
  public let recentShare: Double

  /// Reads what the kernel writes; nil for anything else.
  public init?(_ text: String) {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
      let percent = Double(field.dropFirst("avg10=".count)), (0...100).contains(percent)
    else { return nil }
    recentShare = percent / 100
  }
}
