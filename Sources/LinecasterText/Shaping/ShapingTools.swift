import LinecasterBase
import LinecasterFonts

/// The shaping resources of a worker.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class ShapingTools {
  let buffer = HarfBuzzBuffer()
  /// The word cache; `nil` disables caching.
  let words: WordCache?
  /// Memory for the word being shaped.
  let scratch = WordScratch()
  /// The glyphs of the current paragraph.
  let glyphs = GlyphBuffer()

  /// The shaping plans, each created once.
  let plans = ShapingPlans()

  /// Creates tools; `wordBytes` is the maximum memory of the word cache.
  init(wordBytes: Int) {
    words = WordCache(byteLimit: wordBytes)
  }
}

/// The shaping plans of one worker, each created once.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class ShapingPlans {
  private var options: [ShapingOptions] = []
  // Unchecked: the worker that owns it is lent to one thread at a time, and accesses never nest.
  @exclusivity(unchecked) private var keys: ContiguousArray<UInt64> = []
  @exclusivity(unchecked) private var plans: ContiguousArray<ShapingPlan> = []
  private var nextSerial: UInt32 = 1
  @exclusivity(unchecked) private var lastStyle: (style: TextStyle, index: UInt64)?

  /// Returns the plan for text of a script in a style.
  ///
  /// - Complexity: O(plans), a few nanoseconds for the typical dozen.
  func plan(
    _ face: FontFace, script: ScriptCode, direction: GlyphDirection, style: TextStyle
  ) -> ShapingPlan {
    let option = index(of: style)
    let key =
      UInt64(face.identifier) << 32 | option << 16 | UInt64(script.rawValue) << 8
      | UInt64(direction.rawValue)
    if let known = keys.firstIndex(of: key) { return plans[known] }
    if keys.count >= Self.limit {
      // This also removes the style's options, so the key is computed again.
      forget()
      return self.plan(face, script: script, direction: direction, style: style)
    }
    let plan = ShapingPlan(
      face: face, script: script, direction: direction,
      options: ShapingOptions(style), serial: nextSerial)
    nextSerial &+= 1
    keys.append(key)
    plans.append(plan)
    return plan
  }

  /// The index of a style's shaping options.
  private func index(of style: TextStyle) -> UInt64 {
    if let last = lastStyle, ShapingOptions.areSame(last.style, style) { return last.index }
    let wanted = ShapingOptions(style)
    var index = options.firstIndex(of: wanted)
    if index == nil {
      if options.count >= Self.limit { forget() }
      options.append(wanted)
      index = options.count - 1
    }
    let number = UInt64(index ?? 0)
    lastStyle = (style, number)
    return number
  }

  /// Removes all plans; serial numbers continue, so caches never match old plans.
  func forget() {
    keys.removeAll()
    plans.removeAll()
    options.removeAll()
    lastStyle = nil
  }

  /// The maximum number of plans; bounds the memory that made-up languages and features can use.
  private static let limit = 256
}

/// The HarfBuzz settings of a style, except the face.
struct ShapingOptions: Hashable, Sendable {
  /// The language as a BCP 47 tag; `nil` for none.
  let language: ExactText?
  /// The features, sorted by tag, with one per tag.
  let features: [FontFeature]

  /// Keeps the last of several features with the same tag.
  init(language: ExactText?, features: [FontFeature]) {
    self.language = language
    guard features.count > 1 else {
      self.features = features
      return
    }
    let last = Dictionary(features.map { ($0.tag, $0.value) }) { $1 }
    self.features = last.map { FontFeature($0, $1) }
      .sorted { $0.tag.rawValue < $1.tag.rawValue }
  }

  /// The options of a style, including small capitals and numerals. Letter spacing disables
  /// optional ligatures (CSS Text 4 §8.2), unless the style enables them.
  init(_ style: TextStyle) {
    var features = style.features
    if !style.numerals.isEmpty { features = style.numerals.features + features }
    if style.caps != .normal { features = style.caps.features + features }
    if style.spacesLetters { features = Self.noLigatures + features }
    self.init(language: style.exactLanguage, features: features)
  }

  /// Whether two styles have the same options, without computing them.
  static func areSame(_ left: TextStyle, _ right: TextStyle) -> Bool {
    left.isCopy(of: right)
      || left.exactLanguage == right.exactLanguage && left.features == right.features
        && left.spacesLetters == right.spacesLetters && left.caps == right.caps
        && left.numerals == right.numerals
  }

  private static let noLigatures = [FontFeature("liga", 0), FontFeature("clig", 0)]
}

extension TextStyle {
  /// Whether the style has letter spacing.
  var spacesLetters: Bool { letterSpacing != 0 && letterSpacing.isFinite }
}

/// Memory for shaping one word, with a space on each side.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class WordScratch {
  let glyphs = GlyphBuffer()
  private let units = UnsafeMutableBufferPointer<UInt16>.allocate(
    capacity: WordCache.unitLimit + 2)
  private var count = 0

  deinit {
    units.deallocate()
  }

  /// The text to shape.
  var text: UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: units[..<count])
  }

  /// Stores a word, with `padding` spaces before and after it.
  func fill(_ word: UnsafeBufferPointer<UInt16>, padding: Int) {
    count = word.count + 2 * padding
    for index in 0..<padding {
      units[index] = 0x20
      units[count - 1 - index] = 0x20
    }
    for index in word.indices { units[padding + index] = word[index] }
  }

  /// The word without its spaces, and its ties to them by HarfBuzz's unsafe flags. Words with a
  /// trigger may be tied to other words.
  func wordBetweenSpaces(triggers: Set<Int>) -> WordCache.Word {
    let all = glyphs.all
    let last = UInt32(count - 1)
    guard all.count > 2, all[0].cluster == 0, all[1].cluster == 1,
      all[all.count - 1].cluster == last, all[all.count - 2].cluster < last
    else { return WordCache.Word(glyphs: UnsafeBufferPointer(start: nil, count: 0), ties: .both) }
    var ties: WordCache.Ties = []
    if !triggers.isEmpty, all.contains(where: { triggers.contains(Int($0.identifier)) }) {
      ties = .both
    }
    if !all[1].flags.isEmpty { ties.insert(.left) }
    if !all[all.count - 1].flags.isEmpty { ties.insert(.right) }
    let word = UnsafeMutableBufferPointer(rebasing: all[1..<all.count - 1])
    for index in word.indices { word[index].cluster -= 1 }
    return WordCache.Word(
      glyphs: ties.isEmpty
        ? UnsafeBufferPointer(word) : UnsafeBufferPointer(start: nil, count: 0), ties: ties)
  }
}
