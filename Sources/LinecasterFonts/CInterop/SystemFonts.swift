#if SystemFonts
  internal import CFontconfig
  import Foundation
  public import LinecasterBase
  import Synchronization

  /// The fonts installed on the machine.
  public struct SystemFonts: Sendable {
    /// The fonts in fontconfig's order of preference. Each file is opened when text is first drawn
    /// with it.
    public let fonts: FontCollection
    /// The errors of files that fontconfig lists but that are unusable, for example bitmap fonts,
    /// and of writing the index.
    public let errors: [FontError]
    /// Whether all fonts come from the index, without calling fontconfig or opening files.
    public let isFromIndex: Bool

    /// Finds the fonts, from the index if it is current.
    ///
    /// Without a current index, this calls fontconfig and opens every font file once, which takes
    /// seconds, and then writes the index. A change of a font file, a font folder or a
    /// configuration file of fontconfig makes the index outdated. A damaged index is rebuilt.
    ///
    /// - Parameter index: The path of the index file; `nil` uses no index.
    /// - Throws: `FontError` with code `empty` if there are no fonts.
    /// - Complexity: O(font files and folders) with a current index, else O(bytes of all font
    ///   files).
    public init(index: String? = defaultIndex) throws(FontError) {
      if let catalog = index.flatMap(FontCatalog.init(file:)),
        let fonts = try? FontCollection(catalog)
      {
        self.init(fonts: fonts, errors: catalog.errors, isFromIndex: true)
        return
      }
      let catalog = try Self.catalog()
      var errors = catalog.errors
      if let index {
        do throws(FontError) { try catalog.write(to: index) } catch { errors.append(error) }
      }
      self.init(fonts: try FontCollection(catalog), errors: errors, isFromIndex: false)
    }

    private init(fonts: FontCollection, errors: [FontError], isFromIndex: Bool) {
      self.fonts = fonts
      self.errors = errors
      self.isFromIndex = isFromIndex
    }

    private static func catalog() throws(FontError) -> FontCatalog {
      guard let listing = FontconfigListing() else {
        throw FontError(
          code: .empty, source: "fontconfig", reason: "its configuration cannot be read")
      }
      return FontCatalog(paths: listing.files, watched: listing.watched + userFolders)
    }

    /// The path of the index in the user's cache folder: under `XDG_CACHE_HOME`, or else in
    /// `~/.cache`.
    public static var defaultIndex: String? {
      folder("XDG_CACHE_HOME", or: ".cache").map { "\($0)/linecaster/system-fonts.index" }
    }

    /// Paths that affect the result as soon as they exist.
    private static var userFolders: [String] {
      [
        folder("XDG_DATA_HOME", or: ".local/share").map { "\($0)/fonts" },
        folder("XDG_CONFIG_HOME", or: ".config").map { "\($0)/fontconfig" },
        home.map { "\($0)/.fonts" }, home.map { "\($0)/.fonts.conf" },
      ].compactMap { $0 }
    }

    private static var home: String? {
      ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Returns the folder in an environment variable, which must be an absolute path, or else a
    /// folder in the home folder.
    private static func folder(_ variable: String, or inner: String) -> String? {
      if let named = ProcessInfo.processInfo.environment[variable], named.hasPrefix("/") {
        return named
      }
      return home.map { "\($0)/\(inner)" }
    }
  }

  extension FontCollection {
    /// Returns the fonts installed on the machine, which are searched once per process.
    ///
    /// - Throws: `FontError` with code `empty` if there are no fonts.
    /// - Complexity: O(1) after the first call, which takes as long as
    ///   ``SystemFonts/init(index:)``.
    public static func system() throws(FontError) -> FontCollection {
      try found.withLock { known throws(FontError) in
        if let known { return known }
        let fonts = try SystemFonts().fonts
        known = fonts
        return fonts
      }
    }

    private static let found = Mutex<FontCollection?>(nil)
  }

  /// Fontconfig's list of font files, and the paths that determine it.
  private struct FontconfigListing {
    /// The files, in fontconfig's order of preference for default text.
    let files: [String]
    /// The font folders and the configuration files of fontconfig.
    let watched: [String]

    /// Asks fontconfig; `nil` if it cannot read its configuration.
    ///
    /// Takes a hundred milliseconds or more. Thread-safe, because each call loads its own
    /// configuration.
    init?() {
      guard let configuration = FcInitLoadConfigAndFonts() else { return nil }
      defer { FcConfigDestroy(configuration) }
      watched =
        Self.paths(FcConfigGetFontDirs(configuration))
        + Self.paths(FcConfigGetConfigFiles(configuration))
      files = Self.files(configuration)
    }

    private static func files(_ configuration: OpaquePointer) -> [String] {
      let wishes = FcPatternCreate()
      defer { FcPatternDestroy(wishes) }
      FcConfigSubstitute(configuration, wishes, FcMatchPattern)
      FcDefaultSubstitute(wishes)
      var result = FcResultMatch
      guard let sorted = FcFontSort(configuration, wishes, 0, nil, &result) else { return [] }
      defer { FcFontSetDestroy(sorted) }
      var seen: Set<String> = []
      let patterns = UnsafeBufferPointer(
        start: sorted.pointee.fonts, count: Int(sorted.pointee.nfont))
      return patterns.compactMap { pattern in
        guard let path = linecaster_fc_file(pattern).map({ String(cString: $0) }) else {
          return nil
        }
        return seen.insert(path).inserted ? path : nil
      }
    }

    private static func paths(_ list: OpaquePointer?) -> [String] {
      guard let list else { return [] }
      defer { FcStrListDone(list) }
      var paths: [String] = []
      while let path = FcStrListNext(list) {
        paths.append(
          path.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) })
      }
      return paths
    }
  }
#endif
