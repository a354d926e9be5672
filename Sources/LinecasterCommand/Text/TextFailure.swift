/// Why text could not be laid out, for people.
struct TextFailure: Error, CustomStringConvertible {
  let description: String
}
