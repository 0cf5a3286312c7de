/// How much two spellings differ.
enum Spelling {
  /// How many letters have to be put in, taken out, replaced, or exchanged with their neighbour.
  ///
  /// Source: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance
  ///
  /// - Complexity: O(n·m) in the numbers of letters.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (line, letter) in left.enumerated() {
      var row = [line + 1]
      for (column, other) in right.enumerated() {
        var best = min(row[column] + 1, rows[line][column + 1] + 1, rows[line][column] + (letter == other ? 0 : 1))
        if line > 0, column > 0, letter == right[column - 1], left[line - 1] == other {
          best = min(best, rows[line - 1][column - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
