import Foundation
import Linecaster

// What a row shows: a value, which worker threads turn into a layout.
struct Message: Cell {
  var author: String
  var text: String

  func body(in environment: LayoutEnvironment) -> some Layout {
    Row(spacing: 12) {
      Box(Color(rgb: 0x4361EE), size: Size(width: 40, height: 40), cornerRadius: 20)
      Column(spacing: 2) {
        Text(author, style: TextStyle(weight: .bold))
        Text(text)
      }
      .grow()
    }
    .padding(12)
    .background(.white)
  }
}

// Fonts, workers and caches; a host, here one without a screen; and the controller between them.
let pipeline = PrecomputePipeline(fonts: try .bundled())
let host = HeadlessHost()
let controller = AutoDiffController(
  pipeline: pipeline, environment: LayoutEnvironment(width: 360, scale: PixelScale(2)), host: host)

// A model goes in, from any state to any other; what changed is found out, and the newest wins.
controller.update {
  TableModel(items: [
    TableItem(1, cell: Message(author: "Ada", text: "Shaped, measured and painted off the queue.")),
    TableItem(2, cell: Message(author: "ليلى", text: "مرحبًا بالعالم، من اليمين إلى اليسار 👋")),
    TableItem(3, cell: Message(author: "अनन्या", text: "नमस्ते दुनिया")),
  ])
}

// The program's own loop: once a frame it lets finished values in.
while !controller.isIdle {
  _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
}

if let image = try host.composition()?.bitmap() {
  try PNGEncoder().write(image, to: "quickstart.png")
  print("quickstart.png: \(image.width) × \(image.height) pixels")
}
