import CLinecaster
import LinecasterBase
import Synchronization

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
    let found = try checked(handle, Object.self) { state, index in state.slots[index].object }
    guard let object = found as? Object else { throw wrongType(found, type) }
    return object
  }

  /// Destroys a handle, and releases its object outside of the lock; does nothing for `nil`.
  func remove<Object: HandleObject>(
    _ handle: OpaquePointer?, _ type: Object.Type
  ) throws(CallError) {
    guard handle != nil else { return }
    _ = try object(handle, type)
    // Of two threads that destroy a handle at once, one gets an error.
    _ = try checked(handle, type) { state, index in
      let object = state.slots[index].object
      state.slots[index].object = nil
      state.slots[index].uses += 1
      if state.slots[index].uses < Self.mostUses { state.free.append(index) }
      return object
    }
  }

  /// Calls `body` with the slot of a handle that is in use.
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
