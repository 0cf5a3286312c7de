import DocketConfiguration
import DocketData

/// What the full-screen list is to show.
public struct ListRequest: Sendable {
  /// Where the items are.
  public let provider: DataProvider
  /// How many items of the preview to show, or nil for the store of the provider.
  public let previewItems: Int?

  /// What the person has set up.
  public let configuration: Configuration

  /// What to show at first, or nil for what is set up.
  public let filter: String?

  /// - Throws: `Failure` if the filter makes no sense, there is no terminal to show a list on, or no place for the
  ///   store; `ConfigurationError` if the configuration file can't be understood.
  init(_ command: DocketCommand, _ checks: ConfigurationChecks) throws {
    filter = try command.filter.map { try QueryWords.query($0, place: "docket --filter").text }
    try TerminalRequirement.check()
    configuration = try Configured.read(checks)
    provider = try command.store.provider()
    try command.store.requireNamedDirectory(provider.storeURL.path)
    previewItems = command.store.previewItems
  }

  /// The same with the store open, before there is a screen that could say that it takes long.
  ///
  /// - Throws: `StoreError` if the store can't be opened.
  func opened() throws -> ListRequest {
    if previewItems == nil { _ = try OpeningProgress.show { try provider.modelContainer() } }
    return self
  }
}
