/// The name that somebody most likely meant who typed another word.
public enum NearestName {
  /// The first name that begins with the word, or else the one with the fewest differences; nil if none is like it.
  ///
  /// - Complexity: O(letters of the word · letters of all names).
  public static func of(_ word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty else { return nil }
    if let longer = names.first(where: { $0.lowercased().hasPrefix(word) }) { return longer }
    let distances = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }),
      nearest.distance <= max(1, min(word.count, nearest.name.count) / 3)
    else { return nil }
    return nearest.name
  }

  /// The number of letters to insert, delete, replace, or swap with their neighbour.
  ///
  /// Source: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance
  ///
  /// - Complexity: O(*n*·*m*) in the numbers of letters.
  private static func distance(_ left: String, _ right: String) -> Int {
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
