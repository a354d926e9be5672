/// Two lists to compare.
struct ListPair<Element> {
  let name: String
  let old: [Element]
  let new: [Element]
}
