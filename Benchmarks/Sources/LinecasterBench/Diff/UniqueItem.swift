import Foundation
import LinecasterDiff

/// An element that is nothing but its identity.
struct UniqueItem: Hashable, Differentiable {
  let differenceIdentifier: UUID

  init(using generator: inout SeededGenerator) {
    let halves = (generator.next(), generator.next())
    differenceIdentifier = withUnsafeBytes(of: halves) { UUID(uuid: $0.load(as: uuid_t.self)) }
  }
}
