import LinecasterBase
import LinecasterRaster

/// Counts the elements of an SVG file as often as they are drawn.
struct SVGWork {
  /// What a part of a file comes to.
  private struct Sum {
    var steps = 0
    var elements = 0
    var points = 0
    var length = 0.0

    mutating func add(_ other: Sum) {
      steps = min(steps + other.steps, Sum.most)
      elements = min(elements + other.elements, Sum.most)
      points = min(points + other.points, Sum.most)
      length = min(length + other.length, 1e15)
    }

    /// As many steps more for a number of times.
    mutating func add(_ other: Sum, times: Int) {
      steps = min(steps + other.steps * times, Sum.most)
      length = min(length + other.length * Double(times), 1e15)
    }

    /// Far beyond all limits, and small enough to be multiplied.
    static let most = 1 << 30
  }

  private let elements: [SVGElement]
  /// What each element is made of itself, and what it has from those around it.
  private let own: [SVGReferences]
  private let inherited: [SVGReferences]
  private let places: [ExactText: Int]
  private let name: String

  /// Levels of elements and of uses.
  private static let levelLimit = 2 * SVGDocument.depthLimit

  /// - Throws: `ImageError` with code `tooLarge`.
  init(_ scanner: SVGScanner, name: String) throws(ImageError) {
    var places: [ExactText: Int] = [:]
    var (own, inherited): ([SVGReferences], [SVGReferences]) = ([], [])
    let elements = scanner.elements
    for (index, element) in elements.enumerated() {
      if let identifier = element.identifier, places[identifier] == nil {
        places[identifier] = index
      }
      var references = SVGReferences()
      try references.add(element.references, in: name)
      for className in element.classes {
        if let more = scanner.classes[className] { try references.add(more, in: name) }
      }
      own.append(references)
      var all = SVGReferences()
      if element.isPainted {
        if let parent = element.parent { all = inherited[parent] }
        let passedOn = SVGReferences(often: references.often, markers: references.markers)
        try all.add(passedOn, in: name)
      }
      inherited.append(all)
    }
    (self.elements, self.places, self.name) = (elements, places, name)
    (self.own, self.inherited) = (own, inherited)
  }

  /// The steps that drawing takes; the most there are stand for more.
  ///
  /// - Parameter shortestDash: The shortest pattern of dashes; nil without dashes.
  /// - Throws: `ImageError` with code `tooLarge` where uses are nested too deep, or `malformed`
  ///   where elements use themselves.
  func steps(shortestDash: Double?) throws(ImageError) -> Int {
    guard !elements.isEmpty else { return 0 }
    return try StackRoom.withRoom(forLevels: Self.levelLimit) { _ throws(ImageError) in
      var known: [Int: Sum] = [:]
      var isOpen: Set<Int> = []
      let sum = try self.sum(0, &known, &isOpen, level: 0)
      guard let shortestDash else { return sum.steps }
      // An outline is at most seven times as long as all numbers of it; eight dashes are a step.
      let dashes = min(sum.length * 7 / shortestDash / 8, Double(Sum.most))
      return min(sum.steps + Int(saturating: dashes), Sum.most)
    }
  }

  private func sum(
    _ index: Int, _ known: inout [Int: Sum], _ isOpen: inout Set<Int>, level: Int
  ) throws(ImageError) -> Sum {
    if let sum = known[index] { return sum }
    guard isOpen.insert(index).inserted else {
      throw ImageError(code: .malformed, source: name, reason: "an element is made of itself")
    }
    defer { isOpen.remove(index) }
    guard level < Self.levelLimit else {
      throw ImageError(
        code: .tooLarge, source: name, reason: "elements use others in too many levels")
    }
    let element = elements[index]
    var sum = Sum(
      steps: element.weight, elements: 1, points: element.points, length: element.length)
    // What is used has the paints of what uses it.
    var painted = sum
    for target in own[index].once {
      guard let place = places[target] else { continue }
      let used = try self.sum(place, &known, &isOpen, level: level + 1)
      sum.add(used)
      painted.add(used)
    }
    let (count, points) = (painted.elements, max(1, painted.points))
    for (targets, times) in [(inherited[index].often, count), (inherited[index].markers, points)] {
      for target in targets {
        guard let place = places[target] else { continue }
        sum.add(try self.sum(place, &known, &isOpen, level: level + 1), times: times)
      }
    }
    for child in element.children {
      sum.add(try self.sum(child, &known, &isOpen, level: level + 1))
    }
    known[index] = sum
    return sum
  }
}
