/// The languages of Han characters that a face is made for, and those it can be used for.
struct FontLanguages: Hashable, Sendable {
  /// Bits by the languages' numbers.
  private(set) var designed: UInt8 = 0
  private(set) var supported: UInt8 = 0

  init(designed: UInt8 = 0, supported: UInt8 = 0) {
    self.designed = designed
    self.supported = supported
  }

  /// How well the face serves a language.
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
  /// Finds out what a face is for: by the languages it names (`meta`), else by which languages its
  /// feature `locl` leaves its own forms alone for, else by the code pages of `OS/2`.
  ///
  /// A language also needs its characteristic characters, whatever a font claims.
  init(_ base: FontBase) {
    for language in HanLanguage.allCases
    where language.characteristicScalars.allSatisfy(base.coverage.contains) {
      supported |= 1 << language.rawValue
    }
    guard supported != 0 else { return }
    let named = base.designLanguages.compactMap(HanLanguage.init(languageTag:))
    let found =
      named.isEmpty ? Self.localized(base) ?? Self.codePages(base) : Self.set(of: named)
    designed = found & supported
  }

  private static func set(of languages: [HanLanguage]) -> UInt8 {
    languages.reduce(0) { $0 | 1 << $1.rawValue }
  }

  /// The languages for which the face's own forms stay; nil where it has forms for none or where
  /// it makes no difference.
  private static func localized(_ base: FontBase) -> UInt8? {
    guard
      let shapes = base.harfBuzz.localizedForms(
        of: formScalars, languages: HanLanguage.allCases.map(\.languageTag))
    else { return nil }
    let own = zip(HanLanguage.allCases, shapes.localized).filter { $0.1 == shapes.own }.map(\.0)
    return own.isEmpty || own.count == HanLanguage.allCases.count ? nil : set(of: own)
  }

  /// The one code page of Chinese, Japanese or Korean that a font has; a font with several says
  /// nothing.
  private static func codePages(_ base: FontBase) -> UInt8 {
    let table = base.harfBuzz.table("OS/2")
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

  /// Characters whose form differs from country to country.
  private static let formScalars: [UInt32] = [
    0x76F4, 0x9AA8, 0x4EE4, 0x8FD4, 0x6D77, 0x5203, 0x89D2, 0x8D77,
  ]
}
