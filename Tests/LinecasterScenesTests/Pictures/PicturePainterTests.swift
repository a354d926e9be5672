import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Synchronization
import Testing

/// Scenes as picture files.
@Suite(.timeLimit(.minutes(60))) struct PicturePainterTests {
  private let painter: PicturePainter

  init() throws {
    painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/nonexistent")
  }

  private func request(_ json: String) throws -> PictureRequest {
    PictureRequest(try SceneSource(json: Array(json.utf8), named: "a.json"))
  }

  private static let card =
    ##"{"width": 120, "background": "#102030", "body": {"Text": "Hello 👋"}}"##

  @Test(arguments: PictureFormat.builtIn)
  func everyFormatIsWritten(format: PictureFormat) throws {
    var request = try request(Self.card)
    request.options.encoding.format = format
    request.options.scale = 2
    let picture = try painter.picture(of: request)
    #expect(picture.width == 240 && picture.height > 30 && picture.format == format)
    switch format {
    case .pdf: #expect(picture.bytes.starts(with: "%PDF-1.7".utf8))
    case .svg: #expect(picture.bytes.starts(with: "<?xml ".utf8))
    default:
      let bitmap = try ImageDecoder().decode(picture.bytes)
      #expect((bitmap.width, bitmap.height) == (picture.width, picture.height))
    }
  }

  /// A picture has the width of its scene, even if the content is narrower or wider.
  @Test(arguments: [40.0, 120, 300]) func picturesAreAsWideAsTheyAreToBe(width: Double) throws {
    let box = #"{"Box": {"color": "black", "size": {"width": \#(width), "height": 7}}}"#
    let picture = try painter.picture(of: request(#"{"width": 120, "body": \#(box)}"#))
    #expect((picture.width, picture.height) == (120, 7))
    let bitmap = try ImageDecoder().decode(picture.bytes)
    #expect(bitmap.pixels[0] == 0 && bitmap.pixels[119 * 4] == (width < 120 ? 255 : 0))
  }

  /// Neither cached data of other pictures nor concurrent drawing changes the bytes.
  @Test func bytesDependOnTheRequestOnly() async throws {
    let scenes = (0..<12).map { Self.card.replacing("Hello", with: "Hello \($0 % 4)") }
    let alone = try scenes.map { json in
      let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: "/nonexistent")
      return try painter.picture(of: request(json)).bytes
    }
    let painter = painter
    let requests = try scenes.map(request)
    let together = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask { (index, try painter.picture(of: request).bytes) }
      }
      return try await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
    }
    for (index, bytes) in alone.enumerated() { #expect(together[index] == bytes) }
  }

  /// Releasing memory during concurrent drawing changes no picture.
  @Test func memoryIsGivenBackWhileOthersDraw() async throws {
    let painter = painter
    let request = try request(Self.card)
    let bytes = try painter.picture(of: request).bytes
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<40 {
        group.addTask {
          let most = [Int.min, 0, 10_000, .max][number / 4 % 4]
          if number % 4 == 0 { painter.releaseMemory(over: most) }
          return try painter.picture(of: request).bytes == bytes
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
    #expect(!painter.releaseMemory(over: 1 << 20))
    #expect(painter.releaseMemory(over: 10))
    #expect(try painter.picture(of: request).bytes == bytes)
  }

  /// The pixels equal those of laying out and drawing step by step.
  @Test func pixelsAreThoseOfTheSteps() throws {
    let request = try request(Self.card)
    let read = try painter.read(request)
    let drawn = try painter.draw(painter.arrange(read))
    let picture = try painter.encode(drawn)
    #expect(try ImageDecoder().decode(picture.bytes) == drawn.picture.bitmap())
    #expect(try painter.picture(of: request).bytes == picture.bytes)
  }

  @Test func optionsAreFollowed() throws {
    let json = #"{"width": 100, "body": {"Text": "Words that take several lines"}}"#
    var request = try request(json)
    let plain = try painter.picture(of: request)
    request.options.width = 300
    let wide = try painter.picture(of: request)
    #expect(wide.width == 300 && wide.height < plain.height)
    request.options.textScale = 2
    #expect(try painter.picture(of: request).height > wide.height)
    request.options.theme = .dark
    let dark = try ImageDecoder().decode(painter.picture(of: request).bytes)
    #expect(dark.pixels.prefix(3).allSatisfy { $0 == 0 })
  }

  @Test func imagesThatAreMissingAreToldOrErrors() throws {
    let json = #"{"width": 90, "body": {"Image": {"image": "a.png"}, "frame": {"height": 40}}}"#
    var request = try request(json)
    let picture = try painter.picture(of: request)
    #expect(picture.imageFaults.map(\.path) == ["body.Image.image"])
    request.options.isStrict = true
    let error = #expect(throws: SceneError.self) { try painter.picture(of: request) }
    #expect(error?.path == "body.Image.image" && error?.source == "a.json")
  }

  /// Images may be added and changed during the life of a painter.
  @Test func imagesMayComeAndChange() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let request = try request(
      #"{"width": 8, "body": {"Image": {"image": "a.png"}, "frame": {"height": 8}}}"#)
    #expect(try painter.read(request).filePaths == ["a.png"])
    #expect(try painter.picture(of: request).imageFaults.count == 1)
    for color in [Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)] {
      let image = try Bitmap(width: 8, height: 8 + Int(color.blue) / 255, background: color)
      try PNGEncoder().write(image, to: "\(folder.path)/a.png")
      let picture = try painter.picture(of: request)
      #expect(picture.imageFaults.isEmpty)
      #expect(try ImageDecoder().decode(picture.bytes).color(atX: 4, y: 4) == color)
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/a.png")
    #expect(try painter.picture(of: request).imageFaults.count == 1)
  }

  /// A scene's own font is cached, and read again after it changes.
  @Test func fontsMayComeAndChange() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let fonts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fonts")
    let painter = PicturePainter(fonts: try FontCollection.bundled(), folder: folder.path)
    let request = try request(
      """
      {"width": 60, "fonts": [{"family": "Own", "file": "own.ttf"}],
       "body": {"Text": {"string": "iiii", "style": {"families": ["Own"], "size": 20}}}}
      """)
    var pictures: [[UInt8]] = []
    var digests: Set<String> = []
    for file in ["NotoSans/NotoSans-Regular.ttf", "NotoSansMono/NotoSansMono-Regular.ttf"] {
      try Data(contentsOf: fonts.appendingPathComponent(file))
        .write(to: folder.appendingPathComponent("own.ttf"), options: .atomic)
      for _ in 0..<2 { pictures.append(try painter.picture(of: request).bytes) }
      let read = try painter.read(request)
      digests.insert(try read.fontDigest())
      #expect(read.filePaths == ["own.ttf"])
    }
    #expect(pictures[0] == pictures[1] && pictures[2] == pictures[3] && pictures[0] != pictures[2])
    #expect(digests.count == 2)
  }

  @Test func charactersWithoutAFontAreTold() throws {
    let picture = try painter.picture(of: request("{\"body\": {\"Text\": \"a\u{10FFFD}\"}}"))
    #expect(picture.missingCharacters == ["\u{10FFFD}"])
  }

  @Test func faultsAndLimitsAreErrors() throws {
    #expect(throws: SceneError.self) {
      try painter.picture(of: request(#"{"body": {"Texd": 1}}"#))
    }
    let small = PicturePainter(
      fonts: try FontCollection.bundled(), folder: "/nonexistent",
      budget: RenderBudget(pixelCount: 100, byteCount: 400))
    #expect(throws: RenderBudget.Excess.self) { try small.picture(of: request(Self.card)) }
    #expect(throws: FontError.self) {
      try painter.picture(
        of: request(
          #"{"fonts": [{"family": "A", "file": "a.ttf"}], "body": {"Text": "a"}}"#))
    }
  }

  /// Drawing can be cancelled at any check, in any step.
  @Test func drawingIsCancelled() throws {
    let request = try request(Self.card)
    let questions = Mutex(0)
    _ = try painter.picture(of: request) {
      questions.withLock { $0 += 1 }
      return false
    }
    let count = questions.withLock { $0 }
    #expect(count > 4)
    for limit in 0..<count {
      var left = limit
      #expect(throws: CancellationError.self) {
        try painter.picture(of: request) {
          left -= 1
          return left < 0
        }
      }
    }
  }
}
