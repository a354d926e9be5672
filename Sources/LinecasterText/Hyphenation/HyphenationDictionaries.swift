public import LinecasterBase
import LinecasterFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// An error of a hyphenation dictionary or a request for one; its source is a file or a folder.
public typealias HyphenationError = SourceError<HyphenationErrorCode>

/// The kind of error of a hyphenation dictionary.
public struct HyphenationErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The error as the end of a sentence that starts with the source.
  public let description: String

  /// There is no dictionary for the language.
  public static let missing = HyphenationErrorCode(description: "has no dictionary")
  /// The file or folder does not exist, or the process may not read it.
  public static let unreadable = HyphenationErrorCode(description: "cannot be read")
  /// The file is not a hyphenation dictionary; the reason includes the line.
  public static let malformed = HyphenationErrorCode(
    description: "is not a hyphenation dictionary")
}

extension HyphenationDictionary {
  /// Reads the dictionary in the file at `path`.
  ///
  /// - Throws: `HyphenationError` if the file cannot be read or is not a dictionary.
  /// - Complexity: O(bytes), at most 16 MiB, plus sorting the patterns.
  public init(path: String) throws(HyphenationError) {
    let data: FontData
    do throws(FontError) {
      data = try FontData(path: path)
    } catch {
      throw HyphenationError(
        code: error.code == .unreadable ? .unreadable : .malformed, source: path,
        reason: error.reason)
    }
    self = try HyphenationFileReader.read(data.bytes, source: path)
    withExtendedLifetime(data) {}
  }

  /// Parses a dictionary from the bytes of its file; `name` identifies the dictionary in errors.
  ///
  /// - Throws: `HyphenationError` with code `malformed`.
  /// - Complexity: That of `init(path:)`.
  public init(_ data: [UInt8], name: String) throws(HyphenationError) {
    var found: Result<HyphenationDictionary, HyphenationError>?
    data.withUnsafeBytes { bytes in
      do throws(HyphenationError) {
        found = .success(try HyphenationFileReader.read(bytes, source: name))
      } catch {
        found = .failure(error)
      }
    }
    guard let found else {
      throw HyphenationError(code: .malformed, source: name, reason: "the file is empty")
    }
    self = try found.get()
  }
}

/// The hyphenation dictionaries of a folder by language, loaded on demand and cached.
///
///     let dictionaries = HyphenationDictionaries.system
///     let english = try dictionaries.dictionary(for: "en-GB")
///     print(english.breaks(in: "hyphenation"))
public final class HyphenationDictionaries: Sendable {
  /// The system's dictionaries in `/usr/share/hyphen` (Debian packages `hyphen-*`).
  public static let system = HyphenationDictionaries(folder: "/usr/share/hyphen")

  /// The folder with the dictionaries.
  public let folder: String

  /// The file names by lower-case language; `nil` before the first request.
  private let files = Mutex<[String: String]?>(nil)
  /// The result of reading each file.
  private let read = Mutex<[String: Result<HyphenationDictionary, HyphenationError>]>([:])
  private let reading = SingleFlight<String, Result<HyphenationDictionary, HyphenationError>>()

  /// Creates the dictionaries of a folder with file names of the form `hyph_de_DE.dic`.
  public init(folder: String) {
    self.folder = folder
  }

  /// Returns the dictionary for a language.
  ///
  /// If several files match the language, one with the tag's region is preferred, then one without
  /// a region. After these come the country that the language is named after, and the first file.
  ///
  /// - Parameter language: A BCP 47 tag, for example `de` or `en-GB`.
  /// - Throws: `HyphenationError` if the file is missing or is not a dictionary.
  /// - Complexity: O(1) once loaded; reading the file is linear in its size. Thread-safe;
  ///   concurrent requests for the same file wait for one read.
  public func dictionary(for language: String) throws(HyphenationError) -> HyphenationDictionary {
    guard let name = fileName(for: language) else {
      throw HyphenationError(
        code: .missing, source: folder,
        reason: "language '\(String(language.unicodeScalars.prefix(40)))'")
    }
    let known = { self.read.withLock { $0[name] } }
    if let result = known() { return try result.get() }
    return try reading.value(for: name, known: known) {
      let result = Self.dictionary(path: "\(folder)/\(name)")
      read.withLock { $0[name] = result }
      return result
    }.get()
  }

  private static func dictionary(
    path: String
  ) -> Result<HyphenationDictionary, HyphenationError> {
    do throws(HyphenationError) {
      return .success(try HyphenationDictionary(path: path))
    } catch {
      return .failure(error)
    }
  }

  /// The name of the best dictionary file for a language.
  private func fileName(for language: String) -> String? {
    let files = files.withLock { files in
      if let files { return files }
      let found = Self.files(in: folder)
      files = found
      return found
    }
    guard language.utf8.count <= 64 else { return nil }
    let tag = String(language.map { $0 == "-" ? "_" : $0 }).lowercased()
    guard let base = tag.split(separator: "_").first.map(String.init) else { return nil }
    // A script subtag between language and region does not affect the file name.
    let region = tag.split(separator: "_").dropFirst().first { $0.utf8.count == 2 }
    let names = [tag, region.map { "\(base)_\($0)" } ?? base, base, "\(base)_\(base)"]
    if let name = names.lazy.compactMap({ files[$0] }).first { return name }
    return files.keys.filter { $0.hasPrefix("\(base)_") }.min().flatMap { files[$0] }
  }

  /// The dictionary files of a folder by lower-case language; empty if the folder cannot be read.
  private static func files(in folder: String) -> [String: String] {
    guard let directory = opendir(folder) else { return [:] }
    defer { closedir(directory) }
    var files: [String: String] = [:]
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix("hyph_"), name.hasSuffix(".dic") else { continue }
      files[name.dropFirst(5).dropLast(4).lowercased()] = name
    }
    return files
  }
}
