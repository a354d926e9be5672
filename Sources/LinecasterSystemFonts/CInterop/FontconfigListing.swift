#if SystemFonts
  internal import CFontconfig

  /// What fontconfig says of the machine: the font files and what decides which they are.
  struct FontconfigListing {
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
