import Crypto
import Foundation

/// The path and the parameters of an address, in the one way of writing them that is signed.
///
/// Parameters stand in the order of their names, and all but letters, digits and `-._~` is escaped
/// in capitals (RFC 3986 §2.3, §6.2.2), so that an address that means the same has the same
/// signature however it was written.
package struct SignedAddress: Hashable, Sendable {
  /// The parameter that has the signature.
  static let signature = "_signature"
  /// The parameter that has the time after which the address is of no use, in seconds since 1970.
  static let expiry = "_expires"

  let path: String
  /// The parameters by their names, without the signature.
  private(set) var parameters: [String: String] = [:]
  /// The signature in hexadecimal digits; nil without one.
  private(set) var given: String?

  /// Takes an address apart.
  ///
  /// - Parameters:
  ///   - path: The path, no longer escaped.
  ///   - query: What follows the question mark, escaped.
  /// - Throws: `ServerFault.malformed` where it is not UTF-8 that was escaped, or a name is there
  ///   twice.
  init(path: String, query: String) throws(ServerFault) {
    self.path = path
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.unescaped(parts[0])
      let value = parts.count > 1 ? try Self.unescaped(parts[1]) : ""
      if name == Self.signature {
        guard given == nil else { throw .malformed("there are two signatures") }
        given = value
      } else if parameters.updateValue(value, forKey: name) != nil {
        throw .malformed("the parameter '\(name)' is there twice")
      }
    }
  }

  init(path: String, parameters: [String: String]) {
    (self.path, self.parameters) = (path, parameters)
  }

  /// What is signed.
  var canonical: String {
    let query = parameters.sorted { Array($0.key.utf8).lexicographicallyPrecedes($1.key.utf8) }
      .map { "\(Self.escaped($0.key))=\(Self.escaped($0.value))" }
      .joined(separator: "&")
    let path = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { Self.escaped(String($0)) }.joined(separator: "/")
    return query.isEmpty ? path : "\(path)?\(query)"
  }

  /// The address with a signature.
  func signed(with key: SigningKey) -> String {
    let mark = parameters.isEmpty ? "?" : "&"
    return "\(canonical)\(mark)\(Self.signature)=\(key.signature(of: canonical))"
  }

  /// An address of a card with a signature.
  ///
  /// - Parameters:
  ///   - address: The address, whose query is escaped; what stands before its path is kept.
  ///   - time: For how long it is to be of use; nil for ever.
  /// - Throws: `ServerFault.malformed` where it has no path.
  package static func sign(
    _ address: String, with key: SigningKey, for time: Duration? = nil
  ) throws -> String {
    guard let start = address.range(of: "/card/")?.lowerBound else {
      throw ServerFault.malformed("'\(address)' has no path such as /card/badge.png")
    }
    let parts = address[start...].split(separator: "?", maxSplits: 1)
    var signed = try SignedAddress(
      path: try unescaped(parts[0].utf8), query: parts.count > 1 ? String(parts[1]) : "")
    if let time {
      let (end, isEndless) = time.components.seconds
        .addingReportingOverflow(Int64(Foundation.time(nil)))
      signed.parameters[expiry] = "\(isEndless ? .max : end)"
    }
    return address[..<start] + signed.signed(with: key)
  }

  /// Throws unless one of the keys has signed it and its time is not over.
  ///
  /// - Throws: `ServerFault.unsigned`.
  func check(_ keys: [SigningKey], at time: Date) throws(ServerFault) {
    guard let given else { throw .unsigned("the address has no \(Self.signature)") }
    let canonical = canonical
    guard keys.contains(where: { $0.hasSigned(canonical, given) }) else {
      throw .unsigned("the signature is not of this address")
    }
    guard let expiry = parameters[Self.expiry] else { return }
    guard let seconds = Int64(expiry) else {
      throw .malformed("\(Self.expiry) is not a number of seconds since 1970")
    }
    guard time.timeIntervalSince1970 <= Double(seconds) else {
      throw .unsigned("the time of the address is over")
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%")] + HexDigits.text(of: [byte]).uppercased().utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text that was escaped; a plus sign is a blank, as forms write it.
  static func unescaped(_ bytes: some Sequence<UInt8>) throws(ServerFault) -> String {
    var plain: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "+") {
        plain.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(HexDigits.value(of:)),
          let low = rest.next().flatMap(HexDigits.value(of:))
        else { throw .malformed("a percent sign in the address is not before two digits") }
        plain.append(high << 4 | low)
      } else {
        plain.append(byte)
      }
    }
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw .malformed("the address is not UTF-8")
    }
    return text
  }
}

/// A secret that addresses are signed with (HMAC-SHA256, RFC 2104).
package struct SigningKey: Sendable {
  private let key: SymmetricKey

  /// The fewest bytes of a secret.
  static let leastByteCount = 16

  /// - Parameter secret: A text that nobody else has, of at least 16 bytes.
  /// - Returns: Nil where the secret is shorter.
  package init?(_ secret: String) {
    guard secret.utf8.count >= Self.leastByteCount else { return nil }
    key = SymmetricKey(data: Array(secret.utf8))
  }

  /// The signature of a text in hexadecimal digits.
  func signature(of text: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    return HexDigits.text(of: code)
  }

  /// Whether a signature is of a text; takes as long whatever is wrong with it.
  func hasSigned(_ text: String, _ signature: String) -> Bool {
    guard let code = HexDigits.bytes(of: signature) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Array(text.utf8), using: key)
  }
}
