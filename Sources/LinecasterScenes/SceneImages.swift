import LinecasterBase
import LinecasterDisplay

// Where scenes ask for images, told where these cannot be had.

extension Scene {
  /// The places where a scene in a text names images, with what is wrong with each, in the order of
  /// the text; at most `faultLimit`.
  ///
  /// - Parameter reasons: What is wrong, by the image.
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
  /// The places in the template where its scene names images, and those in the data that they come
  /// from; nothing where there is no scene.
  func faults(
    ofImages reasons: [ImageReference: String], with data: TemplateData
  ) -> [SceneError] {
    faults(with: data) { expanded, log throws(SceneFault) in
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
