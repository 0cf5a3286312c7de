import DocketData

/// What can be shown of a search that is being typed: its terms that make sense.
///
/// So `is:opn milk` finds what `milk` finds, until the first term is right.
struct SensibleSearch {
  /// Of a search with more mistakes nothing is shown: each costs another look at the text.
  private static let mostMistakes = 8

  /// The text without the terms that are wrong.
  private(set) var text: String
  /// What is wrong with the first one, and where in the whole text.
  private(set) var problem: QueryError?

  /// - Complexity: O(length) for each mistake.
  init(_ text: String, _ reference: DateReference) {
    self.text = text
    for _ in 0..<Self.mostMistakes {
      guard let mistake = mistake(reference) else { return }
      problem = problem ?? mistake
      leaveOut(mistake.range)
    }
    if mistake(reference) != nil { self.text = "" }
  }

  private func mistake(_ reference: DateReference) -> QueryError? {
    do throws(QueryError) {
      _ = try ItemQuery(text, reference)
      return nil
    } catch {
      return error
    }
  }

  /// Takes out the term around a place, and the blanks after it.
  private mutating func leaveOut(_ range: Range<Int>) {
    let characters = Array(text)
    let head = characters[..<range.lowerBound].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    let end = characters[range.upperBound...].firstIndex(where: \.isWhitespace) ?? characters.count
    text = String(characters[..<head] + characters[end...].drop(while: \.isWhitespace))
  }
}
