/// What came of comparing an image with the blessed one.
package enum SnapshotOutcome: Hashable, Sendable {
  /// The pixels are those of the blessed image.
  case same
  /// The image is blessed now.
  case accepted
  /// No image of the name is blessed.
  case new
  /// The pixels are others.
  case different(ImageDifference)
  /// The file has more bytes than blessed images may have.
  case tooLarge(Int)

  /// Whether a test is content.
  package var isFine: Bool { self == .same || self == .accepted }
}

extension SnapshotOutcome: CustomStringConvertible {
  /// Says what is wrong and what to do.
  package var description: String {
    let hint = "look at Tests/current/index.html; SNAPSHOTS=accept accepts it"
    return switch self {
    case .same: "the same"
    case .accepted: "accepted"
    case .new: "no such image is blessed: \(hint)"
    case .different(let difference): "\(difference): \(hint)"
    case .tooLarge(let bytes): "\(bytes) bytes, more than \(SnapshotFolder.maximumBytes)"
    }
  }
}
