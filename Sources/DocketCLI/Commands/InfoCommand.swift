import ArgumentParser
import DataProvider

/// `docket info`: where everything is, and how much of it.
struct InfoCommand: TextCommand {
  static let commandName = "info"
  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show the store's path, its size, and how many items it has.",
    discussion: """
      The size is in bytes: that of the file, and that of the log beside it with what was written last.
      """)

  @OptionGroup var store: StoreOptions

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let lines: [(String, String)] =
      [("store", items.name)] + sizes(items) + [
        ("items", "\(try await handler.itemCount())"),
        ("open", "\(try await handler.itemCount(matching: ItemQuery("is:open")))"),
        ("done", "\(try await handler.itemCount(matching: ItemQuery("is:done")))"),
        ("configuration", try configuration(style)),
      ]
    return lines.map { style.named($0, $1) }.joined()
  }

  /// A person is told that there is no file; a program gets the path where one would be.
  private func configuration(_ style: OutputStyle) throws -> String {
    guard let path = try Configured.path() else { return "none" }
    return style == .pipe || Configured.isThere(path) ? path : "none; it would be \(path)"
  }

  private func sizes(_ items: ItemAccess) -> [(String, String)] {
    guard let size = items.size else { return [("size", "in memory")] }
    return [("size", "\(size.total)"), ("file", "\(size.file)"), ("log", "\(size.log)")]
  }
}
