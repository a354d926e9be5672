import Foundation
import Linecaster
import Testing

/// Scenes that are templates, from the command line.
@Suite struct TemplateCommandTests {
  private static let template = #"""
    {"data": {"names": ["Ada"]}, "body": {"Column": [
      {"Repeat": "names", "as": "name", "content": {"Text": "Hello {{name}}"}}]}}
    """#

  private let folder: TemporaryFolder
  private let card: String

  init() throws {
    folder = try TemporaryFolder()
    card = try folder.write(Self.template, to: "card.json")
  }

  private func image(_ input: String, _ arguments: [String] = []) async throws -> Data {
    let run = try await LinecasterRun(
      ["render", input, "-o", folder.file("out.png")] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try folder.read("out.png")
  }

  @Test func aTemplateIsTheSceneThatIsWrittenOut() async throws {
    for names in [["Ada"], ["Grace", "Alan"]] {
      let texts = names.map { #"{"Text": "Hello \#($0)"}"# }.joined(separator: ", ")
      let scene = try folder.write(#"{"body": {"Column": [\#(texts)]}}"#, to: "scene.json")
      let data = try folder.write(#"{"names": \#(names)}"#, to: "row.json")
      #expect(try await image(card, ["--data", data]) == image(scene))
      if names == ["Ada"] { #expect(try await image(card) == image(scene)) }
    }
  }

  @Test func faultsNameBothFiles() async throws {
    let data = try folder.write(#"{"names": 1.5}"#, to: "row.json")
    let run = try await LinecasterRun([
      "render", card, "-o", folder.file("out.png"), "--data", data,
    ])
    #expect(run.status == 1)
    #expect(run.errors.contains("card.json:2:14: body.Column[0].Repeat: 1.5 is not a list"))
    #expect(run.errors.contains("the value comes from \'names\' at \(data):1:11"))
    let missing = try await LinecasterRun([
      "render", card, "-o", folder.file("out.png"), "--data", folder.file("none.json"),
    ])
    #expect(missing.status == 1 && missing.errors.contains("none.json: cannot be read"))
  }

  @Test func imagesThatFailNameThePlaceInBothFiles() async throws {
    let card = try folder.write(
      #"""
      {"data": {"photos": []}, "body": {"Column": [
        {"Repeat": "photos", "as": "photo", "content": {"Image": {"image": "{{photo.file}}"}}}]}}
      """#, to: "photos.json")
    let data = try folder.write(
      #"{"photos": [{"file": "a.png"}, {"file": "b.png"}]}"#, to: "row.json")
    let run = try await LinecasterRun([
      "render", card, "-o", folder.file("out.png"), "--data", data,
    ])
    #expect(run.status == 0, "\(run.errors)")
    for (name, place) in [
      ("a.png", "0].file' at \(data):1:22"), ("b.png", "1].file' at \(data):1:41"),
    ] {
      #expect(run.errors.contains("\(card):2:70: body.Column[0].content.Image.image: "))
      #expect(run.errors.contains("\(name): cannot be read: "))
      #expect(run.errors.contains("the value comes from 'photos[\(place)"))
    }
  }

  @Test func dataAreForScenes() async throws {
    let feed = try folder.write(Feed.short(rows: 1), to: "short.jsonl")
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--data", card,
    ])
    #expect(run.status == 64 && run.errors.contains("--data applies to scenes"))
  }
}
