/// What is wrong with input, or with words of the command line, for people.
struct InputFailure: Error, CustomStringConvertible {
  let description: String
}
