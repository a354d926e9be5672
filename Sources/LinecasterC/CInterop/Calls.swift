// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CLinecaster
import LinecasterBase
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes

#if canImport(Glibc)
  import Glibc
#endif

/// A failure that the C interface finds itself.
struct CallError: Error {
  let status: lc_status
  let message: String

  init(_ status: lc_status, _ message: String) {
    (self.status, self.message) = (status, message)
  }
}

/// Does the work of a function of the C interface, and reports its error as a status and as the
/// message of the thread.
func call(_ work: () throws -> Void) -> lc_status {
  do {
    try work()
    return LC_OK
  } catch {
    let (status, message) = description(of: error)
    var text = message
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { linecaster_set_message($0.baseAddress, $0.count) }
    }
    return status
  }
}

/// Creates the object of a new handle; the handle is `nil` if that fails.
func create(
  _ handle: UnsafeMutablePointer<OpaquePointer?>?, _ make: () throws -> any HandleObject
) -> lc_status {
  call {
    let handle = try required(handle, "the place for the handle")
    handle.pointee = nil
    handle.pointee = try HandleTable.shared.insert(make())
  }
}

/// Destroys a handle.
func destroy<Object: HandleObject>(_ handle: OpaquePointer?, _ type: Object.Type) -> lc_status {
  call { try HandleTable.shared.remove(handle, type) }
}

/// Calls `work` with the object of a handle.
func with<Object: HandleObject>(
  _ handle: OpaquePointer?, _ type: Object.Type, _ work: (Object) throws -> Void
) -> lc_status {
  call { try work(HandleTable.shared.object(handle, type)) }
}

private func description(of error: any Error) -> (lc_status, String) {
  switch error {
  case let error as CallError: (error.status, error.message)
  case let error as FontError: (LC_ERROR_FONT, error.description)
  case let error as SceneError: (LC_ERROR_SCENE, error.description)
  case let error as RenderBudget.Excess: (LC_ERROR_BUDGET, error.description)
  case let error as ImageError: (LC_ERROR_IMAGE, error.description)
  case let error as RasterError: (LC_ERROR_IMAGE, error.description)
  default: (LC_ERROR_OTHER, "\(error)")
  }
}

@c @implementation
package func lc_error_message() -> UnsafePointer<CChar>? { linecaster_message() }

// Unsafe only in that it is a pointer: the copy is never written to and never freed.
nonisolated(unsafe) private let version = strdup(PicturePainter.version)

@c @implementation
package func lc_version() -> UnsafePointer<CChar>? { UnsafePointer(version) }

@c @implementation
package func lc_status_name(_ status: lc_status) -> UnsafePointer<CChar>? {
  let name: StaticString =
    switch status {
    case LC_OK: "ok"
    case LC_ERROR_ARGUMENT: "invalid argument"
    case LC_ERROR_HANDLE: "invalid handle"
    case LC_ERROR_RANGE: "out of range"
    case LC_ERROR_UTF8: "invalid UTF-8"
    case LC_ERROR_FONT: "font error"
    case LC_ERROR_SCENE: "scene error"
    case LC_ERROR_IMAGE: "image error"
    case LC_ERROR_BUDGET: "budget exceeded"
    case LC_ERROR_UNSUPPORTED: "unsupported"
    case LC_ERROR_OTHER: "other error"
    case LC_ERROR_THREAD: "wrong thread"
    default: "unknown status"
    }
  return characters(name)
}

private func characters(_ text: StaticString) -> UnsafePointer<CChar>? {
  UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
