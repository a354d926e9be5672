import Foundation
import LinecasterBase
import LinecasterScenes

/// The address of a card: `/card/NAME.ENDING?name=value…`.
///
/// Parameters are template data, parsed as the kinds of the default data. Parameters that begin
/// with an underscore are drawing options.
struct CardAddress: Sendable {
  let name: String
  /// The format of the ending; `nil` without one.
  let format: PictureFormat?
  let data: [ExactText: String]
  private(set) var options = PictureOptions()
  /// All data as one JSON text.
  private(set) var json: String?

  /// Parses an address with a checked signature.
  ///
  /// - Parameter file: The part after `/card/`.
  /// - Throws: `ServerFault.malformed`, or `unacceptable` for an unsupported format.
  init(_ file: String, _ parameters: [ExactText: String]) throws(ServerFault) {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, let ending = parts.last, let format = PictureFormat(ending: "\(ending)") {
      guard format.isBuiltIn else { throw .unacceptable("\(format.name) is not built in") }
      (name, self.format) = (parts.dropLast().joined(separator: "."), format)
    } else {
      (name, format) = (file, nil)
    }
    data = parameters.filter { !Self.isOption($0.key) }
    // Before the other options, because the quality depends on it. Without an ending, the format
    // may become a lossy one.
    options.encoding.format = format ?? .jpeg
    for (key, value) in parameters where Self.isOption(key) {
      switch key {
      case "_data": json = value
      case SignedAddress.expiry: continue
      default: try options.take(String(key.string.dropFirst()), value)
      }
    }
    guard json == nil || data.isEmpty else {
      throw .malformed("_data cannot be combined with other parameters")
    }
  }

  private static func isOption(_ name: ExactText) -> Bool {
    name.string.utf8.first == UInt8(ascii: "_")
  }

  /// Returns the data as JSON, sorted by name.
  ///
  /// - Parameter kinds: The kinds of the template's default data.
  /// - Throws: `ServerFault.malformed` if a value is not of its kind.
  func data(_ kinds: [ExactText: TemplateValueKind]) throws(ServerFault) -> [UInt8] {
    if let json { return Array(json.utf8) }
    var members: [String] = []
    for (name, value) in data.sorted(by: { $0.key < $1.key }) {
      members.append(
        "\(Self.quoted(name.string)):\(try Self.json(value, kinds[name] ?? .text, name.string))")
    }
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func json(
    _ value: String, _ kind: TemplateValueKind, _ name: String
  ) throws(ServerFault) -> String {
    switch kind {
    case .text: return quoted(value)
    case .number:
      guard let number = Double(value), number.isFinite else {
        throw .malformed("\(name) must be a number")
      }
      return "\(number)"
    case .flag:
      guard ["true", "false"].contains(value) else {
        throw .malformed("\(name) must be true or false")
      }
      return value
    // Errors in it are reported when the data are parsed.
    case .other: return value
    }
  }

  private static func quoted(_ text: String) -> String {
    // Every text can be encoded as JSON.
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension PictureOptions {
  /// Sets an option from a parameter of the address.
  ///
  /// - Throws: `ServerFault.malformed` for an unknown parameter or an invalid value.
  mutating func take(_ name: String, _ value: String) throws(ServerFault) {
    do {
      try read(name, from: value)
    } catch {
      throw .malformed(error.reason)
    }
  }
}
