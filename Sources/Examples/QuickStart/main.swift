import Foundation
import Linecaster

struct Greeting: Cell {
  let name: String
  func body(in environment: LayoutEnvironment) -> some Layout {
    Column(spacing: 2) {
      Text(name, style: TextStyle(weight: .bold))
      Text("Hello, مرحبًا, नमस्ते 👋")
    }
    .padding(12)
  }
}

let pipeline = PrecomputePipeline(fonts: try .bundled())  // fonts, workers and caches
let host = HeadlessHost()  // shows the list in memory, without a screen
let environment = LayoutEnvironment(width: 360, scale: PixelScale(2))
let controller = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
controller.update {
  TableModel(items: ["Ada", "ليلى"].map { TableItem(.name($0), cell: Greeting(name: $0)) })
}
while !controller.isIdle { _ = RunLoop.main.run(mode: .default, before: Date() + 0.01) }
if let image = try host.composition()?.bitmap() {
  try PNGEncoder().write(image, to: "quickstart.png")
}
