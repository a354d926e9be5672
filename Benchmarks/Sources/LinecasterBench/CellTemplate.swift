import Foundation
import Linecaster
import LinecasterFeed
import Synchronization

/// The row template of a feed: the cell of `LinecasterFeed`, or a custom scene with the
/// placeholders `{author}`, `{time}` and `{body}` in its texts.
final class CellTemplate: Sendable {
  private let scene: String?
  private let source: String
  /// The scenes of rows made before, so parsing is not measured.
  private let known = Mutex<[FeedItem: Scene]>([:])

  private init(scene: String?, source: String) {
    self.scene = scene
    self.source = source
  }

  /// The cell of `LinecasterFeed`.
  static let feed = CellTemplate(scene: nil, source: "feed")

  /// Reads a scene; throws if it cannot show a sample message.
  convenience init(path: String) throws {
    self.init(scene: try String(contentsOfFile: path, encoding: .utf8), source: path)
    let message = FeedItem(identifier: 0, author: "Ada", time: .words("10:24"), body: "Hello")
    _ = try row(for: message)
  }

  /// Returns the row of a message.
  func row(for item: FeedItem) throws -> TableItem {
    guard let scene else { return TableItem(item.identifier, cell: FeedCell(item)) }
    return TableItem(item.identifier, cell: try cell(for: item, in: scene))
  }

  /// Returns the model of a feed: one section with a row for each message.
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

  /// Escapes a text for a JSON string, without the quotes (RFC 8259 §7).
  private static func escaped(_ text: String) throws -> String {
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    return String(quoted.dropFirst().dropLast())
  }
}
