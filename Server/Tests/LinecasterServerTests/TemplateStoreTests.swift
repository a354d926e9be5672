import Foundation
import LinecasterBase
import Logging
import Testing

@testable import LinecasterServer

/// Templates of a folder.
@Suite struct TemplateStoreTests {
  private let folder: TemporaryFolder
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  init() throws { folder = try TemporaryFolder() }

  private static let json =
    #"{"data": {"a": "x", "b": 1, "c": true, "d": []}, "body": {"Text": "{{a}}"}}"#

  @Test func templatesAreReadWithTheKindsOfTheirData() throws {
    try folder.write(Self.json, to: "one.json")
    try folder.write("notes", to: "notes.txt")
    let store = try TemplateStore(folder: folder.path, logger: logger)
    let template = try #require(store.template(named: "one"))
    #expect(template.defaults == ["a": .text, "b": .number, "c": .flag, "d": .other])
    #expect(store.names == ["one"])
    #expect(store.template(named: "../one") == nil && store.template(named: "notes") == nil)
  }

  @Test func changesAreSeenAndFaultsLeaveWhatWas() throws {
    let store = try TemplateStore(folder: folder.path, logger: logger)
    #expect(store.names.isEmpty)
    try folder.write(Self.json, to: "one.json")
    try store.refresh()
    let first = try #require(store.template(named: "one"))
    try folder.write("{\"data\": ", to: "one.json")
    try store.refresh()
    #expect(store.template(named: "one")?.digest == first.digest)
    try folder.write(Self.json + " ", to: "one.json")
    try store.refresh()
    let second = try #require(store.template(named: "one"))
    #expect(second.digest != first.digest)
    try FileManager.default.removeItem(atPath: "\(folder.path)/one.json")
    try store.refresh()
    #expect(store.names.isEmpty)
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: (any Error).self) {
      try TemplateStore(folder: "/nonexistent", logger: logger)
    }
  }
}
