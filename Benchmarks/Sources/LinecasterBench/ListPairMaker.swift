import Foundation
import LinecasterDiff

/// Makes the lists that peers compare, the same for the same element makers.
struct ListPairMaker<Element> {
  /// Makes the element of a number; numbers do not repeat within a list.
  let make: (Int) -> Element
  /// Changes the content of an element, if it has any.
  let touch: (Element) -> Element

  private var generator = SeededGenerator(seed: 42)
  private var fresh = 10_000_000

  init(make: @escaping (Int) -> Element, touch: @escaping (Element) -> Element) {
    self.make = make
    self.touch = touch
  }

  /// The size of a list, the number of its elements that are deleted and of those inserted, and of
  /// those that change places.
  private static var shapes: [(size: Int, cut: Int, shuffled: Int)] {
    [(5_000, 1_000, 200), (100_000, 10_000, 2_000)]
  }

  /// All pairs, or those of at most `sizeLimit` elements.
  mutating func pairs(sizeLimit: Int) -> [ListPair<Element>] {
    var pairs: [ListPair<Element>] = []
    for shape in Self.shapes where shape.size <= sizeLimit {
      let old = (0..<shape.size).map(make)
      let size = "\(shape.size / 1_000)k"
      pairs += [
        ListPair(name: "readme\(size)", old: old, new: cutInBlocks(old, shape)),
        ListPair(name: "scattered\(size)", old: old, new: scattered(old, shape)),
        ListPair(name: "reversed\(size)", old: old, new: old.reversed()),
        ListPair(name: "replaced\(size)", old: old, new: more(shape.size)),
      ]
    }
    let feed = (0..<10_000).map(make)
    return pairs + [
      // Mapped, so that both do not share storage.
      ListPair(name: "same10k", old: feed, new: feed.map { $0 }),
      ListPair(name: "append50to10k", old: feed, new: feed + more(50)),
      ListPair(name: "prepend50to10k", old: feed, new: more(50) + feed),
    ]
  }

  private mutating func more(_ count: Int) -> [Element] {
    fresh += count
    return (fresh - count..<fresh).map(make)
  }

  /// What is deleted, inserted and shuffled stands together.
  private mutating func cutInBlocks(
    _ old: [Element], _ shape: (size: Int, cut: Int, shuffled: Int)
  ) -> [Element] {
    var new = old
    let start = shape.size * 2 / 5
    new.removeSubrange(start..<start + shape.cut)
    new.insert(contentsOf: more(shape.cut), at: start + shape.cut)
    new[0..<shape.shuffled].shuffle(using: &generator)
    return new
  }

  /// The same number of changes at random places, and new content for one element in twenty.
  private mutating func scattered(
    _ old: [Element], _ shape: (size: Int, cut: Int, shuffled: Int)
  ) -> [Element] {
    var new = old
    for _ in 0..<shape.cut { new.remove(at: .random(in: 0..<new.count, using: &generator)) }
    for element in more(shape.cut) {
      new.insert(element, at: .random(in: 0...new.count, using: &generator))
    }
    let places = (0..<shape.shuffled).map { _ in
      Int.random(in: 0..<new.count, using: &generator)
    }
    for place in places {
      new.swapAt(place, places.randomElement(using: &generator) ?? place)
    }
    for index in stride(from: 0, to: new.count, by: 20) { new[index] = touch(new[index]) }
    return new
  }
}

/// Two lists to compare.
struct ListPair<Element> {
  let name: String
  let old: [Element]
  let new: [Element]
}

/// An element with a number for its identity and a revision for its content.
struct NumberedItem: Hashable, Differentiable {
  let identifier: Int
  var revision = 0

  var differenceIdentifier: Int { identifier }
}

/// An element that is nothing but its identity.
struct UniqueItem: Hashable, Differentiable {
  let differenceIdentifier: UUID

  init(using generator: inout SeededGenerator) {
    let halves = (generator.next(), generator.next())
    differenceIdentifier = withUnsafeBytes(of: halves) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
