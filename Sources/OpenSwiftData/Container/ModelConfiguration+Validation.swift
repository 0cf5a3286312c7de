extension ModelConfiguration {
  /// Looks whether there can be a file of the configuration's name.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or `.configurationFileNameTooLong`.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    let file = url.lastPathComponent
    if name.contains("/") && file == "\(name.split(separator: "/").last ?? "").store" || name.contains("\0") {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
    // What file systems allow, with room for what is put behind it.
    if file.utf8.count > 240 { throw SwiftDataError.configurationFileNameTooLong }
  }
}
