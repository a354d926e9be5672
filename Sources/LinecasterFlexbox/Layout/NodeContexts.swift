/// A context for each of a number of things, without memory in trees where no node has one: those
/// without percentages, aspect ratios and columns that wrap.
struct NodeContexts {
  private let slab: Slab<NodeContext>
  let isUsed: Bool

  init(count: Int, isUsed: Bool) {
    self.isUsed = isUsed
    slab = Slab(repeating: .indefinite, count: isUsed ? count : 0)
  }

  private init(_ slab: Slab<NodeContext>) {
    self.slab = slab
    isUsed = true
  }

  @inline(__always)
  subscript(index: Int) -> NodeContext {
    get { isUsed ? slab[index] : .indefinite }
    nonmutating set { if isUsed { slab[index] = newValue } }
  }

  func grown(to count: Int) -> NodeContexts {
    isUsed ? NodeContexts(slab.grown(to: count)) : self
  }

  func deallocate() { slab.deallocate() }
}
