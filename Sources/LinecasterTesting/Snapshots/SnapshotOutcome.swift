/// What came of comparing an image with the blessed one.
public enum SnapshotOutcome: Hashable, Sendable {
  /// The pixels are those of the blessed image.
  case same
  /// The image is blessed now.
  case accepted
  /// No image of the name is blessed.
  case new
  /// The pixels are others.
  case different(ImageDifference)
  /// The file has more bytes than the folder's blessed images may have.
  case tooLarge(Int, limit: Int)

  /// Whether a test is content.
  public var isFine: Bool { self == .same || self == .accepted }

  /// What is wrong, without what to do.
  public var reason: String {
    switch self {
    case .same: "the same"
    case .accepted: "accepted"
    case .new: "no such image is blessed"
    case .different(let difference): "\(difference)"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes, more than \(limit)"
    }
  }
}

extension SnapshotOutcome: CustomStringConvertible {
  /// Says what is wrong, and what to do in a test.
  public var description: String {
    switch self {
    case .same, .accepted, .tooLarge: reason
    case .new, .different:
      "\(reason): look at the page of images that differ; SNAPSHOTS=accept accepts it"
    }
  }
}
