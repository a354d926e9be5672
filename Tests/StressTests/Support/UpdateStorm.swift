import LinecasterCells
import LinecasterTestSupport

@testable import LinecasterList

/// Random updates of a list from several tasks, with all other operations on it.
struct UpdateStorm: Sendable {
  let list: AutoDiffController
  let tally: OutcomeTally
  let seed: UInt64
  let tasks: Int
  /// The number of updates of one task.
  let updates: Int
  /// Scrolls as a finger does, without the list's help.
  let scroll: @MainActor @Sendable (Double) -> Void

  /// The number of updates of all tasks.
  var count: Int { tasks * updates }

  /// Returns when every update has been requested.
  func rage() async {
    await withTaskGroup { group in
      for task in 0..<tasks { group.addTask { await run(task) } }
    }
  }

  private func run(_ task: Int) async {
    var random = SeededGenerator(seed: seed, salt: UInt64(task))
    for _ in 0..<updates {
      let model = StressModel.make(&random)
      let draw = Int.random(in: 0..<12, using: &random)
      let width = Double.random(in: 40...160, using: &random)
      let handle = await ask(draw, width, model)
      tally.count(handle)
      if draw == 3 { handle.cancel() }
      if draw == 4 { await list.pipeline.trimMemory(to: Int(width) * 1000) }
      if draw > 6 { try? await Task.sleep(for: .microseconds(Int(width) * 20)) }
    }
  }

  @MainActor private func ask(_ draw: Int, _ width: Double, _ model: TableModel) -> UpdateHandle {
    if draw == 2 {
      scroll(width)
      list.viewportDidChange()
    }
    return switch draw {
    case 0: list.setEnvironment(LayoutEnvironment(width: width))
    case 1: list.update { throw Refusal() }
    default: list.update { model }
    }
  }

  private struct Refusal: Error {}
}
