public import Foundation
import LinecasterDisplay
import LinecasterGeometry
import LinecasterImages

/// Reads feeds in JSON Lines: one object a line with `id`, `author`, `time`, `body` and, if wanted,
/// `avatar` (a colour like `#4361EE`) and `image` (the path of a PNG file).
public struct FeedReader: Sendable {
  /// The folder that paths of pictures start from.
  public var imageFolder: String

  /// What a feed holds: its messages, or all that is wrong with its lines.
  public struct Result: Sendable {
    /// The messages in the order of the lines.
    public var items: [FeedItem] = []
    /// The faults in the order of the lines; empty where the feed is good.
    public var errors: [FeedError] = []
  }

  /// Makes a reader.
  public init(imageFolder: String) {
    self.imageFolder = imageFolder
  }

  /// Reads a file, or standard input for the path `-`.
  public func read(path: String) -> Result {
    do {
      let data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: path))
      return read(data, source: path == "-" ? "standard input" : path)
    } catch {
      let reason = "cannot be read: \(Self.reason(error))"
      return Result(errors: [FeedError(source: path, line: nil, reason: reason)])
    }
  }

  /// Reads lines; empty ones are passed over.
  ///
  /// - Complexity: O(bytes).
  public func read(_ data: Data, source: String) -> Result {
    var result = Result()
    let decoder = JSONDecoder()
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) {
      do {
        result.items.append(try item(line, decoder))
      } catch {
        result.errors.append(
          FeedError(source: source, line: index + 1, reason: Self.reason(error)))
      }
    }
    return result
  }

  private func item(_ line: Data, _ decoder: JSONDecoder) throws -> FeedItem {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw FeedLine.Fault(reason: "invalid UTF-8")
    }
    let decoded = try decoder.decode(FeedLine.self, from: line)
    return FeedItem(
      identifier: decoded.id.identifier, author: decoded.author, time: decoded.time,
      body: decoded.body, avatar: try decoded.avatarColor(), image: try image(decoded.image))
  }

  private func image(_ path: String?) throws -> FeedImage? {
    guard let path else { return nil }
    let size = try PNGDecoder().size(path: "\(imageFolder)/\(path)")
    return FeedImage(
      reference: ImageReference(path),
      size: Size(width: Double(size.width), height: Double(size.height)))
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case let fault as FeedLine.Fault: fault.reason
    case let error as DecodingError: FeedLine.reason(error)
    case let error as ImageError: error.description
    case let error as CocoaError where error.code == .fileReadNoSuchFile: "no such file"
    case let error as CocoaError where error.code == .fileReadNoPermission: "permission denied"
    default: error.localizedDescription
    }
  }
}
