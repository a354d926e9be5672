#if SDL
  import Linecaster
  import LinecasterSDL
  import LinecasterSurface

  struct Planet: Cell {
    let name: String

    func body(in environment: LayoutEnvironment) -> some Layout {
      Text(name, style: TextStyle(size: 17)).padding(16)
        .background(environment.state.pressed == nil ? .clear : Color(rgb: 0xE7F0FF))
    }
  }

  @main
  struct FirstWindow {
    @MainActor static func main() throws {
      let window = try SDLWindow(title: "Planets", size: Size(width: 320, height: 400))
      var environment = LayoutEnvironment(width: window.size.width, scale: window.scale)
      let host = SurfaceHost(on: window, size: window.size)
      let pipeline = PrecomputePipeline(fonts: try .bundled(), options: window.pipelineOptions)
      let list = AutoDiffController(pipeline: pipeline, environment: environment, host: host)
      host.controller = list
      list.update {
        TableModel(
          items: ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn"].map { name in
            TableItem(.name(name), cell: Planet(name: name)).onTap { print(name) }
          })
      }
      window.onResize = { size, scale in
        (environment.width, environment.scale) = (size.width, scale)
        list.setEnvironment(environment)
      }
      window.run(host)
    }
  }
#else
  @main enum FirstWindow { static func main() { print("Build it with the package trait SDL.") } }
#endif
