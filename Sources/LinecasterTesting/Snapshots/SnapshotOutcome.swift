/// The result of comparing an image with the accepted one.
public enum SnapshotOutcome: Hashable, Sendable {
  /// The pixels equal those of the accepted image.
  case same
  /// The image was stored as the accepted image.
  case accepted
  /// There is no accepted image with this name.
  case new
  /// The pixels differ from those of the accepted image.
  case different(ImageDifference)
  /// The file of the image has more bytes than `limit`, the maximum size of accepted images.
  case tooLarge(Int, limit: Int)

  /// Whether a test with this outcome passes.
  public var passes: Bool { self == .same || self == .accepted }

  /// The problem, without a remedy.
  public var reason: String {
    switch self {
    case .same: "the same"
    case .accepted: "accepted"
    case .new: "no accepted image has this name"
    case .different(let difference): "\(difference)"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes; the limit is \(limit)"
    }
  }
}

extension SnapshotOutcome: CustomStringConvertible {
  /// The problem, and the remedy for a test.
  public var description: String {
    switch self {
    case .same, .accepted, .tooLarge: reason
    case .new, .different:
      "\(reason): see the page of differing images; SNAPSHOTS=accept accepts it"
    }
  }
}
