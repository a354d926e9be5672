import Foundation
import Testing

@Suite struct OutputFileTests {
  private let folder: TemporaryFolder
  private let feed: String

  init() throws {
    folder = try TemporaryFolder()
    feed = try folder.write(Feed.short(rows: 1), to: "feed.jsonl")
  }

  @Test func aFileIsReplacedAndALinkIsFollowed() async throws {
    let target = try folder.write("old", to: "target.png")
    let link = folder.file("link.png")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let run = try await LinecasterRun(["render", feed, "-o", link])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.read("target.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try folder.names == ["feed.jsonl", "link.png", "target.png"])
  }

  @Test func whatIsNoFileIsRefused() async throws {
    try await expectFailure(folder.path, "is a folder")
    try await expectFailure(feed, "is the input")
    try await expectFailure("\(feed)/out.png", "not a folder: \(feed)")
    let missing = folder.file("missing")
    try await expectFailure("\(missing)/out.png", "no such folder: \(missing)")
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    try await expectFailure(folder.file("pipe"), "is not a regular file")
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: missing)
    try await expectFailure(link, "is a symbolic link to nothing")
  }

  /// A rename would put a file in the place of the device.
  @Test func devicesAreRefusedAndStay() async throws {
    try await expectFailure("/dev/full", "is not a regular file")
    try await expectFailure("/dev/null", "is not a regular file")
    for device in ["/dev/full", "/dev/null"] {
      let type = try FileManager.default.attributesOfItem(atPath: device)[.type]
      #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  /// The fault is found only when the finished image is to take its place.
  @Test func failuresOfTheSystemAreNamed() async throws {
    let output = folder.file(String(repeating: "x", count: 300))
    let run = try await LinecasterRun(["render", feed, "-o", output])
    #expect(run.status == 1)
    #expect(run.errors == "linecaster: \(output): cannot be written: File name too long\n")
    #expect(try folder.names == ["feed.jsonl"])
  }

  private func expectFailure(
    _ output: String, _ reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.names
    let run = try await LinecasterRun(["render", feed, "-o", output])
    #expect(
      run.errors == "linecaster: \(output): cannot be written: \(reason)\n",
      sourceLocation: sourceLocation)
    #expect(run.status == 1, sourceLocation: sourceLocation)
    #expect(try folder.names == before, sourceLocation: sourceLocation)
    #expect(try folder.read("feed.jsonl") == Data(Feed.short(rows: 1).utf8))
  }
}
