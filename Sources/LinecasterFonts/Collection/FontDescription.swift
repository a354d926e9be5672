import LinecasterBase
import Synchronization

/// What is known of a face without opening its file.
public struct FontDescription: Hashable, Sendable {
  /// The file the face is in, or the name given to bytes from memory.
  public let source: String
  /// Which face of a collection file this is; 0 in files of one face.
  public let index: Int
  /// The family name, from the typographic name where the font has one.
  public let family: String
  /// Other names of the family: in other languages, and those of older programs.
  public let otherFamilyNames: [String]
  /// The name of the style within the family, such as "Bold Italic"; may be empty.
  public let styleName: String
  /// The weights the face can have: one, or those of its axis `wght`.
  public let weights: ClosedRange<FontWeight>
  /// The widths the face can have: one, or those of its axis `wdth`.
  public let widths: ClosedRange<FontWidth>
  /// The slant of the design at its default place.
  public let slant: FontSlant
  /// What of the design can be set; empty unless the font is variable.
  public let axes: [FontAxis]
  /// Whether the face draws colour bitmaps, as emoji fonts do.
  public let hasColorBitmaps: Bool
  /// Whether the face has outlines in colours, beside plain ones (`COLR`).
  public let hasColorOutlines: Bool
  /// The languages the font says it is made for, as BCP 47 tags (OpenType `meta`, `dlng`).
  let designLanguages: [String]

  /// Whether the face can be drawn with a slant of its own design.
  public func offers(_ slant: FontSlant) -> Bool {
    if slant == self.slant { return true }
    switch slant {
    case .upright:
      return [.italicAxis, .slantAxis].contains { axis($0)?.range.contains(0) == true }
    case .italic: return axis(.italicAxis)?.range.contains(1) == true
    case .oblique: return (axis(.slantAxis)?.minimum ?? 0) < 0
    }
  }

  private func axis(_ tag: FontTag) -> FontAxis? { axes.first { $0.tag == tag } }
}

extension FontDescription {
  /// Describes an opened face: all that its axes reach, or, where it stands at a place of its own
  /// or is synthesized, what it is there.
  init(_ face: FontFace) {
    let axes = face.isDefault ? face.axes : []
    self.init(
      source: face.data.source, index: face.index, family: face.family,
      otherFamilyNames: face.base.otherFamilyNames, styleName: face.styleName,
      weights: Self.weights(axes) ?? face.weight...face.weight,
      widths: Self.widths(axes) ?? face.width...face.width, slant: face.slant, axes: axes,
      hasColorBitmaps: face.hasColorBitmaps,
      hasColorOutlines: face.base.harfBuzz.hasColorOutlines,
      designLanguages: face.base.designLanguages)
  }

  /// The same face under the name of another family alone.
  fileprivate func named(_ family: String) -> FontDescription {
    FontDescription(
      source: source, index: index, family: family, otherFamilyNames: [], styleName: styleName,
      weights: weights, widths: widths, slant: slant, axes: axes, hasColorBitmaps: hasColorBitmaps,
      hasColorOutlines: hasColorOutlines, designLanguages: designLanguages)
  }

  /// The same face in a file with another path.
  func found(at path: String) -> FontDescription {
    FontDescription(
      source: path, index: index, family: family, otherFamilyNames: otherFamilyNames,
      styleName: styleName, weights: weights, widths: widths, slant: slant, axes: axes,
      hasColorBitmaps: hasColorBitmaps, hasColorOutlines: hasColorOutlines,
      designLanguages: designLanguages)
  }

  private static func weights(_ axes: [FontAxis]) -> ClosedRange<FontWeight>? {
    guard let axis = axes.first(where: { $0.tag == .weightAxis }) else { return nil }
    let value = { (value: Double) in FontWeight(Int(saturating: min(max(value, 1), 1000))) }
    return value(axis.minimum)...value(axis.maximum)
  }

  private static func widths(_ axes: [FontAxis]) -> ClosedRange<FontWidth>? {
    guard let axis = axes.first(where: { $0.tag == .widthAxis }) else { return nil }
    return FontWidth(percent: axis.minimum)...FontWidth(percent: axis.maximum)
  }
}

/// A face that a collection offers: what is known of it, and the face once it is opened.
package final class FontEntry: Sendable {
  /// The identifier that the face has or is going to have.
  let identifier: UInt32
  /// What is known of the face without opening it.
  package let description: FontDescription
  let coverage: Coverage
  /// Primary subtags of the languages whose hand the Arabic letters are in, such as Nastaliq.
  let handLanguages: [String]

  private let opened: Mutex<Result<FontFace, FontError>?>
  /// Whether the face is opened by its description, as often as that is needed.
  private let isOpenedByName: Bool
  private let languages: Mutex<FontLanguages?>

  /// Offers an opened face.
  ///
  /// - Parameters:
  ///   - family: The family that it is found by; nil for its own.
  ///   - languages: Primary subtags of the languages whose hand the Arabic letters are in; text in
  ///     them asks the face first.
  package init(_ face: FontFace, family: String? = nil, handOf languages: [String] = []) {
    // Known by another name it is another face, though it is drawn as the same.
    identifier = family == nil ? face.identifier : FontFace.makeIdentifier()
    let own = FontDescription(face)
    description = family.map(own.named) ?? own
    coverage = face.base.coverage
    handLanguages = languages
    opened = Mutex(.success(face))
    isOpenedByName = false
    self.languages = Mutex(nil)
  }

  /// Offers a face whose file is opened when it is first drawn with.
  ///
  /// - Parameter hand: Primary subtags of the languages whose hand the Arabic letters are in.
  init(
    _ description: FontDescription, coverage: Coverage, languages: FontLanguages,
    handOf hand: [String] = []
  ) {
    identifier = FontFace.makeIdentifier()
    self.description = description
    self.coverage = coverage
    handLanguages = hand
    opened = Mutex(nil)
    isOpenedByName = true
    self.languages = Mutex(languages)
  }

  /// Whether the face has a glyph for the scalar with this value; the file is not opened for it.
  ///
  /// - Complexity: O(1).
  package func covers(value: UInt32) -> Bool { coverage.contains(value) }

  /// The face, opened by the first call, or the first after it was closed.
  ///
  /// - Throws: `FontError` if the file is not there any more or is not usable.
  package func face() throws(FontError) -> FontFace {
    try opened.withLock { known throws(FontError) in
      if let known { return try known.get() }
      let result = Result { () throws(FontError) in
        try FontFace(
          data: FontData(path: description.source), index: description.index,
          identifier: identifier, known: coverage)
      }
      known = result
      return try result.get()
    }
  }

  /// Forgets a face that was opened by its description: it is closed when its last user is gone,
  /// and the next one opens its file again, under the same identifier.
  func close() {
    guard isOpenedByName else { return }
    let dropped = opened.withLock { known -> FontFace? in
      guard case .success(let face) = known else { return nil }
      known = nil
      return face
    }
    // Its memory is given back here, outside the lock.
    withExtendedLifetime(dropped) {}
  }

  /// The languages of Chinese characters the face is for; none where it cannot be opened.
  func hanLanguages() -> FontLanguages {
    languages.withLock { known in
      if let known { return known }
      let found = (try? face()).map { FontLanguages($0) } ?? FontLanguages()
      known = found
      return found
    }
  }
}
