import ArgumentParser
import DocketData
import Foundation
import SwiftData

/// `docket backup`: a consistent copy of the store.
struct BackupCommand: TextCommand {
  static let commandName = "backup"
  static let configuration = help(
    "Copy the store to a new file, also while it is in use.",
    """
    The copy is a store: open it with --store FILE. To restore it, quit every docket, move the old store away together \
    with the files beside it whose names end in -wal and -shm, and move the copy to its place.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The file to create; an existing one is never replaced.", valueName: "file"), completion: .file()
  )
  var file: String

  func output(_ items: ItemAccess, style _: OutputStyle) async throws -> String {
    let copy = URL(fileURLWithPath: file)
    try await Failure.ofNewFile(copy) { try await items.container().copyStore(to: copy) }
    return ""
  }
}

/// `docket check`: looks for damage in the store, and for programs of hooks that are not there.
struct CheckCommand: TextCommand {
  static let commandName = "check"
  static let configuration = help(
    "Check the whole store for damage.",
    """
    If the store is damaged, the error says how, and the exit status is 65. Programs of hooks and own commands that can't \
    be run here are reported on standard error.
    """)

  @OptionGroup var store: StoreOptions

  func output(_ items: ItemAccess, style: OutputStyle) async throws -> String {
    let problems = try await items.container().storeProblems()
    reportMissingPrograms()
    guard let first = problems.first else { return "\(style.line(items.name)): no damage found\n" }
    let others = problems.count > 1 ? ", and \(problems.count - 1) more" : ""
    throw Failure(
      .badData, "the store is damaged: \(first)\(others)", place: items.name, remedy: Failure.salvaging(items.name))
  }
}

extension CheckCommand {
  /// The configuration is read only where it names programs; a mistake in it is no damage of the store.
  private func reportMissingPrograms() {
    guard !store.preview, UserConfiguration.mentions("hooks") || UserConfiguration.mentions("commands") else { return }
    do {
      for (option, problem) in try UserConfiguration.read(.of(keys: { $0 })).missingPrograms {
        StandardStreams.report(Notice(what: problem, place: option, remedy: Self.remedy).line)
      }
    } catch {
      StandardStreams.report(Failure(error, place: "docket \(Self.commandName)").lines)
    }
  }

  private static let remedy = "install it, make it executable, or correct its line in the configuration"
}

/// `docket recover`: salvages a damaged store.
struct RecoverCommand: ItemCommand {
  static let commandName = "recover"
  static let configuration = help(
    "Salvage what can be read of a damaged store to a new file.",
    """
    The damaged store is left as it is; nothing may write to it meanwhile. The new file is a store: open it with \
    --store FILE. To use it, move the damaged one away together with the files beside it whose names end in -wal and -shm, \
    and move the new one to its place.

    It prints how much was salvaged; if something could not be read, the exit status is 65. Sub-items of lost items \
    become items of their own.
    """)

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The file to create; an existing one is never replaced.", valueName: "file"), completion: .file()
  )
  var file: String

  var hasEffect: Bool { true }
  var runsHooks: Bool { false }

  func validate() throws {
    if store.preview { throw ValidationError("A preview has no file that could be damaged") }
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    guard items.size != nil else { throw Failure.noStore(items.name) }
    let copy = URL(fileURLWithPath: file)
    let report = try await Failure.ofNewFile(copy) {
      do {
        return try items.provider.recoverStore(to: copy)
      } catch let error as StoreError
        where error.location == items.name && (error.kind == .notAStore || error.kind == .damaged)
      {
        throw Failure(
          .badData, error.explanation.clause, place: items.name,
          remedy: "choose another file with --store, or put a copy in its place")
      }
    }
    let counts = [("items", report.items), ("tags", report.tags), ("lists", report.lists), ("steps", report.steps)]
    try output.write("salvaged " + counts.map { "\($0) \($1)" }.joined(separator: ", ") + "\n")
    guard !report.isWhole else { return }
    throw PartlyDone(
      failure: Failure(
        .badData, "\(report.lossText) could not be salvaged", place: items.name,
        remedy: "look at what there is with 'docket --store FILE', and compare it with a copy if there is one"))
  }
}

/// `docket info`: the paths, the size of the store, and its numbers of items.
struct InfoCommand: TextCommand {
  static let commandName = "info"
  static let configuration = help(
    "Show the store's path, its size, and how many items it has.",
    """
    The size, in bytes, is that of the store's file and that of the log beside it, which has the last changes. In a pipe \
    each line is a name and a value separated by a tab; a missing value is empty.
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

  /// On a terminal also where a missing file would be; a program gets no path of a missing file.
  private func configuration(_ style: OutputStyle) throws -> String {
    let path = try UserConfiguration.path()
    if let path, UserConfiguration.exists(path) { return path }
    guard style == .terminal else { return "" }
    return path.map { "none; it would be \($0)" } ?? "none"
  }

  private func sizes(_ items: ItemAccess, _ style: OutputStyle) -> [(String, String)] {
    guard let size = items.size else {
      return style == .terminal ? [("size", "in memory")] : [("size", ""), ("file", ""), ("log", "")]
    }
    return [("size", "\(size.file + size.log)"), ("file", "\(size.file)"), ("log", "\(size.log)")]
  }
}

struct StoreSize {
  let file: Int64
  /// The size of the log beside it, with the last changes; 0 if there is none.
  ///
  /// Source: https://www.sqlite.org/wal.html
  let log: Int64

  /// - Returns: nil if there is no store.
  init?(_ path: String) {
    // The log of a store behind a link is beside the file itself.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let file = Self.bytes(path) else { return nil }
    self.file = file
    log = Self.bytes(path + "-wal") ?? 0
  }

  private static func bytes(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }
}
