import Crypto
import Foundation
import LinecasterBase

/// The path and parameters of an address, in the canonical form that is signed.
///
/// Parameters are sorted by name, and all characters except letters, digits and `-._~` are
/// percent-encoded in capitals (RFC 3986 §2.3, §6.2.2). Equivalent addresses therefore have the
/// same signature.
struct SignedAddress: Hashable, Sendable {
  /// The parameter for the signature.
  static let signature: ExactText = "_signature"
  /// The parameter for the expiry time, in seconds since 1970.
  static let expiry: ExactText = "_expires"

  let path: String
  /// The parameters by name, without the signature. Names are compared by their bytes: they are
  /// read before the signature is checked, and `String` takes quadratic time for hostile ones.
  private(set) var parameters: [ExactText: String] = [:]
  /// The signature in hexadecimal digits; `nil` without one.
  private(set) var given: String?

  /// Parses the target of a request: a path and a query, percent-encoded.
  ///
  /// - Throws: `ServerFault.malformed` if it does not decode to UTF-8 or repeats a name.
  init(target: String) throws(ServerFault) {
    let parts = target.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    try self.init(
      path: try Self.unescaped(parts[0], plusIsSpace: false),
      query: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "")
  }

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - path: The path, percent-decoded.
  ///   - query: The part after the question mark, percent-encoded.
  /// - Throws: `ServerFault.malformed` if the query does not decode to UTF-8 or repeats a name.
  init(path: String, query: String) throws(ServerFault) {
    self.path = path
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = ExactText(try Self.unescaped(parts[0]))
      let value = parts.count > 1 ? try Self.unescaped(parts[1]) : ""
      if name == Self.signature {
        guard given == nil else { throw .malformed("duplicate parameter \(Self.signature)") }
        given = value
      } else if parameters.updateValue(value, forKey: name) != nil {
        throw .malformed("duplicate parameter '\(name)'")
      }
    }
  }

  init(path: String, parameters: [ExactText: String]) {
    (self.path, self.parameters) = (path, parameters)
  }

  /// The canonical text that is signed.
  var canonical: String {
    let query = parameters.sorted { $0.key < $1.key }
      .map { "\(Self.escaped($0.key.string))=\(Self.escaped($0.value))" }
      .joined(separator: "&")
    let path = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { Self.escaped(String($0)) }.joined(separator: "/")
    return query.isEmpty ? path : "\(path)?\(query)"
  }

  /// Returns the address with a signature.
  func signed(with key: SigningKey) -> String {
    let mark = parameters.isEmpty ? "?" : "&"
    return "\(canonical)\(mark)\(Self.signature)=\(key.signature(of: canonical))"
  }

  /// Signs the address of a card.
  ///
  /// - Parameters:
  ///   - address: The address, with an encoded query; the part before the path is kept.
  ///   - time: The lifetime of the address; `nil` never expires.
  /// - Throws: `ServerFault.malformed` if the address has no path.
  static func sign(
    _ address: String, with key: SigningKey, for time: Duration? = nil
  ) throws -> String {
    guard let start = address.range(of: "/card/")?.lowerBound else {
      throw ServerFault.malformed("'\(address)' has no card path such as /card/badge.png")
    }
    var signed = try SignedAddress(target: String(address[start...]))
    if let time {
      let (end, isEndless) = time.components.seconds
        .addingReportingOverflow(Int64(Foundation.time(nil)))
      signed.parameters[expiry] = "\(isEndless ? .max : end)"
    }
    return address[..<start] + signed.signed(with: key)
  }

  /// Checks that one of the keys signed the address and that it has not expired.
  ///
  /// - Throws: `ServerFault.unsigned`.
  func check(_ keys: [SigningKey], at time: Date) throws(ServerFault) {
    guard let given else { throw .unsigned("the address has no \(Self.signature)") }
    let canonical = canonical
    guard keys.contains(where: { $0.hasSigned(canonical, given) }) else {
      throw .unsigned("the signature does not match the address")
    }
    guard let expiry = parameters[Self.expiry] else { return }
    guard let seconds = Int64(expiry) else {
      throw .malformed("\(Self.expiry) must be a number of seconds since 1970")
    }
    guard time.timeIntervalSince1970 <= Double(seconds) else {
      throw .unsigned("the address has expired")
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

  /// Percent-decodes a text.
  ///
  /// - Parameter plusIsSpace: Whether a plus sign is a space, as in forms and queries.
  static func unescaped(
    _ bytes: some Sequence<UInt8>, plusIsSpace: Bool = true
  ) throws(ServerFault) -> String {
    var plain: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      if plusIsSpace, byte == UInt8(ascii: "+") {
        plain.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(HexDigits.value(of:)),
          let low = rest.next().flatMap(HexDigits.value(of:))
        else { throw .malformed("a percent sign in the address needs two hexadecimal digits") }
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

/// A secret for signing addresses (HMAC-SHA256, RFC 2104).
///
///     let key = SigningKey(secret)
///     let address = try key?.sign("/card/badge.png?name=Ada", lifetime: .seconds(86_400))
public struct SigningKey: Sendable {
  private let key: SymmetricKey

  /// The minimum length of a secret, in bytes.
  static let leastByteCount = 16

  /// Creates a key from a private text of at least 16 bytes.
  ///
  /// - Returns: `nil` if the secret is shorter.
  public init?(_ secret: String) {
    guard secret.utf8.count >= Self.leastByteCount else { return nil }
    key = SymmetricKey(data: Array(secret.utf8))
  }

  /// Signs the address of a card.
  ///
  /// - Parameters:
  ///   - address: The address, with an encoded query; the part before `/card/` is kept.
  ///   - lifetime: The lifetime of the address; `nil` never expires.
  /// - Throws: An error whose description has the reason, if the address has no path of a card or
  ///   is malformed.
  public func sign(_ address: String, lifetime: Duration? = nil) throws -> String {
    try SignedAddress.sign(address, with: self, for: lifetime)
  }

  /// Returns the signature of a text in hexadecimal digits.
  func signature(of text: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    return HexDigits.text(of: code)
  }

  /// Whether a signature belongs to a text, compared in constant time.
  func hasSigned(_ text: String, _ signature: String) -> Bool {
    guard let code = HexDigits.bytes(of: signature) else { return false }
    return HMAC<SHA256>.isValidAuthenticationCode(
      code, authenticating: Array(text.utf8), using: key)
  }
}
