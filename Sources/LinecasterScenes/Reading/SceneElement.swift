/// What a node of a scene can be; the names are those of the layouts in Swift.
enum SceneElement: String, CaseIterable {
  case row = "Row"
  case column = "Column"
  case text = "Text"
  case box = "Box"
  case image = "Image"
  case spacer = "Spacer"
  /// A part of the scene by its name.
  case part = "Part"
}
