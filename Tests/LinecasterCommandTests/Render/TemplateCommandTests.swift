import Foundation
import Linecaster
import Testing

/// Templates on the command line.
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

  /// All names of the data are checked at once, and the sample is never drawn instead.
  @Test func namesOfDataAreChecked() async throws {
    let card = try folder.write(
      #"{"data": {"name": "Ada", "id": 0}, "body": {"Text": "{{name}} {{id}}"}}"#, to: "badge.json")
    let data = try folder.write(#"{"nmae": "Carl"}"#, to: "row.json")
    let arguments = ["render", card, "-o", folder.file("out.png"), "--data", data]
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 1)
    #expect(run.errors.contains("\(data):1:2: nmae: 'nmae' is not a name that the template uses"))
    #expect(run.errors.contains("did you mean 'name'?"))
    #expect(run.errors.contains("\(data):1:1: 'id' is missing; "))
    #expect(try await LinecasterRun(arguments + ["--names", "none"]).status == 0)
    let without = try await LinecasterRun([
      "render", card, "-o", folder.file("out.png"), "--names", "none",
    ])
    #expect(without.status == 64 && without.errors.contains("--names needs --data"))
  }

  /// Content outside of the picture is a warning, and with --strict an error without a file.
  @Test func contentThatDoesNotFitIsReported() async throws {
    let scene = try folder.write(
      #"{"height": 30, "body": {"Column": [{"Text": "a"}, {"Text": "b"}]}}"#, to: "long.json")
    let message =
      "\(scene):1:51: body.Column[1]: overflow: this node reaches 10 points below the picture, "
      + "which is 30 points high; \"height\": \"auto\" makes it as high as its content\n"
    let out = folder.file("long.png")
    let run = try await LinecasterRun(["render", scene, "-o", out])
    #expect(run.status == 0 && run.errors.contains("warning: \(message)"), "\(run.errors)")
    let other = folder.file("strict.png")
    let strict = try await LinecasterRun(["render", scene, "-o", other, "--strict"])
    #expect(strict.status == 1 && strict.errors == "linecaster: \(message)", "\(strict.errors)")
    #expect(!FileManager.default.fileExists(atPath: other))
    let auto = try folder.write(
      #"{"height": "auto", "body": {"Column": [{"Text": "a"}, {"Text": "b"}]}}"#, to: "auto.json")
    let remedy = try await LinecasterRun(["render", auto, "-o", out, "--strict"])
    #expect(remedy.status == 0 && !remedy.errors.contains("overflow"), "\(remedy.errors)")
  }

  @Test func sizesAreLimited() async throws {
    let scene = try folder.write(
      #"{"width": 500, "height": 500, "body": {"Spacer": {}}}"#, to: "big")
    let arguments = ["render", scene, "--input", "scene", "--max-size", "249999", "-o"]
    let run = try await LinecasterRun(arguments + [folder.file("big.png")])
    #expect(run.status == 1)
    #expect(run.errors.contains("takes 250000 pixels in all; the limit is 249999"), "\(run.errors)")
    #expect(try await LinecasterRun(arguments + [folder.file("big.pdf")]).status == 0)
  }

  @Test func dataAreForScenes() async throws {
    let feed = try folder.write(Feed.short(rows: 1), to: "short.jsonl")
    let run = try await LinecasterRun([
      "render", feed, "-o", folder.file("out.png"), "--data", card,
    ])
    #expect(run.status == 64 && run.errors.contains("--data applies to scenes"))
  }
}
