import LinecasterBase

/// The patterns of one level of a hyphenation dictionary, as an Aho-Corasick automaton in flat
/// arrays; it reads a word once.
///
/// The state is the longest suffix read so far that is the prefix of a pattern. Only the pattern
/// equal to it applies: dictionaries rely on this and repeat the digits of shorter patterns in
/// longer ones.
struct PatternTrie: Sendable {
  /// The index of each state's first transition, and the end of the last state's.
  private var first: [Int32]
  /// The letters of all transitions, sorted for each state, and their target states.
  private var letters: [UInt16]
  private var targets: [Int32]
  /// The fallback of each state: its longest proper suffix that is a state; 0 for the root.
  private var fallbacks: [Int32]
  /// The pattern index of each state; -1 for states that are only prefixes.
  private var matches: [Int32]
  /// The index of each pattern's first digit, and the end of the last pattern's.
  private var digitStarts: [Int32]
  private var digits: [UInt8]
  /// The range of each pattern's digits inside a stretch whose spelling changes at a break.
  private var replaced: [Int32: Range<Int>]

  /// The memory use of the arrays, in bytes.
  var byteCount: Int {
    4 * (first.count + targets.count + fallbacks.count + matches.count + digitStarts.count)
      + 2 * letters.count + digits.count
  }

  /// Matches a word and stores the digits in `values`; an odd number allows a break. Breaks that
  /// change the spelling are marked in `isReplaced`.
  ///
  /// - Parameters:
  ///   - word: The letters, with a dot before and after them.
  ///   - values: One per letter and dot, all 0; each is for the break before its letter.
  ///   - isReplaced: One per letter and dot, all false.
  /// - Complexity: O(letters), times the logarithm of the number of letters that follow a letter.
  func match(_ word: [UInt16], _ values: inout [UInt8], _ isReplaced: inout [Bool]) {
    var state = 0
    for (index, letter) in word.enumerated() {
      state = self.state(after: state, letter)
      let match = Int(matches[state])
      guard match >= 0 else { continue }
      let range = Int(digitStarts[match])..<Int(digitStarts[match + 1])
      let change = replaced.isEmpty ? nil : replaced[Int32(match)]
      let offset = index + 1 - range.count
      for (number, digit) in digits[range].enumerated() {
        let place = offset + number
        guard place >= 0, values[place] < digit else { continue }
        values[place] = digit
        if digit & 1 != 0 { isReplaced[place] = change?.contains(number) ?? false }
      }
    }
  }

  private func state(after state: Int, _ letter: UInt16) -> Int {
    var state = state
    while true {
      if let next = transition(from: state, letter) { return next }
      if state == 0 { return 0 }
      state = Int(fallbacks[state])
    }
  }

  private func transition(from state: Int, _ letter: UInt16) -> Int? {
    let end = Int(first[state + 1])
    let index = letters.bisect(in: Int(first[state])..<end) { $0 >= letter }
    return index < end && letters[index] == letter ? Int(targets[index]) : nil
  }
}

extension PatternTrie {
  /// Builds a trie from patterns.
  struct Builder {
    /// The next state for each pair of state and letter.
    private var transitions: [UInt64: Int32] = [:]
    private var matches: [Int32] = [-1]
    private var digitStarts: [Int32] = [0]
    private var digits: [UInt8] = []
    private var replaced: [Int32: Range<Int>] = [:]

    /// The number of patterns with a stretch whose spelling changes at a break.
    var replacedCount: Int { replaced.count }

    /// Adds a pattern; replaces an earlier one with the same letters.
    ///
    /// - Parameters:
    ///   - letters: Its letters, a dot where a word starts or ends.
    ///   - values: The digits before each of them and after the last, without those that are 0 at
    ///     the start.
    ///   - change: Which of the digits stand in a stretch that is spelled differently.
    mutating func add(_ letters: [UInt16], _ values: some Collection<UInt8>, change: Range<Int>?) {
      var state: Int32 = 0
      for letter in letters {
        let key = UInt64(state) << 16 | UInt64(letter)
        if let next = transitions[key] {
          state = next
        } else {
          let next = Int32(matches.count)
          transitions[key] = next
          matches.append(-1)
          state = next
        }
      }
      let match = Int32(digitStarts.count - 1)
      matches[Int(state)] = match
      digits += values
      digitStarts.append(Int32(digits.count))
      replaced[match] = change
    }

    /// Builds the automaton of all patterns.
    ///
    /// - Complexity: O(letters of all patterns), times the logarithm of their number.
    func trie() -> PatternTrie {
      let keys = transitions.keys.sorted()
      var first = [Int32](repeating: 0, count: matches.count + 1)
      for key in keys { first[Int(key >> 16) + 1] += 1 }
      for state in matches.indices { first[state + 1] += first[state] }
      var trie = PatternTrie(
        first: first, letters: keys.map { UInt16($0 & 0xFFFF) },
        targets: keys.map { transitions[$0] ?? 0 },
        fallbacks: Array(repeating: 0, count: matches.count), matches: matches,
        digitStarts: digitStarts, digits: digits, replaced: replaced)
      trie.findFallbacks()
      return trie
    }
  }

  /// Finds the fallbacks of states in order of their length.
  private mutating func findFallbacks() {
    var queue: [Int32] = [0]
    var next = 0
    while next < queue.count {
      let state = Int(queue[next])
      next += 1
      for transition in Int(first[state])..<Int(first[state + 1]) {
        let target = targets[transition]
        queue.append(target)
        guard state != 0 else { continue }
        fallbacks[Int(target)] = Int32(
          self.state(after: Int(fallbacks[state]), letters[transition]))
      }
    }
  }
}
