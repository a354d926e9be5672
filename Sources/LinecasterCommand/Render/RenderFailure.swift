/// Why an image could not be made, for people.
struct RenderFailure: Error, CustomStringConvertible {
  let description: String
}
