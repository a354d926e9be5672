import Foundation
import Logging
import Testing

@testable import LinecasterServer

/// Templates of a folder.
@Suite struct TemplateShelfTests {
  private let folder: TemporaryFolder
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  init() throws { folder = try TemporaryFolder() }

  private static let json =
    #"{"data": {"a": "x", "b": 1, "c": true, "d": []}, "body": {"Text": "{{a}}"}}"#

  @Test func templatesAreReadWithTheKindsOfTheirData() throws {
    try folder.write(Self.json, to: "one.json")
    try folder.write("notes", to: "notes.txt")
    let shelf = try TemplateShelf(folder: folder.path, logger: logger)
    let template = try #require(shelf.template(named: "one"))
    #expect(template.defaults == ["a": .text, "b": .number, "c": .flag, "d": .other])
    #expect(shelf.names == ["one"])
    #expect(shelf.template(named: "../one") == nil && shelf.template(named: "notes") == nil)
  }

  @Test func changesAreSeenAndFaultsLeaveWhatWas() throws {
    let shelf = try TemplateShelf(folder: folder.path, logger: logger)
    #expect(shelf.names.isEmpty)
    try folder.write(Self.json, to: "one.json")
    try shelf.refresh()
    let first = try #require(shelf.template(named: "one"))
    try folder.write("{\"data\": ", to: "one.json")
    try shelf.refresh()
    #expect(shelf.template(named: "one")?.digest == first.digest)
    try folder.write(Self.json + " ", to: "one.json")
    try shelf.refresh()
    let second = try #require(shelf.template(named: "one"))
    #expect(second.digest != first.digest)
    try FileManager.default.removeItem(atPath: "\(folder.path)/one.json")
    try shelf.refresh()
    #expect(shelf.names.isEmpty)
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: (any Error).self) {
      try TemplateShelf(folder: "/nonexistent", logger: logger)
    }
  }
}
