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

  /// The selected text of the display (X11's primary selection), which a middle click inserts.
  final class PrimarySelection: TextClipboard {
    /// The text; `nil` for none.
    var text: String? {
      get {
        guard let bytes = linecaster_sdl_primary_selection() else { return nil }
        defer { SDL_free(bytes) }
        let text = String(cString: bytes)
        return text.isEmpty ? nil : text
      }
      set { linecaster_sdl_set_primary_selection(newValue ?? "") }
    }
  }
#endif
