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

  /// The text if it may have been meant as a filter's name and is the name of none.
  ///
  /// - Parameter store: where filters are saved; nil for a preview.
  func unknown(savedIn store: URL?) throws -> UnknownFilter? {
    try filter.flatMap { try UnknownFilter($0, among: Self.all(savedIn: store)) }
  }

  /// The query of the filter with a name, or the text if it is no name.
  ///
  /// Filters are looked up without making or changing the store. One that can't be read has none here: the command opens
  /// it next, and says why.
  private static func query(of text: String, savedIn store: URL?) throws -> String {
    let key = TagName.key(of: text.trimmingCharacters(in: .whitespaces))
    guard !key.isEmpty else { return text }
    return try all(savedIn: store).first { TagName.key(of: $0.name) == key }?.query ?? text
  }

  private static func all(savedIn store: URL?) throws -> [NamedQuery] {
    try all(and: (try? store.map { try StoreSnapshot(of: $0).filters(limit: .max) }) ?? [])
  }

  /// The standard filters, those of the configuration, and those that were saved in the list.
  ///
  /// - Throws: `ConfigurationError`.
  static func all(and saved: [NamedQuery]) throws -> [NamedQuery] {
    let configured = try UserConfiguration.read(ConfigurationChecks()).filters
    return NamedQuery.standard + configured.map { NamedQuery(name: $0.name, query: $0.query) } + saved
  }
}
