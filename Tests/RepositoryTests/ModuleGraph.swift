/// The graph of module dependencies, drawn from the manifest.
///
/// Modules stand in columns, each to the right of its dependencies. Dependencies that follow from
/// other arrows have no arrow of their own.
struct ModuleGraph {
  static let drawing = "Sources/Linecaster/Linecaster.docc/Resources/modules.svg"
  static let article = "Sources/Linecaster/Linecaster.docc/Architecture.md"

  private struct Module {
    let name: String
    let libraries: [String]
    /// The modules it depends on, without those that these depend on.
    let lower: [Int]
    let column: Int
  }

  private let modules: [Module]

  /// Reads the modules for users and the tool from a manifest; examples and tests are left out.
  init(_ manifest: Manifest) {
    let targets = manifest.targets.filter { target in
      target.isSwift && !target.path.hasPrefix("Tests/")
        && !target.path.hasPrefix("Sources/Examples/")
    }
    let indices = Dictionary(uniqueKeysWithValues: targets.indices.map { (targets[$0].name, $0) })
    let direct = targets.map { Set($0.dependencies.compactMap { indices[$0] }) }
    var below: [Int: Set<Int>] = [:]
    func allBelow(_ index: Int) -> Set<Int> {
      if let known = below[index] { return known }
      let found = direct[index].union(direct[index].flatMap(allBelow))
      below[index] = found
      return found
    }
    func column(_ index: Int) -> Int { (direct[index].map(column).max() ?? -1) + 1 }
    modules = targets.indices.map { index in
      let implied = Set(direct[index].flatMap(allBelow))
      return Module(
        name: targets[index].name,
        libraries: targets[index].dependencies.filter(manifest.cModules.contains),
        lower: direct[index].subtracting(implied).sorted(), column: column(index))
    }
  }

  private func title(_ index: Int) -> String {
    let name = modules[index].name
    return name == "Linecaster" ? name : String(name.dropFirst("Linecaster".count))
  }
}

// MARK: - In the article

extension ModuleGraph {
  private static let start = "<!-- Written by .ci/graph from Package.swift. -->"
  private static let end = "<!-- End of what .ci/graph writes. -->"

  /// The article with the lines between the marks replaced; nil if the marks are missing.
  func written(into article: String) -> String? {
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(of: Substring(Self.start)),
      let last = lines.firstIndex(of: Substring(Self.end)), first < last
    else { return nil }
    let image = "![Each module right of those that it depends on](modules)"
    let width = modules.indices.map { title($0).count }.max() ?? 0
    let rows = modules.indices.map { index in
      let module = modules[index]
      let names = module.lower.map(title) + module.libraries
      let name = title(index) + String(repeating: " ", count: width - title(index).count)
      return "    \(name)  \(names.isEmpty ? "–" : names.joined(separator: ", "))"
    }
    let block = [Self.start, "", image, ""] + rows + ["", Self.end]
    return (lines[..<first].map(String.init) + block + lines[(last + 1)...].map(String.init))
      .joined(separator: "\n")
  }
}

// MARK: - As a drawing

extension ModuleGraph {
  /// A place in a column: a module, or where an arrow passes to columns further right.
  private struct Place {
    let module: Int?
    /// The places in the column before that lead here.
    var before: [Int]
    /// The middle, once it is known.
    var y = 0
  }

  private static let columnWidth = 128
  private static let box = (width: 92, height: 34)
  private static let gap = 16

