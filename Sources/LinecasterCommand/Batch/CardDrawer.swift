import Foundation
import Linecaster
import LinecasterScenes

/// Draws the cards of a batch.
///
/// Any number of threads may use one.
struct CardDrawer: Sendable {
  /// The template for rows that bring none along.
  private let template: SceneTemplate?
  /// What is asked for where a row and its scene say nothing.
  let options: PictureOptions
  private let painter: PicturePainter
  /// What the keys of all cards begin with.
  private let context: SHA256

  /// Makes a drawer.
  ///
  /// - Parameters:
  ///   - template: The bytes of the template for rows that bring none along, and its name.
  /// - Throws: `SceneError` where the template is none, or `FontError`.
  init(
    _ painter: PicturePainter, template: (bytes: [UInt8], source: String)?,
    options: PictureOptions
  ) throws {
    self.template = try template.map { try SceneTemplate(json: $0.bytes, source: $0.source) }
    (self.painter, self.options) = (painter, options)
    var context = SHA256()
    context.add(counted: PicturePainter.engine)
    context.add(counted: try painter.fontDigest())
    context.add(counted: "\(options)")
    context.add(counted: template.map { SHA256.hexadecimal($0.bytes) } ?? "")
    self.context = context
  }

  /// What a row asks for.
  ///
  /// - Throws: `SceneError` with the place in the row.
  func request(_ row: BatchRequest) throws(SceneError) -> PictureRequest {
    try PictureRequest(
      row.text, template: template, options: options, others: BatchRequest.others)
  }

  /// Draws what a row asks for.
  ///
  /// - Throws: What `BatchFault` is made of.
  func card(_ request: PictureRequest, of row: BatchRequest) throws -> Card {
    let read = try painter.read(request)
    let drawn = try painter.draw(painter.arrange(read))
    return Card(
      picture: try painter.encode(drawn), key: key(of: row.text.value, read.fontDigest))
  }

  /// What is the same for the same scene, data, fonts, options and engine, whatever the row's id:
  /// 64 hexadecimal digits.
  private func key(of request: JSONValue, _ fonts: String) -> String {
    var key = context
    key.add(counted: fonts)
    guard case .object(let members) = request.content else { return key.hexadecimal }
    for member in members.sorted(by: { $0.name < $1.name })
    where !BatchRequest.others.contains(member.name) {
      key.add(counted: member.name.string, "m")
      key.add(member.value)
    }
    return key.hexadecimal
  }

  /// What fonts lack, and glyphs that are not drawn as they have them, so far.
  var warnings: [String] {
    var warnings = DrawingWarnings()
    warnings.shortfalls = painter.shortfalls
    warnings.faults = painter.glyphFaults
    return warnings.fontMessages
  }
}

/// A picture, and what is the same where the same was asked for.
struct Card: Sendable {
  let picture: Picture
  let key: String
}
