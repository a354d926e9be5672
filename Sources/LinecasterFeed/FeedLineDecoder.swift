import Foundation
import LinecasterDisplay
import LinecasterGeometry
import LinecasterImages
import LinecasterList
import LinecasterRaster

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
      let size = try ImageDecoder().info(path: "\(imageFolder)/\(path)").size
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

/// A line of a feed as its JSON says it.
struct FeedLine: Decodable {
  let id: Identifier
  let author: String
  let time: FeedTime
  let body: String
  let avatar: String?
  let image: String?

  /// A number or a string.
  struct Identifier: Decodable {
    let identifier: ItemIdentifier

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        identifier = .number(number)
      } else if let name = try? container.decode(String.self) {
        identifier = .name(name)
      } else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "is neither a whole number of 64 bits nor a string")
      }
    }
  }

  /// The colour of the avatar, if the line has one.
  func avatarColor() throws(Fault) -> Color? {
    guard let avatar else { return nil }
    guard let color = Color(hex: avatar) else {
      throw Fault(reason: "field 'avatar' is not a colour such as #4361EE")
    }
    return color
  }
}

extension FeedLine {
  /// What is wrong with a line.
  struct Fault: Error {
    let reason: String

    init(reason: String) {
      self.reason = reason
    }

    /// What a decoder found wrong.
    init(_ error: DecodingError) {
      switch error {
      case .keyNotFound(let key, _):
        reason = "missing field '\(key.stringValue)'"
      case .typeMismatch(_, let context) where context.codingPath.isEmpty:
        reason = "not a JSON object"
      case .typeMismatch(_, let context):
        reason = "field '\(Self.name(context))' is not a string"
      case .valueNotFound(_, let context):
        reason = "field '\(Self.name(context))' is null"
      case .dataCorrupted(let context) where context.codingPath.isEmpty:
        reason = "not JSON"
      case .dataCorrupted(let context):
        reason = "field '\(Self.name(context))' \(context.debugDescription)"
      @unknown default:
        reason = "\(error)"
      }
    }

    private static func name(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: ".")
    }
  }
}
