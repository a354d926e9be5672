import Foundation
import Linecaster
import LinecasterFeed
import Synchronization

/// What the rows of a feed are made of: the cell of `LinecasterFeed`, or a scene of the user's own
/// in whose texts `{author}`, `{time}` and `{body}` stand for those of a message.
final class CellTemplate: Sendable {
  private let scene: String?
  private let source: String
  /// Rows made before, so that reading scenes is not what is measured.
  private let known = Mutex<[FeedItem: Scene]>([:])

  private init(scene: String?, source: String) {
    self.scene = scene
    self.source = source
  }

  /// The cell of `LinecasterFeed`.
  static let feed = CellTemplate(scene: nil, source: "feed")

  /// Reads a scene; one that cannot be shown with any message in it is an error here.
  convenience init(path: String) throws {
    self.init(scene: try String(contentsOfFile: path, encoding: .utf8), source: path)
    let message = FeedItem(identifier: 0, author: "Ada", time: .words("10:24"), body: "Hello")
    _ = try row(for: message)
  }

  /// The row of a message.
  func row(for item: FeedItem) throws -> TableItem {
    guard let scene else { return TableItem(item.identifier, cell: FeedCell(item)) }
    return TableItem(item.identifier, cell: try cell(for: item, in: scene))
  }

  /// The model of a feed: one section with a row for each message.
  func model(of items: [FeedItem]) throws -> TableModel {
    TableModel(items: try items.map(row))
  }

  private func cell(for item: FeedItem, in scene: String) throws -> Scene {
    if let known = known.withLock({ $0[item] }) { return known }
    let texts = ["author": item.author, "time": item.time.text, "body": item.body]
    let json = try texts.reduce(scene) { json, text in
      json.replacingOccurrences(of: "{\(text.key)}", with: try Self.escaped(text.value))
    }
    let made = try Scene(json: json, source: source)
    known.withLock { $0[item] = made }
    return made
  }

  /// A text as it stands between the quotes of a JSON string (RFC 8259 §7).
  private static func escaped(_ text: String) throws -> String {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return String(quoted.dropFirst().dropLast())
  }
}
