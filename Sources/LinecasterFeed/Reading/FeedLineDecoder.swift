import Foundation
import LinecasterDisplay
import LinecasterGeometry
import LinecasterImages

/// Makes messages from the lines of a feed.
struct FeedLineDecoder {
  /// The folder that paths of images start from.
  let imageFolder: String

  private let json = JSONDecoder()

  /// As long as a path may be in Linux (`PATH_MAX`), in bytes.
  private static let pathLimit = 4096

  init(imageFolder: String) {
    self.imageFolder = imageFolder
  }

  /// The message of a line.
  func item(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedItem {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw FeedLine.Fault(reason: "invalid UTF-8")
    }
    // Foundation takes zeros as a sign of UTF-16 or UTF-32, which RFC 8259 §8.1 does not allow.
    guard !line.contains(0) else { throw FeedLine.Fault(reason: "not JSON: a zero byte") }
    let fields = try fields(line)
    return FeedItem(
      identifier: fields.id.identifier, author: fields.author, time: fields.time,
      body: fields.body, avatar: try fields.avatarColor(), image: try image(fields.image))
  }

  private func fields(_ line: [UInt8]) throws(FeedLine.Fault) -> FeedLine {
    do {
      return try json.decode(FeedLine.self, from: Data(line))
    } catch let error as DecodingError {
      throw FeedLine.Fault(error)
    } catch {
      throw FeedLine.Fault(reason: error.localizedDescription)
    }
  }

  private func image(_ path: String?) throws(FeedLine.Fault) -> FeedImage? {
    guard let path else { return nil }
    guard Self.staysInside(path) else {
      throw FeedLine.Fault(reason: "field 'image' is not a path inside the folder of the feed")
    }
    do {
      let size = try PNGDecoder().size(path: "\(imageFolder)/\(path)")
      return FeedImage(
        reference: ImageReference(path),
        size: Size(width: Double(size.width), height: Double(size.height)))
    } catch {
      throw FeedLine.Fault(reason: "field 'image': \(error.description)")
    }
  }

  /// Whether a path leads to a place in the folder it starts from: feeds come from anywhere, and
  /// must not show files of the machine that draws them.
  private static func staysInside(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.count <= pathLimit && !path.hasPrefix("/") && !path.contains("\0")
      && !path.split(separator: "/").contains("..")
  }
}
