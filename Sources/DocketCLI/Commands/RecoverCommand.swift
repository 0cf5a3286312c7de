import ArgumentParser
import DocketData
import Foundation

/// `docket recover`: salvages a damaged store.
struct RecoverCommand: ItemCommand {
  static let commandName = "recover"
  static let configuration = CommandConfiguration(
    commandName: commandName,
    abstract: "Salvage what can be read of a damaged store into a new file.",
    discussion: """
      The damaged store is left as it is; nothing may write to it meanwhile. The new file is a store: look at it with \
      --store FILE. To use it, move the damaged one away together with the files beside it whose names end in -wal and -shm, \
      and move the new one to its place.

      How much was salvaged is printed; where something could not be read, the exit status is 65. Sub-items of lost items become items of their own.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(
    help: ArgumentHelp("The file to make; one that is there is never replaced.", valueName: "file"), completion: .file()
  )
  var file: String

  func validate() throws {
    if store.preview { throw ValidationError("A preview has no file that could be damaged") }
  }

  func perform(_ items: ItemAccess, _ output: CommandOutput) async throws {
    guard items.size != nil else {
      throw Failure.noStore(items.name)
    }
    let copy = URL(fileURLWithPath: file)
    let report = try await Failure.ofNewFile(copy) { try items.recover(into: copy) }
    let counts = [("items", report.items), ("tags", report.tags), ("lists", report.lists), ("steps", report.steps)]
    try output.write("salvaged " + counts.map { "\($0) \($1)" }.joined(separator: ", ") + "\n")
    guard report.isWhole else { throw PartlyDone(failure: loss(report, items)) }
  }

  private func loss(_ report: SalvageReport, _ items: ItemAccess) -> Failure {
    Failure(
      .badData, "\(report.lossText) could not be salvaged", place: items.name,
      remedy: "look at what there is with 'docket --store FILE', and compare it with a copy if there is one")
  }
}
