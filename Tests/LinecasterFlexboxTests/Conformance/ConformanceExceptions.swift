/// Cases of the conformance data that fail, and why the browser's answer is not followed.
enum ConformanceExceptions {
  /// Why cases fail that upstream skips.
  static let reasonOfSkipped = """
    the root is as wide as its min-content, as if absolutely positioned in a block of no width; \
    in the data its block is indefinite, where it has its max-content width
    """

  static let reasons = [
    "chrome/1000/507": """
    the width follows from the height by the ratio; Chromium finds its automatic minimum as if \
    the height were not known, so that a percentage inside counts as auto
    """,
    "chrome/1000/744": """
    the line stretches the item, after which percentages refer to the new height (CSS Flexbox \
    §9.4 step 11); Chromium keeps to the height that the ratio gave
    """,
  ]
}
