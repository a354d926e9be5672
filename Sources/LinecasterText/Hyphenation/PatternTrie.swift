import LinecasterBase

/// The patterns of one level of a hyphenation dictionary, as an automaton that reads a word once
/// (Aho and Corasick), in a few flat arrays.
///
/// At each letter it is at the longest end of what was read that some pattern starts with, and only
/// the pattern that is exactly that counts: dictionaries are made for this, their longer patterns
/// have the digits of the shorter ones in them.
struct PatternTrie: Sendable {
  /// For each state where its transitions start, and where those of the last end.
  private var first: [Int32]
  /// The letters of all transitions, in ascending order for each state, and where they lead.
  private var letters: [UInt16]
  private var targets: [Int32]
  /// For each state that of the longest end of it that is one; 0 for the root.
  private var fallbacks: [Int32]
  /// For each state which pattern it is; -1 where it only begins some.
  private var matches: [Int32]
  /// Where the digits of each pattern start, and where those of the last end.
  private var digitStarts: [Int32]
  private var digits: [UInt8]
  /// The digits of patterns that stand in a stretch which is spelled differently where it is
  /// broken.
  private var replaced: [Int32: Range<Int>]

  /// The memory of the arrays, in bytes.
  var byteCount: Int {
    4 * (first.count + targets.count + fallbacks.count + matches.count + digitStarts.count)
      + 2 * letters.count + digits.count
  }

  /// Notes what patterns say of a word in `values`: an odd number where it may be broken after a
  /// letter. Places where breaking it changes its spelling are noted in `isReplaced`.
  ///
  /// - Parameters:
  ///   - word: The letters, with dots before and after them.
  ///   - values: One for each letter and dot, all 0; that at a letter is for the break before it.
  ///   - isReplaced: The same, all false.
  /// - Complexity: O(letters), times the logarithm of the letters that follow a letter.
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
    var low = Int(first[state])
    var high = Int(first[state + 1])
    while low < high {
      let middle = (low + high) / 2
      if letters[middle] < letter { low = middle + 1 } else { high = middle }
    }
    return low < first[state + 1] && letters[low] == letter ? Int(targets[low]) : nil
  }
}

extension PatternTrie {
  /// Collects patterns.
  struct Builder {
    /// For a state and a letter the state that follows.
    private var transitions: [UInt64: Int32] = [:]
    private var matches: [Int32] = [-1]
    private var digitStarts: [Int32] = [0]
    private var digits: [UInt8] = []
    private var replaced: [Int32: Range<Int>] = [:]

    /// The number of patterns with a stretch that is spelled differently where it is broken.
    var replacedCount: Int { replaced.count }

    /// Adds a pattern; of those of the same letters the last one counts.
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

    /// The automaton of all patterns.
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

  /// Finds the fallbacks of states from the shorter ones to the longer ones.
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
