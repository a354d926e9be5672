/// A script of Unicode (UAX 24) as ICU numbers it.
struct ScriptCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8
}
