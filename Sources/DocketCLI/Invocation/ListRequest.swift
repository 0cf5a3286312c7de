import DataProvider

/// What the full-screen list is to show.
public struct ListRequest: Sendable {
  /// Where the items are; nothing is opened yet.
  public let provider: DataProvider
  /// How many items of the preview to show, or nil for the store of the provider.
  public let previewItems: Int?

  /// - Throws: `Failure` if there is no terminal to show a list on, or no place for the store.
  init(_ options: StoreOptions) throws {
    try TerminalRequirement.check()
    provider = try options.provider()
    previewItems = options.previewItems
  }
}
