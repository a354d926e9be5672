/// The contours of an SVG path, for comparing two drawings of a glyph.
struct PathContours {
  /// A letter and the numbers after it.
  struct Command: Equatable {
    let letter: Character
    let numbers: [Double]

    func isNear(_ other: Command, _ tolerance: Double) -> Bool {
      letter == other.letter && numbers.count == other.numbers.count
        && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= tolerance }
    }
  }

  private(set) var contours: [[Command]] = []

  init(_ path: String) {
    for word in path.split(separator: " ") {
      if let letter = word.first, letter.isLetter {
        if letter == "M" { contours.append([]) }
        add(Command(letter: letter, numbers: Self.numbers(word.dropFirst())))
      } else if let last = contours.last?.last {
        contours[contours.count - 1].removeLast()
        add(Command(letter: last.letter, numbers: last.numbers + Self.numbers(word)))
      }
    }
  }

  /// Whether both have the same commands with coordinates at most so far apart, contours in any
  /// order.
  func isNear(_ other: PathContours, tolerance: Double) -> Bool {
    var rest = other.contours
    for contour in contours {
      let match = rest.firstIndex { candidate in
        candidate.count == contour.count
          && zip(candidate, contour).allSatisfy { $0.isNear($1, tolerance) }
      }
      guard let match else { return false }
      rest.remove(at: match)
    }
    return rest.isEmpty
  }

  private mutating func add(_ command: Command) {
    if contours.isEmpty { contours.append([]) }
    contours[contours.count - 1].append(command)
  }

  private static func numbers(_ text: Substring) -> [Double] {
    text.split(separator: ",").compactMap { Double($0) }
  }
}
