package import LinecasterDisplay
import LinecasterGeometry

// Where scenes ask for images, told where these cannot be had.

extension Scene {
  /// The places where a scene names images, with what is wrong with each, in the order of its text;
  /// at most `faultLimit`.
  ///
  /// - Parameters:
  ///   - reasons: What is wrong, by the image.
  ///   - json: The text that the scene was read from.
  ///   - source: What stands for the text in messages.
  /// - Complexity: O(bytes).
  package func faults(
    ofImages reasons: [ImageReference: String], json: [UInt8], source: String
  ) -> [SceneError] {
    let log = SceneFaultLog()
    for fault in value.faults(ofImages: reasons) { log.note(fault) }
    var place = TextPlace()
    return log.inOrder.map { fault in
      place.move(to: fault.offset, in: json)
      return SceneError(fault, at: place, value, source: source)
    }
  }
}

extension SceneTemplate {
  /// The places in the template where its scene names images, and those in the data that they come
  /// from, as `Scene.faults(ofImages:json:source:)` has them; nothing where there is no scene.
  package func faults(
    ofImages reasons: [ImageReference: String], with data: [UInt8], source: String
  ) -> [SceneError] {
    faults(with: data, source: source) { expanded, log throws(SceneFault) in
      for fault in expanded.faults(ofImages: reasons) { log.note(fault) }
    }
  }
}

extension JSONValue {
  /// A fault at each value that names one of some images.
  ///
  /// - Complexity: O(values), without recursion.
  fileprivate func faults(ofImages reasons: [ImageReference: String]) -> [SceneFault] {
    var faults: [SceneFault] = []
    var values = [(self, false)]
    while let (value, isImage) = values.popLast() {
      switch value.content {
      case .string(let name) where isImage:
        guard let reason = reasons[ImageReference(name)] else { continue }
        faults.append(SceneFault(.unreadable, at: value.offset, reason))
      case .array(let elements): values += elements.lazy.map { ($0, false) }
      case .object(let members):
        values += members.lazy.map { ($0.value, $0.name == "image") }
      default: continue
      }
    }
    return faults.reversed()
  }
}
