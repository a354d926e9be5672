import LinecasterBase

/// The languages of Han characters that a face is designed for, and those it supports.
struct FontLanguages: Hashable, Sendable {
  /// Bits indexed by language.
  private(set) var designed: UInt8 = 0
  private(set) var supported: UInt8 = 0

  init(designed: UInt8 = 0, supported: UInt8 = 0) {
    self.designed = designed
    self.supported = supported
  }

  /// Returns the suitability of the face for a language.
  func affinity(_ language: HanLanguage) -> LanguageAffinity {
    if contains(designed, language) { return .designed }
    guard contains(supported, language) else { return .foreign }
    let neighbour: HanLanguage? =
      switch language {
      case .hongKongChinese: .traditionalChinese
      case .traditionalChinese: .hongKongChinese
      default: nil
      }
    return neighbour.map { contains(designed, $0) } == true ? .related : .supported
  }

  private func contains(_ set: UInt8, _ language: HanLanguage) -> Bool {
    set >> language.rawValue & 1 != 0
  }
}

extension FontLanguages {
  /// Detects the languages of a face: from the languages it names (`meta`), else from those whose
  /// `locl` feature keeps the default forms, else from the code pages of `OS/2`.
  ///
  /// A language also requires its characteristic characters, whatever the font claims.
  init(_ face: FontFace) {
    for language in HanLanguage.allCases
    where language.characteristicScalars.allSatisfy(face.base.coverage.contains) {
      supported |= 1 << language.rawValue
    }
    guard supported != 0 else { return }
    let named = face.base.designLanguages.compactMap(HanLanguage.init(languageTag:))
    let found =
      named.isEmpty ? Self.localized(face) ?? Self.codePages(face) : Self.set(of: named)
    designed = found & supported
  }

  private static func set(of languages: [HanLanguage]) -> UInt8 {
    languages.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// Returns the languages that keep the face's default forms; `nil` if all or none do.
  private static func localized(_ face: FontFace) -> UInt8? {
    guard
      let shapes = face.base.harfBuzz.localizedForms(
        of: formScalars, languages: HanLanguage.allCases.map(\.languageTag))
    else { return nil }
    let own = zip(HanLanguage.allCases, shapes.localized).filter { $0.1 == shapes.own }.map(\.0)
    return own.isEmpty || own.count == HanLanguage.allCases.count ? nil : set(of: own)
  }

  /// Returns the one Chinese, Japanese or Korean code page of a font; a font with several gives
  /// none.
  private static func codePages(_ face: FontFace) -> UInt8 {
    let table = face.base.harfBuzz.table("OS/2")
    guard table.count >= 82 else { return 0 }
    let bits = table[78..<82].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let korean: UInt32 = 1 << 19 | 1 << 21
    let pages: [(UInt32, HanLanguage)] = [
      (1 << 17, .japanese), (1 << 18, .simplifiedChinese), (korean, .korean),
      (1 << 20, .traditionalChinese),
    ]
    let found = pages.filter { bits & $0.0 != 0 }.map(\.1)
    return found.count == 1 ? set(of: found) : 0
  }

  /// Characters whose form differs between countries.
  private static let formScalars: [UInt32] = [
    0x76F4, 0x9AA8, 0x4EE4, 0x8FD4, 0x6D77, 0x5203, 0x89D2, 0x8D77,
  ]
}

/// The suitability of a face for a language that has its own forms of Chinese characters.
public enum LanguageAffinity: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// The characters have the forms of the language.
  case designed
  /// The characters have the forms of a related language, which writes most characters alike.
  case related
  /// The face has the characters, but in unknown forms or in those of another language.
  case supported
  /// The face does not have some characters that occur in most texts of the language.
  case foreign

  /// Returns whether the left affinity is better.
  public static func < (left: LanguageAffinity, right: LanguageAffinity) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A writing system with its own forms of Chinese characters.
enum HanLanguage: UInt8, CaseIterable {
  case japanese
  case korean
  case simplifiedChinese
  case traditionalChinese
  case hongKongChinese

  /// The writing system of a BCP 47 tag; `nil` for languages without Han characters.
  ///
  /// Chinese without a script or region is simplified.
  init?(languageTag: String) {
    // A subtag has at most eight letters (RFC 5646 §2.1); longer ones are never known.
    let subtags = languageTag.lowercased().unicodeScalars
      .split { $0 == "-" || $0 == "_" }.map { $0.count <= 8 ? Substring($0) : "" }
    switch subtags.first {
    case "ja", "jpn": self = .japanese
    case "ko", "kor": self = .korean
    case "yue": self = subtags.contains("hans") ? .simplifiedChinese : .hongKongChinese
    case "lzh": self = .traditionalChinese
    case "zh", "zho", "chi", "cmn", "wuu", "hak", "nan":
      self = Self.chinese(subtags.dropFirst())
    default: return nil
    }
  }

  private static func chinese(_ subtags: ArraySlice<Substring>) -> HanLanguage {
    let isTraditional = subtags.contains("hant")
    for subtag in subtags {
      switch subtag {
      case "hans": return .simplifiedChinese
      case "yue": return .hongKongChinese
      case "hk", "mo": return .hongKongChinese
      case "tw": return .traditionalChinese
      default: break
      }
    }
    return isTraditional ? .traditionalChinese : .simplifiedChinese
  }

  /// The language of a scalar that only one language uses: syllables, kana, bopomofo.
  init?(scriptOf value: UInt32) {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC:
      self = .korean
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F, 0x1AFF0...0x1B16F: self = .japanese
    case 0x3100...0x312F, 0x31A0...0x31BF: self = .traditionalChinese
    default: return nil
    }
  }

  /// Whether the languages write a scalar differently: Han characters, their parts, and the
  /// punctuation and symbols between them.
  static func distinguishes(_ value: UInt32) -> Bool {
    switch value {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// The language's tag in BCP 47 and in OpenType features.
  var languageTag: String {
    switch self {
    case .japanese: "ja"
    case .korean: "ko"
    case .simplifiedChinese: "zh-Hans"
    case .traditionalChinese: "zh-Hant"
    case .hongKongChinese: "zh-HK"
    }
  }

  /// Scalars that occur in texts of the language and are missing from fonts for related ones.
  var characteristicScalars: [UInt32] {
    switch self {
    // Kana, forms simplified in Japan only, and characters made there.
    case .japanese: [0x3042, 0x30A2, 0x6CA2, 0x5186, 0x5BFE, 0x7551, 0x8FBC, 0x67A0]
    // Syllables from the beginning to the end of their block.
    case .korean: [0xAC00, 0xB098, 0xB2E4, 0xB77C, 0xBC14, 0xC0AC, 0xC73C, 0xC774, 0xD55C, 0xD788]
    case .simplifiedChinese: [0x8FD9, 0x4EEC, 0x4E1C, 0x4E2A, 0x95E8, 0x8BA4, 0x8FD8, 0x957F]
    case .traditionalChinese: [0x9019, 0x5011, 0x6771, 0x500B, 0x9580, 0x8A8D, 0x9084, 0x9577]
    // The characters above and some of Cantonese.
    case .hongKongChinese: [0x9019, 0x5011, 0x6771, 0x500B, 0x5497, 0x5605, 0x55BA, 0x5572]
    }
  }
}
