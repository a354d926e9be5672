extension SeededGenerator {
  /// Returns random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }

  /// Returns coverage as glyphs have it: many bytes of 0 and 255.
  package mutating func coverage(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      switch Int.random(in: 0..<3, using: &self) {
      case 0: 0
      case 1: 255
      default: UInt8.random(in: 0...255, using: &self)
      }
    }
  }

  /// Returns premultiplied pixels: no channel exceeds its alpha.
  package mutating func pixels(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in
      let alpha = Bool.random(using: &self) ? 255 : UInt8.random(in: 0...255, using: &self)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &self) } + [alpha]
    }
  }
}
