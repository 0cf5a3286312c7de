extension ModelConfiguration {
  /// Looks whether there can be a file of the configuration's name.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or `.configurationFileNameTooLong`;
  ///   `StoreError` of the kind `.cannotOpen` if the URL is not that of a file.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    guard url.isFileURL else {
      throw StoreError(
        kind: .cannotOpen, location: url.absoluteString,
        explanation: "A store is a file, and this is not the URL of one: make it with URL(fileURLWithPath:).")
    }
    let file = url.lastPathComponent
    if name.contains("/") && file == "\(name.split(separator: "/").last ?? "").store" || name.contains("\0") {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
    // What file systems allow, with room for what is put behind it.
    if file.utf8.count > 240 { throw SwiftDataError.configurationFileNameTooLong }
  }
}
