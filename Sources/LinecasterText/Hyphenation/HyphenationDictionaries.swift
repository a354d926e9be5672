public import LinecasterBase
import LinecasterFonts
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// What is wrong with a hyphenation dictionary, or with the request for one; its source is a file
/// or a folder.
public typealias HyphenationError = SourceError<HyphenationErrorCode>

/// The kind of fault of a hyphenation dictionary.
public struct HyphenationErrorCode: Hashable, Sendable, CustomStringConvertible {
  /// The fault as the end of a sentence that starts with the source.
  public let description: String

  /// There is no dictionary for the language.
  public static let missing = HyphenationErrorCode(description: "has no dictionary")
  /// The file does not exist or may not be read.
  public static let unreadable = HyphenationErrorCode(description: "cannot be read")
  /// The file is no hyphenation dictionary; the reason has the line.
  public static let malformed = HyphenationErrorCode(
    description: "is not a hyphenation dictionary")
}

extension HyphenationDictionary {
  /// Reads the dictionary in the file at `path`.
  ///
  /// - Throws: `HyphenationError` if the file cannot be read, or is no dictionary.
  /// - Complexity: O(bytes), of which there may be 16 MiB, and sorting the patterns.
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

  /// Reads a dictionary from bytes; `name` stands for them in errors.
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
      throw HyphenationError(code: .malformed, source: name, reason: "it is empty")
    }
    self = try found.get()
  }
}

/// The hyphenation dictionaries of a folder by their languages, each read when first asked for and
/// then kept.
///
///     let dictionaries = HyphenationDictionaries.system
///     let english = try dictionaries.dictionary(for: "en-GB")
///     print(english.breaks(in: "hyphenation"))
public final class HyphenationDictionaries: Sendable {
  /// Those of the machine, in `/usr/share/hyphen`, where Debian's packages `hyphen-*` have them.
  public static let system = HyphenationDictionaries(folder: "/usr/share/hyphen")

  /// The folder that the dictionaries are in.
  public let folder: String

  /// The files by the small letters of their languages; nil where nobody has asked.
  private let files = Mutex<[String: String]?>(nil)
  /// What came of reading each file.
  private let read = Mutex<[String: Result<HyphenationDictionary, HyphenationError>]>([:])
  private let reading = SingleFlight<String, Result<HyphenationDictionary, HyphenationError>>()

  /// Makes the dictionaries of a folder, whose files are called `hyph_de_DE.dic`.
  public init(folder: String) {
    self.folder = folder
  }

  /// The dictionary for a language.
  ///
  /// Of several for a language that one is taken whose region is the tag's, or the one of no
  /// region, or that of the country the language is named after, or the first.
  ///
  /// - Parameter language: A BCP 47 tag, such as `de` or `en-GB`.
  /// - Throws: `HyphenationError` if there is none, or its file is no dictionary.
  /// - Complexity: O(1) once it has been asked for, else that of reading it. May be called on any
  ///   thread; others that ask for the same wait.
  public func dictionary(for language: String) throws(HyphenationError) -> HyphenationDictionary {
    guard let name = fileName(for: language) else {
      throw HyphenationError(
        code: .missing, source: folder,
        reason: "none for '\(String(language.unicodeScalars.prefix(40)))'")
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

  /// The file of the dictionary that is best for a language.
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
    // A script between language and region names no other file.
    let region = tag.split(separator: "_").dropFirst().first { $0.utf8.count == 2 }
    let names = [tag, region.map { "\(base)_\($0)" } ?? base, base, "\(base)_\(base)"]
    if let name = names.lazy.compactMap({ files[$0] }).first { return name }
    return files.keys.filter { $0.hasPrefix("\(base)_") }.min().flatMap { files[$0] }
  }

  /// The dictionaries of a folder by the small letters of their languages; none where it cannot be
  /// read.
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
