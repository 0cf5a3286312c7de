import ArgumentParser
import DocketData

/// `docket info`: where everything is, and how much of it.
struct InfoCommand: TextCommand {
  static let commandName = "info"
  static let configuration = CommandConfiguration(
    commandName: commandName, abstract: "Show the store's path, its size, and how many items it has.",
    discussion: """
      The size is in bytes: that of the file, and that of the log beside it with what was written last. In a pipe each \
      line is a name and a value with a tab between them, and a value that there is none of is empty.
      """)

  @OptionGroup var store: StoreOptions

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let handler = try await items.handler()
    let lines: [(String, String)] =
      [("store", items.name)] + sizes(items, style) + [
        ("items", "\(try await handler.itemCount())"),
        ("open", "\(try await handler.itemCount(matching: ItemQuery("is:open")))"),
        ("done", "\(try await handler.itemCount(matching: ItemQuery("is:done")))"),
        ("configuration", try configuration(style)),
      ]
    return lines.map { style.named($0, $1) }.joined()
  }

  /// A person is told that there is no file, and where one would be; a program gets no path of what is not there.
  private func configuration(_ style: OutputStyle) throws -> String {
    let path = try Configured.path()
    if let path, Configured.isThere(path) { return path }
    guard style == .terminal else { return "" }
    return path.map { "none; it would be \($0)" } ?? "none"
  }

  private func sizes(_ items: ItemAccess, _ style: OutputStyle) -> [(String, String)] {
    guard let size = items.size else {
      return style == .terminal ? [("size", "in memory")] : [("size", ""), ("file", ""), ("log", "")]
    }
    return [("size", "\(size.total)"), ("file", "\(size.file)"), ("log", "\(size.log)")]
  }
}
