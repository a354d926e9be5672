#if SDL
  import CSDL2
  public import LinecasterSurface

  /// The system clipboard, which SDL provides while a window is open.
  ///
  /// Invalid UTF-8 in the clipboard is repaired.
  public final class SDLClipboard: TextClipboard {
    /// Creates an object that accesses the clipboard.
    public init() {}

    /// The text in the clipboard; `nil` for none.
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
