#if SystemFonts
  internal import CFontconfig
  import Foundation
  public import LinecasterBase
  import Synchronization

  /// The fonts installed on the machine.
  public struct SystemFonts: Sendable {
    /// The fonts, in the order in which fontconfig prefers their families; files are opened when
    /// they are first drawn with.
    public let fonts: FontCollection
    /// Files that fontconfig names and that are no usable fonts here, such as bitmap fonts, and
    /// why the index could not be written where it was not.
    public let errors: [FontError]
    /// Whether all was read from the index, without asking fontconfig or opening fonts.
    public let isFromIndex: Bool

    /// Finds the fonts, by the index where it is up to date.
    ///
    /// The index is written after fontconfig was asked and every font file was opened once, which
    /// takes seconds. It is outdated when a font file, a folder of fonts or a file of fontconfig's
    /// configuration changes. A damaged index is made again.
    ///
    /// - Parameter index: The file of the index; nil for none.
    /// - Throws: `FontError` with code `empty` if there are no fonts.
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
      return FontCatalog(paths: listing.files, watched: listing.watched + personalPlaces)
    }

    /// The index in the user's folder of caches: under `XDG_CACHE_HOME`, else in `~/.cache`.
    public static var defaultIndex: String? {
      folder("XDG_CACHE_HOME", or: ".cache").map { "\($0)/linecaster/system-fonts.index" }
    }

    /// Places that count as soon as there is something.
    private static var personalPlaces: [String] {
      [
        folder("XDG_DATA_HOME", or: ".local/share").map { "\($0)/fonts" },
        folder("XDG_CONFIG_HOME", or: ".config").map { "\($0)/fontconfig" },
        home.map { "\($0)/.fonts" }, home.map { "\($0)/.fonts.conf" },
      ].compactMap { $0 }
    }

    private static var home: String? {
      ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// A folder that a variable names, which must be an absolute path, else one in the user's own.
    private static func folder(_ variable: String, or inner: String) -> String? {
      if let named = ProcessInfo.processInfo.environment[variable], named.hasPrefix("/") {
        return named
      }
      return home.map { "\($0)/\(inner)" }
    }
  }

  extension FontCollection {
    /// The fonts installed on the machine, found once a process.
    ///
    /// - Throws: `FontError` with code `empty` if there are no fonts.
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

  /// What fontconfig says of the machine: the font files and what decides which they are.
  private struct FontconfigListing {
    /// The files, those first that fontconfig prefers for text without wishes.
    let files: [String]
    /// The folders of fonts and the files of fontconfig's configuration.
    let watched: [String]

    /// Asks fontconfig; nil where it cannot read its configuration.
    ///
    /// Takes a hundred milliseconds and more, and a configuration of its own, so that any thread
    /// may ask.
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
