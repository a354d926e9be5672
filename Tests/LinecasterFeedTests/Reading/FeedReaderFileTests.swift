import Foundation
import Linecaster
import LinecasterFeed
import Testing

@Suite struct FeedReaderFileTests {
  private let folder: TemporaryFolder
  private let message = #"{"id":1,"author":"A","time":1,"body":"b"}"#

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func aFileIsReadToItsEnd() throws {
    let lines = (0..<30_000).map {
      message.replacingOccurrences(of: "\"id\":1", with: "\"id\":\($0)")
    }
    let path = try folder.write(Data(lines.joined(separator: "\n").utf8), to: "feed")
    let content = read(path)
    #expect(content.errors.isEmpty)
    #expect(content.items.map(\.identifier) == (0..<30_000).map(ItemIdentifier.number))
  }

  @Test func aFileThatCannotBeReadIsAFaultOfNoLine() {
    #expect(
      read("\(folder.path)/none").errors.map(\.description)
        == ["\(folder.path)/none: cannot be read: no such file"])
    #expect(
      read(folder.path).errors.map(\.description)
        == ["\(folder.path): cannot be read: is a folder"])
  }

  @Test func devicesEndOrAreCut() {
    #expect(read("/dev/null").items.isEmpty)
    #expect(read("/dev/null").errors.isEmpty)
    #expect(read("/dev/zero").errors.map(\.line) == [1])
  }

  @Test func imagesAreMeasuredInTheFolder() throws {
    let image = try PNGEncoder().encode(Bitmap(width: 3, height: 2))
    _ = try folder.write(Data(image), to: "a.png")
    let item = read(try feed(image: "a.png")).items.first
    #expect(
      item?.image == FeedImage(reference: ImageReference("a.png"), size: Size(width: 3, height: 2)))
  }

  @Test(arguments: ["", "/etc/passwd", "../a.png", "b/../../a.png", "..", "a.png\\u0000"])
  func pathsThatLeaveTheFolderAreFaults(path: String) throws {
    #expect(
      read(try feed(image: path)).errors.map(\.reason)
        == ["field 'image' is not a path inside the folder of the feed"])
  }

  @Test func imagesThatAreNoneAreFaults() throws {
    let missing = read(try feed(image: "none.png")).errors.map(\.reason)
    #expect(
      missing == [
        "field 'image': \(folder.path)/none.png: cannot be read: No such file or directory"
      ])
    let feedItself = read(try feed(image: "feed")).errors.map(\.reason)
    #expect(
      feedItself == [
        "field 'image': \(folder.path)/feed: is not of a supported format: "
          + "neither PNG nor JPEG nor WebP"
      ])
  }

  private func feed(image: String) throws -> String {
    let line = #"{"id":1,"author":"A","time":1,"body":"b","image":"\#(image)"}"#
    return try folder.write(Data(line.utf8), to: "feed")
  }

  private func read(_ path: String) -> FeedContent {
    FeedReader(imageFolder: folder.path).read(path: path)
  }
}
