// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CLinecaster
import LinecasterBase
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import Synchronization

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

/// An object that a handle stands for.
protocol HandleObject: AnyObject, Sendable {
  /// The name of the handle's type in messages.
  static var handleName: StaticString { get }
}

/// The objects of all handles.
///
/// A handle is a number in the form of a pointer: the index of a slot, and the number of times that
/// the slot was in use before. Thus a destroyed handle is recognized and never dereferenced.
final class HandleTable: Sendable {
  static let shared = HandleTable()

  private struct Slot {
    var uses: UInt = 1
    var object: (any HandleObject)?
  }

  private struct State {
    var slots: [Slot] = []
    var free: [Int] = []
  }

  private let state = Mutex(State())

  /// The bits of a handle that have the index of its slot.
  private static let indexBits: UInt = 28
  /// The number of uses after which a slot stays unused.
  private static let mostUses: UInt = 1 << 32

  /// The number of handles in use.
  var count: Int { state.withLock { $0.slots.count - $0.free.count } }

  /// Creates a handle for an object.
  func insert(_ object: any HandleObject) throws(CallError) -> OpaquePointer {
    let handle = state.withLock { state -> OpaquePointer? in
      let index = state.free.popLast() ?? state.slots.count
      if index == state.slots.count {
        guard index < 1 << Self.indexBits else { return nil }
        state.slots.append(Slot())
      }
      state.slots[index].object = object
      return OpaquePointer(bitPattern: state.slots[index].uses << Self.indexBits | UInt(index))
    }
    guard let handle else { throw CallError(LC_ERROR_OTHER, "there are too many handles") }
    return handle
  }

  /// Returns the object of a handle.
  func object<Object: HandleObject>(
    _ handle: OpaquePointer?, _ type: Object.Type = Object.self
  ) throws(CallError) -> Object {
    let found = try checked(handle, type) { $0.slots[$1].object }
    guard let object = Self.cast(found, to: type) else { throw wrongType(found, type) }
    return object
  }

  /// Destroys a handle, and releases its object outside of the lock; does nothing for `nil`.
  func remove<Object: HandleObject>(
    _ handle: OpaquePointer?, _ type: Object.Type
  ) throws(CallError) {
    guard handle != nil else { return }
    // Of two threads that destroy a handle at once, one gets an error.
    let found = try checked(handle, type) { state, index in
      let object = state.slots[index].object
      guard let object, Self.cast(object, to: type) != nil else { return object }
      state.slots[index].object = nil
      state.slots[index].uses += 1
      if state.slots[index].uses < Self.mostUses { state.free.append(index) }
      return object
    }
    guard Self.cast(found, to: type) != nil else { throw wrongType(found, type) }
  }

  /// Casts an object, faster than `as?`: all classes of handles are final.
  private static func cast<Object: HandleObject>(
    _ object: any HandleObject, to type: Object.Type
  ) -> Object? {
    guard Swift.type(of: object) == type else { return nil }
    return unsafeDowncast(object, to: type)
  }

  /// Calls `body` with the slot of a handle that is in use.
  @inline(__always)
  private func checked<Object: HandleObject>(
    _ handle: OpaquePointer?, _ type: Object.Type,
    _ body: (inout State, Int) -> (any HandleObject)?
  ) throws(CallError) -> any HandleObject {
    guard let handle else { throw CallError(LC_ERROR_HANDLE, "the \(type.handleName) is NULL") }
    let bits = UInt(bitPattern: handle)
    let index = Int(bits & (1 << Self.indexBits - 1))
    let found = state.withLock { state -> (any HandleObject)? in
      guard index < state.slots.count, state.slots[index].object != nil,
        state.slots[index].uses == bits >> Self.indexBits
      else { return nil }
      return body(&state, index)
    }
    guard let found else {
      throw CallError(
        LC_ERROR_HANDLE, "the \(type.handleName) was destroyed, or was never created")
    }
    return found
  }

  private func wrongType<Object: HandleObject>(
    _ found: any HandleObject, _ type: Object.Type
  ) -> CallError {
    let name = Swift.type(of: found).handleName
    return CallError(LC_ERROR_HANDLE, "the handle is a \(name), not a \(type.handleName)")
  }
}
