import DataProvider
import DocketConfiguration

/// What the full-screen list is to show.
public struct ListRequest: Sendable {
  /// Where the items are; nothing is opened yet.
  public let provider: DataProvider
  /// How many items of the preview to show, or nil for the store of the provider.
  public let previewItems: Int?

  /// What the person has set up.
  public let configuration: Configuration

  /// What to show at first, or nil for what is set up.
  public let filter: String?

  /// - Throws: `Failure` if the filter makes no sense, there is no terminal to show a list on, or no place for the
  ///   store; `ConfigurationError` if
  ///   the configuration file can't be understood.
  init(_ command: DocketCommand, _ checks: ConfigurationChecks) throws {
    filter = try command.filter.map { try QueryWords.query($0, place: "docket --filter").text }
    try TerminalRequirement.check()
    configuration = try Configured.read(checks)
    provider = try command.store.provider()
    previewItems = command.store.previewItems
  }
}
