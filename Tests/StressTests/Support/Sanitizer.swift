import Foundation

/// Whether the tests were built with a sanitizer, which holds freed memory back.
enum Sanitizer {
  static let isOn: Bool = ["__asan_init", "__tsan_init"].contains { name in
    guard let program = unsafe dlopen(nil, RTLD_NOW) else { return false }
    return unsafe dlsym(program, name) != nil
  }
}
