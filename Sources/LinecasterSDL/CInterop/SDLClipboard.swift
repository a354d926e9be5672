#if SDL
  import CSDL2
  public import LinecasterSurface

  /// The clipboard of the system, which SDL has while a window is open.
  ///
  /// Text in it that is no UTF-8 is repaired.
  public final class SDLClipboard: TextClipboard {
    /// Makes the way to the clipboard.
    public init() {}

    /// The text in it; nil where there is none.
    public var text: String? {
      get {
        guard SDL_HasClipboardText() == SDL_TRUE, let bytes = SDL_GetClipboardText() else {
          return nil
        }
        defer { SDL_free(bytes) }
        return String(cString: bytes)
      }
      set { SDL_SetClipboardText(newValue ?? "") }
    }
  }
#endif
