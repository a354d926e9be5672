#if SDL
  import Linecaster
  import LinecasterSDL

  #if canImport(LinecasterAccess)
    import LinecasterAccess

    /// Exposes the list in the window to screen readers.
    @MainActor
    struct ScreenReaders {
      private let bridge: AccessBridge

      /// - Parameter height: The height of the bar below the list.
      init(of controller: AutoDiffController, in window: SDLWindow, height: Double) {
        bridge = AccessBridge(controller, title: "Messenger") {
          Rect(
            origin: window.origin,
            size: Size(width: window.size.width, height: max(0, window.size.height - height)))
        }
        bridge.keepUpdated()
      }
    }
  #else
    /// A no-op: `.ci/access` builds the program with a bridge to screen readers.
    @MainActor
    struct ScreenReaders {
      init(of controller: AutoDiffController, in window: SDLWindow, height: Double) {}
    }
  #endif
#endif
