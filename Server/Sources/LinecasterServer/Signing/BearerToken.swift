import Crypto

/// A secret that clients send to draw scenes (RFC 6750): `Authorization: Bearer …`.
public struct BearerToken: Sendable {
  private let digest: SHA256.Digest

  /// The minimum length of a token, in bytes.
  public static let leastByteCount = 16

  /// Creates a token from a private text of at least 16 bytes.
  ///
  /// - Returns: `nil` if the text is shorter, or has characters that a header cannot have.
  public init?(_ secret: String) {
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    guard secret.utf8.count >= Self.leastByteCount, secret.utf8.allSatisfy({ visible.contains($0) })
    else { return nil }
    digest = SHA256.hash(data: Array(secret.utf8))
  }

  /// Whether the value of an `Authorization` header has the token.
  ///
  /// Compares digests, which swift-crypto does in constant time, so the time depends neither on the
  /// place of the first difference nor on the length of the token.
  func isSent(in header: String) -> Bool {
    let scheme = "bearer "
    guard header.prefix(scheme.count).lowercased() == scheme else { return false }
    return SHA256.hash(data: Array(header.dropFirst(scheme.count).utf8)) == digest
  }
}
