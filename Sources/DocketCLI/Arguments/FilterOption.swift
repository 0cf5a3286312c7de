import ArgumentParser
import DocketConfiguration
import DocketData
import Foundation

/// What a list shows, a filter by its name or a query; the option may come before `list` or after it.
struct FilterOption: ParsableArguments, Sendable {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What to show: a filter by its name, or a query; see 'docket help list'.", valueName: "filter"),
    completion: ItemCompletion.filter)
  var filter: String?

  /// The query; nil if nothing was asked for.
  ///
  /// - Parameters:
  ///   - store: where filters are saved; nil for a preview.
  ///   - command: the command line without the option, for an error.
  /// - Throws: `Failure` with the position of the error, `ConfigurationError`.
  func query(savedIn store: URL?, of command: String) throws -> ItemQuery? {
    try filter.map { try QueryWords.query(Self.query(of: $0, savedIn: store), place: "\(command) --filter") }
  }

  /// Whether the text is one word that is no filter's name, and so is looked for.
  ///
  /// - Parameter store: where filters are saved; nil for a preview.
  func isUnknownName(savedIn store: URL?) throws -> Bool {
    guard let filter, filter.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return false }
    return try Self.query(of: filter, savedIn: store) == filter
  }

  /// The query of the filter with a name, or the text if it is no name.
  ///
  /// Filters are looked up without making or changing the store. One that can't be read has none here: the command opens
  /// it next, and says why.
  private static func query(of text: String, savedIn store: URL?) throws -> String {
    let key = TagName.key(of: text.trimmingCharacters(in: .whitespaces))
    guard !key.isEmpty else { return text }
    let saved = (try? store.map { try StoreSnapshot(of: $0).filters(limit: .max) }) ?? []
    return try all(and: saved).first { TagName.key(of: $0.name) == key }?.query ?? text
  }

  /// The standard filters, those of the configuration, and those that were saved in the list.
  ///
  /// - Throws: `ConfigurationError`.
  static func all(and saved: [NamedQuery]) throws -> [NamedQuery] {
    let configured = try UserConfiguration.read(ConfigurationChecks()).filters
    return NamedQuery.standard + configured.map { NamedQuery(name: $0.name, query: $0.query) } + saved
  }
}
