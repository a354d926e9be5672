/// What the itemizer must know of a character; the bits are those of the C target.
struct CharacterProperties: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
}
