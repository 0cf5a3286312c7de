import ArgumentParser
import DocketData

/// The words of a query, as they stand on the command line.
struct QueryWords: ParsableArguments, Sendable {
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Which items.", valueName: "query"))
  var words: [String] = []

  /// Where everything begins to be taken as it is.
  private var end: Int { words.firstIndex(of: "--") ?? words.endIndex }

  /// Refuses options that there are none of, which the query would swallow.
  func validate() throws {
    if let option = words[..<end].first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("Unknown option '\(option)'")
    }
  }

  /// The words as one query.
  ///
  /// - Throws: `Failure` that says where the query makes no sense.
  func query(of command: String) throws -> ItemQuery {
    let text = (words[..<end] + words[end...].dropFirst()).joined(separator: " ")
    return try Self.query(text, place: "docket \(command)")
  }

  /// Reads a query.
  ///
  /// - Parameter place: what was run.
  /// - Throws: `Failure` that says where the query makes no sense.
  static func query(_ text: String, place: String) throws -> ItemQuery {
    do {
      return try ItemQuery(text)
    } catch {
      throw Failure(
        .usage, "\(Failure.clause(error.message)) at character \(error.range.lowerBound + 1) of “\(text)”",
        place: place,
        remedy: "see 'docket help list'")
    }
  }
}
