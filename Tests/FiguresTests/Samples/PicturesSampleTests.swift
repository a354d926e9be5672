import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterScenes
import Testing

/// The samples of the article on pictures from Swift.
@Suite(.timeLimit(.minutes(60))) final class PicturesSampleTests {
  private let bytes = Array(#"{"width": 80, "body": {"Text": "Hello"}}"#.utf8)
  private var saved: [String: [UInt8]] = [:]
  private var reports: [String] = []

  private func save(_ bytes: [UInt8], as name: String) { saved[name] = bytes }

  private func report(_ line: String) { reports.append(line) }

  private func isPNG(_ bytes: [UInt8]?) -> Bool {
    bytes?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true
  }

  @Test func aSceneIsDrawn() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let source = try SceneSource(json: bytes, named: "card.json")
    let picture = try painter.picture(of: PictureRequest(source))
    save(picture.bytes, as: "card.png")

    #expect(isPNG(saved["card.png"]) && picture.width == 80)
  }

  @Test func aTemplateIsDrawnWithData() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let text = #"""
      {"width": 80, "body": {"Text": "{{name}}, {{seats}} {{seats | plural seat seats}}"}}
      """#
    let badges = [Badge(name: "Ada", seats: 1), Badge(name: "Bo", seats: 2)]

    struct Badge: Encodable {
      let name: String
      let seats: Int
    }
    let template = try SceneTemplate(json: text, source: "badge.json")
    for (number, badge) in badges.enumerated() {
      let data = [UInt8](try JSONEncoder().encode(badge))
      let source = try SceneSource(template, data: data, named: "row \(number)")
      let picture = try painter.picture(of: PictureRequest(source))
      save(picture.bytes, as: "\(number).png")
    }

    let written = try SceneSource(
      json: Array(#"{"width": 80, "body": {"Text": "Bo, 2 seats"}}"#.utf8))
    #expect(saved["1.png"] == (try painter.picture(of: PictureRequest(written)).bytes))
    #expect(isPNG(saved["0.png"]) && saved["0.png"] != saved["1.png"])
  }

  @Test func optionsAreChosen() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let source = try SceneSource(json: bytes, named: "card.json")
    var type = ""
    func respond(_ bytes: [UInt8], as mediaType: String) { type = mediaType }

    var request = PictureRequest(source)
    request.options.width = 480
    request.options.scale = 2
    request.options.theme = .dark
    request.options.encoding = PictureEncoding(.jpeg, quality: 85)
    let picture = try painter.picture(of: request)
    respond(picture.bytes, as: picture.format.mediaType)

    #expect(type == "image/jpeg" && picture.width == 960)
    #expect(picture.bytes.starts(with: [0xFF, 0xD8]))
  }

  @Test(arguments: [
    (#"{"body": {"Text": "a", "paddin": 1, "gro": 1}}"#, 2, "card.json:1:"),
    (#"{"width": 5000, "height": 5000, "body": {"Text": "a"}}"#, 1, "too large: size"),
    (#"{"body": {"Text": "a"}}"#, 0, ""),
  ])
  func errorsAreReported(json: String, count: Int, start: String) throws {
    let painter = try limitedPainter()
    let source = try SceneSource(json: Array(json.utf8), named: "card.json")

    do {
      save(try painter.picture(of: PictureRequest(source)).bytes, as: "card.png")
    } catch is SceneError {
      for fault in source.faults { report("\(fault)") }
    } catch let excess as RenderBudget.Excess {
      report("too large: \(excess.limit) \(excess.needed) of \(excess.allowed)")
    }

    #expect(reports.count == count && reports.allSatisfy { $0.hasPrefix(start) }, "\(reports)")
    #expect(isPNG(saved["card.png"]) == (count == 0))
  }

  private func limitedPainter() throws -> PicturePainter {
    var budget = RenderBudget()
    budget.pictureSize = 4_000 * 4_000
    budget.time = .seconds(2)
    let painter = PicturePainter(
      fonts: try FontCollection.bundled(), folder: "images", budget: budget)
    return painter
  }

  @Test func faultsOfAPictureAreReported() throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let scene = #"{"body": {"Column": [{"Text": "\uE000"}, {"Image": {"image": "gone.png"}}]}}"#
    let source = try SceneSource(json: Array(scene.utf8), named: "card.json")
    let picture = try painter.picture(of: PictureRequest(source))

    if let message = picture.missingCharactersMessage { report(message) }
    for fault in picture.imageFaults + picture.warnings { report("\(fault)") }

    #expect(reports.first == "no font has U+E000" && reports.count == 2, "\(reports)")
  }

  @Test func threadsShareAPainter() async throws {
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "images")
    let sources = try (0..<8).map { number in
      try SceneSource(json: Array(#"{"width": 80, "body": {"Text": "\#(number)"}}"#.utf8))
    }

    let files = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for source in sources {
        group.addTask {
          try painter.picture(of: PictureRequest(source), isCancelled: { Task.isCancelled }).bytes
        }
      }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }

    let alone = try sources.map { try painter.picture(of: PictureRequest($0)).bytes }
    #expect(Set(files) == Set(alone) && Set(alone).count == 8)
  }
}
