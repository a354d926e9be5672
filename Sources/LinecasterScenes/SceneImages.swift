import LinecasterBase
import LinecasterDisplay

// The locations of image names in scenes, for error messages.

extension Scene {
  /// The locations of unavailable images in a scene's text, with the reason for each, in text
  /// order; at most `faultLimit`.
  ///
  /// - Parameter reasons: The reason for each image.
  /// - Complexity: O(bytes).
  static func faults(
    _ value: JSONValue, ofImages reasons: [ImageReference: String], of text: JSONDocument
  ) -> [SceneError] {
    let log = SceneFaultLog()
    for fault in value.faults(ofImages: reasons) { log.note(fault) }
    return log.errors(in: text)
  }
}

extension SceneTemplate {
  /// The locations of unavailable images in the template, and in the data they come from; empty if
  /// there is no valid scene.
  func faults(
    ofImages reasons: [ImageReference: String], with data: TemplateData
  ) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
      for fault in expanded.faults(ofImages: reasons) { log.note(fault) }
    }
  }
}

extension JSONValue {
  /// A fault for each value that names one of some images.
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
