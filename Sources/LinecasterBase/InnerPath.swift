/// Relative paths in untrusted files, for example of images and fonts beside a scene or a feed.
package enum InnerPath {
  /// The maximum length of a path on Linux (`PATH_MAX`), in bytes.
  private static let limit = 4096

  /// Returns whether a path stays inside its folder. Checks bytes, as the system does, not
  /// characters: a combining mark after a `/` does not hide it.
  package static func staysInside(_ path: String) -> Bool {
    let bytes = path.utf8
    let slash = UInt8(ascii: "/")
    return !bytes.isEmpty && bytes.count <= limit && bytes.first != slash && !bytes.contains(0)
      && !bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns whether a path is a URL: it starts with a scheme and `//`, or with `data:`.
  package static func isAddress(_ path: String) -> Bool {
    let head = path.utf8.prefix(32)
    if head.starts(with: "data:".utf8) { return true }
    guard let colon = head.firstIndex(of: UInt8(ascii: ":")), colon > head.startIndex else {
      return false
    }
    let isScheme = head[..<colon].allSatisfy { byte in
      UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80
        || "0123456789+-.".utf8.contains(byte)
    }
    return isScheme && path.utf8[colon...].dropFirst().starts(with: "//".utf8)
  }
}
