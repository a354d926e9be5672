import Foundation
import Testing

@testable import LinecasterServer

extension PictureStore {
  /// Keeps the bytes of a picture, and returns it.
  @discardableResult
  fileprivate func keep(
    _ bytes: [UInt8], for key: String, ending: String, files: [FileVersion] = []
  ) throws -> StoredPicture {
    let picture = StoredPicture(bytes, ending: ending)
    try keep(picture, for: key, files: files)
    return picture
  }
}

/// The picture cache in a folder.
@Suite struct PictureStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ limit: Int = 1 << 20) throws -> PictureStore {
    try PictureStore(folder: folder.path, byteLimit: limit)
  }

  private func key(_ number: Int) -> String { PictureStore.digest(of: Array("\(number)".utf8)) }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix("/") && $0.contains("/") }
  }

  @Test func whatWasKeptIsFoundAlsoByTheNext() throws {
    let store = try store()
    let kept = try store.keep([1, 2, 3], for: key(1), ending: "png")
    #expect(kept.digest == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    for store in [store, try self.store()] {
      #expect(store.picture(for: key(1)) == kept)
      #expect(store.picture(for: key(2)) == nil)
      #expect(store.byteCount == 3)
    }
  }

  @Test func damagedFilesAreOfNoUse() throws {
    try store().keep([1, 2, 3], for: key(1), ending: "png")
    let file = try #require(files().first)
    try Data([1, 2]).write(to: URL(fileURLWithPath: "\(folder.path)/\(file)"))
    let store = try store()
    #expect(store.picture(for: key(1)) == nil && store.byteCount == 0)
    #expect(try files().isEmpty)
  }

  /// Incomplete files may be those of another server until they are an hour old.
  @Test func abandonedFilesAreRemovedAndOthersLeft() throws {
    try store().keep([1, 2, 3], for: key(1), ending: "png")
    let inner = "\(folder.path)/\(key(1).prefix(2))"
    for name in ["old.part", "new.part", "notes.txt"] {
      try Data([1]).write(to: URL(fileURLWithPath: "\(inner)/\(name)"))
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3_700)], ofItemAtPath: "\(inner)/old.part")
    let store = try store()
    #expect(store.picture(for: key(1)) != nil && store.byteCount == 3)
    let names = try files().map { URL(fileURLWithPath: $0).lastPathComponent }.sorted()
    #expect(names.count == 3 && names.suffix(2) == ["new.part", "notes.txt"], "\(names)")
  }

  /// The least recently used pictures are evicted, and the limit in bytes is never exceeded.
  @Test func theOldestGo() throws {
    let store = try store(1_000)
    for number in 0..<10 {
      try store.keep([UInt8](repeating: 1, count: 100), for: key(number), ending: "png")
    }
    #expect(store.picture(for: key(0)) != nil)
    try store.keep([UInt8](repeating: 2, count: 100), for: key(10), ending: "png")
    #expect(store.byteCount <= 900)
    #expect(store.picture(for: key(0)) != nil && store.picture(for: key(10)) != nil)
    #expect(store.picture(for: key(1)) == nil)
    #expect(try files().count == store.byteCount / 100)
    // A picture larger than the limit is not stored.
    try store.keep([UInt8](repeating: 2, count: 1_001), for: key(11), ending: "png")
    #expect(store.picture(for: key(11)) == nil && store.picture(for: key(10)) != nil)
  }

  @Test func anotherPictureTakesThePlaceOfTheFirst() throws {
    let store = try store()
    try store.keep([1], for: key(1), ending: "png")
    try store.keep([2, 2], for: key(1), ending: "png")
    #expect(store.picture(for: key(1))?.bytes == [2, 2] && store.byteCount == 2)
    #expect(try files().count == 1)
  }

  /// A picture is stale once one of its files has changed.
  @Test func filesThatChangeMakePicturesOld() throws {
    let image = "\(folder.path)/a.png"
    try Data([1]).write(to: URL(fileURLWithPath: image))
    let version = FileVersion(image)
    try store().keep([1], for: key(1), ending: "png", files: [version])
    #expect(try store().picture(for: key(1)) != nil)
    try Data([1, 2]).write(to: URL(fileURLWithPath: image))
    #expect(try store().picture(for: key(1)) == nil)
    #expect(try files().isEmpty)
    try store().keep([1], for: key(1), ending: "png", files: [FileVersion(image)])
    try FileManager.default.removeItem(atPath: image)
    #expect(try store().picture(for: key(1)) == nil)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() {
    #expect(throws: (any Error).self) {
      try PictureStore(folder: "/dev/null/cache", byteLimit: 1)
    }
  }
}
