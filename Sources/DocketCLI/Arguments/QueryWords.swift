import DataProvider

/// The words of a query as one.
enum QueryWords {
  /// Reads the query.
  ///
  /// - Throws: `Failure` that says where the query makes no sense.
  static func query(_ words: [String], command: String) throws -> ItemQuery {
    let text = words.joined(separator: " ")
    do {
      return try ItemQuery(text)
    } catch {
      throw Failure(
        .usage, "\(Failure.clause(error.message)) at character \(error.range.lowerBound + 1) of “\(text)”",
        place: "docket \(command)", remedy: "see 'docket help \(command)'")
    }
  }
}
