import ArgumentParser
import DocketData

/// The words of a query on the command line.
struct QueryWords: ParsableArguments, Sendable {
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("The query; see 'docket help list'.", valueName: "query"),
    completion: ItemCompletion.query)
  var words: [String] = []

  /// The index of `--`, after which all words belong to the query.
  private var end: Int { words.firstIndex(of: "--") ?? words.endIndex }

  /// Refuses unknown options, which would become words of the query.
  func validate() throws {
    if let option = words[..<end].first(where: { $0.hasPrefix("--") }) {
      throw ValidationError("Unknown option '\(option)'")
    }
  }

  /// The words as one query.
  ///
  /// - Throws: `Failure` with the position of the error.
  func query(of command: String) throws -> ItemQuery {
    let text = (words[..<end] + words[end...].dropFirst()).joined(separator: " ")
    return try Self.query(text, place: "docket \(command)")
  }

  /// An error is one line, however long the query is.
  private static func excerpt(of text: String) -> String { text.count > 200 ? "\(text.prefix(200))…" : text }

  /// - Throws: `Failure` with the position of the error.
  static func query(_ text: String, place: String) throws -> ItemQuery {
    do {
      return try ItemQuery(text)
    } catch {
      throw Failure(
        .usage, "at character \(error.range.lowerBound + 1) of “\(excerpt(of: text))”, \(error.message.clause)",
        place: place, remedy: "see 'docket help list'")
    }
  }
}