  /// The drawing in SVG, the same for the same manifest.
  var svg: String {
    let columns = placed(columns)
    let last = columns.flatMap(\.self).map(\.y).max() ?? 0
    let width = columns.count * Self.columnWidth
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(last + 40)" "#
        + #"width="\#(width)" height="\#(last + 40)" "#
        + #"font-family="sans-serif" text-anchor="middle">"#,
      ##"<rect width="100%" height="100%" rx="8" fill="#FFFFFF"/>"##,
    ]
    for (column, places) in columns.enumerated() {
      for place in places {
        lines += arrows(to: place, in: column, columns)
        lines += place.module.map { box($0, x: left(column), y: place.y) } ?? []
      }
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private func left(_ column: Int) -> Int {
    column * Self.columnWidth + (Self.columnWidth - Self.box.width) / 2
  }

  private func arrows(to place: Place, in column: Int, _ columns: [[Place]]) -> [String] {
    place.before.flatMap { index in
      let from = columns[column - 1][index]
      let (start, end) = (left(column - 1) + Self.box.width, left(column))
      let middle = (start + end) / 2
      // Arrows that pass through go straight where a box would stand.
      let pass = place.module == nil ? " H \(end + Self.box.width)" : ""
      let curve =
        "M \(start) \(from.y) C \(middle) \(from.y) \(middle) \(place.y) \(end) \(place.y)"
      return [##"<path d="\##(curve)\##(pass)" fill="none" stroke="#8D99AE"/>"##]
    }
  }

  private func box(_ index: Int, x: Int, y: Int) -> [String] {
    let module = modules[index]
    let middle = x + Self.box.width / 2
    let top = y - Self.box.height / 2
    var lines = [
      ##"<rect x="\##(x)" y="\##(top)" width="\##(Self.box.width)" height="\##(Self.box.height)" "##
        + ##"rx="6" fill="#EDF2FB" stroke="#4361EE"/>"##,
      ##"<text x="\##(middle)" y="\##(module.libraries.isEmpty ? y + 4 : y - 1)" "##
        + ##"font-size="12" fill="#1B1B3A">\##(title(index))</text>"##,
    ]
    if !module.libraries.isEmpty {
      let names = module.libraries.joined(separator: ", ")
      lines.append(
        ##"<text x="\##(middle)" y="\##(y + 11)" font-size="8" fill="#5C677D">\##(names)</text>"##)
    }
    return lines
  }

  /// Modules by column, in the order of the manifest, with places for the arrows that pass.
  private var columns: [[Place]] {
    var columns = [[Place]](repeating: [], count: (modules.map(\.column).max() ?? 0) + 1)
    var places: [Int: Int] = [:]
    for index in modules.indices.sorted(by: { modules[$0].column < modules[$1].column }) {
      let column = modules[index].column
      let before = modules[index].lower.map { lower -> Int in
        var place = places[lower] ?? 0
        for passed in (modules[lower].column + 1)..<max(modules[lower].column + 1, column) {
          if let shared = columns[passed].firstIndex(where: {
            $0.module == nil && $0.before == [place]
          }) {
            place = shared
          } else {
            columns[passed].append(Place(module: nil, before: [place]))
            place = columns[passed].count - 1
          }
        }
        return place
      }
      columns[column].append(Place(module: index, before: before))
      places[index] = columns[column].count - 1
    }
    return columns
  }

  /// Places with their heights: in an order with few crossings, and near their neighbours.
  private func placed(_ columns: [[Place]]) -> [[Place]] {
    let orders = orders(of: columns)
    var heights = columns.map { column in column.indices.map { _ in 0 } }
    for round in 0..<40 {
      for column in columns.indices {
        let after = column + 1 < columns.count ? columns[column + 1] : []
        for index in columns[column].indices where round > 0 {
          let near =
            columns[column][index].before.map { heights[column - 1][$0] }
            + after.indices.filter { after[$0].before.contains(index) }
            .map { heights[column + 1][$0] }
          if !near.isEmpty { heights[column][index] = near.reduce(0, +) / near.count }
        }
        spread(&heights[column], orders[column], columns[column])
      }
    }
    let top = heights.flatMap(\.self).min() ?? 0
    return columns.indices.map { column in
      columns[column].indices.map { index in
        var place = columns[column][index]
        place.y = heights[column][index] - top + 30
        return place
      }
    }
  }

  /// Spreads the places of a column to keep boxes apart.
  private func spread(_ heights: inout [Int], _ order: [Int], _ places: [Place]) {
    let mean = heights.reduce(0, +) / max(1, heights.count)
    for (upper, lower) in zip(order, order.dropFirst()) {
      let passes = places[upper].module == nil || places[lower].module == nil
      let room = passes ? 28 : Self.box.height + Self.gap
      heights[lower] = max(heights[lower], heights[upper] + room)
    }
    let shift = heights.reduce(0, +) / max(1, heights.count) - mean
    for index in heights.indices { heights[index] -= shift }
  }

  /// The places of each column from top to bottom, swapped as long as fewer arrows cross.
  private func orders(of columns: [[Place]]) -> [[Int]] {
    var orders = columns.map { Array($0.indices) }
    var best = orders
    var fewest = crossings(orders, columns)
    for round in 0..<12 {
      let forwards = round.isMultiple(of: 2)
      for column in forwards ? Array(columns.indices) : columns.indices.reversed() {
        sort(&orders, column, columns, forwards: forwards)
      }
      let count = crossings(orders, columns)
      if count < fewest { (best, fewest) = (orders, count) }
    }
    orders = best
    var improves = true
    while improves {
      improves = false
      for column in columns.indices {
        for first in columns[column].indices {
          for second in columns[column].indices where second > first {
            orders[column].swapAt(first, second)
            let count = crossings(orders, columns)
            if count < fewest {
              fewest = count
              improves = true
            } else {
              orders[column].swapAt(first, second)
            }
          }
        }
      }
    }
    return orders
  }

  /// Sorts a column by the mean row of the places before it, or of those behind it.
  private func sort(
    _ orders: inout [[Int]], _ column: Int, _ columns: [[Place]], forwards: Bool
  ) {
    guard columns.indices.contains(column + (forwards ? -1 : 1)) else { return }
    let means = columns[column].indices.map { index -> Double in
      let rows: [Int]
      if forwards {
        rows = columns[column][index].before.compactMap { orders[column - 1].firstIndex(of: $0) }
      } else {
        rows = orders[column + 1].indices.filter { row in
          columns[column + 1][orders[column + 1][row]].before.contains(index)
        }
      }
      let row = orders[column].firstIndex(of: index) ?? 0
      return rows.isEmpty ? Double(row) : Double(rows.reduce(0, +)) / Double(rows.count)
    }
    orders[column].sort { (means[$0], $0) < (means[$1], $1) }
  }

  private func crossings(_ orders: [[Int]], _ columns: [[Place]]) -> Int {
    columns.indices.dropFirst().reduce(0) { sum, column in
      let arrows = orders[column].enumerated().flatMap { row, index in
        columns[column][index].before.map {
          (from: orders[column - 1].firstIndex(of: $0) ?? 0, to: row)
        }
      }
      return sum
        + arrows.reduce(0) { sum, arrow in
          sum + arrows.count { $0.from < arrow.from && $0.to > arrow.to }
        }
    }
  }
}
