import Foundation
import LinecasterBase
import LinecasterScenes

/// A card that an address asks for: `/card/NAME.ENDING?name=value…`.
///
/// Parameters are the template's data, of the kinds that its own data have; those whose names begin
/// with an underscore say how it is drawn.
struct CardAddress: Sendable {
  let name: String
  /// The format of the ending; nil without one.
  let format: PictureFormat?
  let data: [String: String]
  private(set) var options = PictureOptions()
  /// Data as a whole, in JSON.
  private(set) var json: String?

  /// Reads an address whose signature was looked at.
  ///
  /// - Parameter file: What stands behind `/card/`.
  /// - Throws: `ServerFault.malformed`, or `unacceptable` for formats that are not written.
  init(_ file: String, _ parameters: [String: String]) throws(ServerFault) {
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count > 1, let ending = parts.last, let format = PictureFormat(ending: "\(ending)") {
      guard format.isBuiltIn else { throw .unacceptable("\(format.name) is not written here") }
      (name, self.format) = (parts.dropLast().joined(separator: "."), format)
    } else {
      (name, format) = (file, nil)
    }
    data = parameters.filter { !$0.key.hasPrefix("_") }
    for (key, value) in parameters where key.hasPrefix("_") {
      switch key {
      case "_data": json = value
      case SignedAddress.expiry: continue
      default: try options.take(String(key.dropFirst()), value)
      }
    }
    guard json == nil || data.isEmpty else {
      throw .malformed("_data stands for all data, so that there are no others")
    }
  }

  /// The data as JSON, in the order of their names.
  ///
  /// - Parameter kinds: Those of the template's own data.
  /// - Throws: `ServerFault.malformed` where a value is not of its kind.
  func data(_ kinds: [String: TemplateValueKind]) throws(ServerFault) -> [UInt8] {
    if let json { return Array(json.utf8) }
    var members: [String] = []
    for (name, value) in data.sorted(by: { $0.key < $1.key }) {
      members.append("\(Self.quoted(name)):\(try Self.json(value, kinds[name] ?? .text, name))")
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
        throw .malformed("\(name) is not a number")
      }
      return "\(number)"
    case .flag:
      guard ["true", "false"].contains(value) else {
        throw .malformed("\(name) is true or false")
      }
      return value
    // What is wrong with it is told where the data are read.
    case .other: return value
    }
  }

  private static func quoted(_ text: String) -> String {
    // Any text is one in JSON.
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

extension PictureOptions {
  /// Takes what a parameter of an address says.
  ///
  /// - Throws: `ServerFault.malformed` for others, and values that are none.
  mutating func take(_ name: String, _ value: String) throws(ServerFault) {
    do {
      try read(name, from: value)
    } catch {
      throw .malformed(error.reason)
    }
  }
}
