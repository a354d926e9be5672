import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterText
import Synchronization

/// The typesetters of a painter: a shared one, and some for scenes with fonts of their own.
final class SceneTypesetters: Sendable {
  /// A typesetter, and the digest of the fonts of its scene.
  final class Entry: Sendable {
    let typesetter: Typesetter
    /// The digest; empty if the scene has no fonts of its own, `nil` until it is requested.
    private let known: Mutex<String?>

    fileprivate init(_ typesetter: Typesetter, digest: String? = nil) {
      self.typesetter = typesetter
      known = Mutex(digest)
    }

    /// The digest of the scene's own fonts; empty if it has none.
    ///
    /// - Throws: As `SceneTypesetters.digest(of:)`.
    func digest() throws(FontError) -> String {
      if let digest = known.withLock({ $0 }) { return digest }
      let digest = try SceneTypesetters.digest(of: typesetter.fonts)
      known.withLock { $0 = digest }
      return digest
    }
  }

  /// The fonts of a scene and their file identities: a replaced file is a different font.
  private struct Key: Hashable {
    let fonts: [SceneFont]
    let files: [FileIdentity?]
  }

  /// The typesetter of sources without fonts of their own.
  let shared: Entry
  private let folder: String
  private let measuresTime: Bool
  /// The most recently used entries, newest first.
  private let brought = Mutex<[(key: Key, entry: Entry)]>([])

  /// The maximum cached typesetters; each has caches of its own.
  private static let mostKept = 4

  init(_ fonts: FontCollection, folder: String, measuresTime: Bool) {
    shared = Entry(Typesetter(fonts: fonts, measuresTime: measuresTime), digest: "")
    (self.folder, self.measuresTime) = (folder, measuresTime)
  }

  /// The missing families, weights and styles so far.
  var fontIssues: [FontIssue] {
    shared.typesetter.fontIssues
      + brought.withLock { $0.flatMap(\.entry.typesetter.fontIssues) }
  }

  /// The bytes of cached words and paragraphs.
  var keptBytes: Int {
    let typesetters = [shared.typesetter] + brought.withLock { $0.map(\.entry.typesetter) }
    return typesetters.map(\.statistics).reduce(0) { $0 + $1.wordBytes + $1.paragraphBytes }
  }

  /// Drops cached words and paragraphs, closes fonts, and forgets the fonts of scenes.
  func removeAll() {
    brought.withLock { $0.removeAll() }
    shared.typesetter.removeAll()
    shared.typesetter.fonts.closeFiles()
  }

  /// The typesetter for a scene; the shared one unless the scene has its own fonts.
  ///
  /// - Throws: `FontError` naming a file that cannot be read or is not a font.
  func entry(for scene: Scene?) throws(FontError) -> Entry {
    guard let scene, !scene.fonts.isEmpty else { return shared }
    let key = Key(
      fonts: scene.fonts,
      files: scene.fontPaths(in: folder).map { try? FileIdentity(path: $0) })
    let known = brought.withLock { kept -> Entry? in
      guard let place = kept.firstIndex(where: { $0.key == key }) else { return nil }
      let found = kept.remove(at: place)
      kept.insert(found, at: 0)
      return found.entry
    }
    if let known { return known }
    // Outside the lock, so other threads need not wait for files.
    let fonts = try scene.fonts(before: shared.typesetter.fonts, folder: folder)
    let opened = Entry(Typesetter(fonts: fonts, measuresTime: measuresTime))
    brought.withLock { kept in
      kept = [(key, opened)] + kept.filter { $0.key != key }.prefix(Self.mostKept - 1)
    }
    return opened
  }

  /// A digest of fonts: the names and sizes of bundled fonts, whose contents are tied to the engine
  /// version, and the bytes of others.
  ///
  /// - Complexity: O(bytes of the others); bundled fonts are not opened.
  static func digest(of fonts: FontCollection) throws(FontError) -> String {
    let bundled = Set(try FontCollection.bundled().entries.map { ObjectIdentifier($0) })
    var digest = SHA256()
    var (names, opened): (Set<String>, Set<ObjectIdentifier>) = ([], [])
    for entry in fonts.entries {
      if bundled.contains(ObjectIdentifier(entry)) {
        let path = entry.description.source
        guard names.insert(path).inserted else { continue }
        digest.add(counted: URL(fileURLWithPath: path).lastPathComponent)
        digest.add(UInt64(clamping: FileStamp(path).size))
      } else if let data = try? entry.face().data, opened.insert(ObjectIdentifier(data)).inserted {
        unsafe data.withBytes { bytes in
          unsafe digest.add(bytes)
          digest.add(UInt64(bytes.count))
        }
      }
    }
    return digest.hexadecimal
  }
}
