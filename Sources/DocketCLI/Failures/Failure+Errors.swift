import DocketConfiguration
import DocketData
import SwiftData

extension Failure {
  /// The line for any error.
  ///
  /// - Parameter place: where it happened, unless the error says it itself.
  init(_ error: any Error, place: String) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error)
    case let error as ItemError: self.init(error, place: place)
    case let error as JournalError: self.init(error, place: place)
    case let error as ConfigurationError: self.init(error)
    case let error as SwiftDataError: self.init(error, place: place)
    case let error as StorePath.Failure: self.init(error)
    case let error as StandardOutput.Failure: self.init(error)
    default: self.init(.inputOutput, Self.clause("\(error)"), place: place, remedy: "try again")
    }
  }

  private init(_ error: ItemError, place: String) {
    let what = Self.clause(error.description)
    switch error {
    case .emptyTitle: self.init(.badData, what, place: place, remedy: "give a title with at least one letter")
    case .noSuchItem: self.init(.noMatch, what, place: place, remedy: "see the numbers with 'docket list'")
    case .noSuchTag, .noSuchList, .noSuchFilter:
      self.init(.noMatch, what, place: place, remedy: "see the names with 'docket list'")
    case .unusableTag, .unusableList, .nameTaken:
      self.init(.badData, what, place: place, remedy: "choose another one")
    case .partOfItself: self.init(.badData, what, place: place, remedy: "choose another parent")
    case .changedMeanwhile: self.init(.busy, what, place: place, remedy: "look at it and try again")
    }
  }

  private init(_ error: JournalError, place: String) {
    let remedy = "see what was done with 'docket log'"
    switch error {
    case .nothingToUndo, .nothingToRedo, .inTheWay, .forgotten:
      self.init(.noMatch, Self.clause(error.description), place: place, remedy: remedy)
    case .damaged:
      self.init(.badData, Self.clause(error.description), place: place, remedy: "look for damage with 'docket check'")
    }
  }

  /// The line for a configuration file that can't be used.
  public init(_ error: ConfigurationError) {
    self.init(
      .configuration, error.problem, place: error.place,
      remedy: "mend it, or move it away and see 'docket config --print'", others: error.others.map(Failure.init))
  }

  private init(_ error: SwiftDataError, place: String) {
    switch error {
    case .savingNotAllowed:
      self.init(
        .notPermitted, "the store can only be read", place: place,
        remedy: "make the file and its directory writable, or choose another file with --store")
    case .rowGone:
      self.init(.noMatch, Self.clause(error.description), place: place, remedy: "see the numbers with 'docket list'")
    default:
      self.init(
        .badData, Self.clause(error.description), place: place, remedy: "choose another file with --store")
    }
  }

  private init(_ error: StorePath.Failure) {
    switch error {
    case .noHome:
      self.init(
        .configuration, "there is no place for the store", place: "HOME and XDG_DATA_HOME",
        remedy: "set one of them to an absolute path, or use --store FILE")
    case .directory(let path):
      self.init(
        .cannotCreate, "a store is a file, and this is the path of a directory", place: path,
        remedy: "name the file, without a slash at the end")
    }
  }

  private init(_ error: StandardOutput.Failure) {
    self.init(.inputOutput, error.description, place: "standard output", remedy: "make room or write elsewhere")
  }

  /// A sentence as a part of a line: without its capital and its full stop.
  static func clause(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    // "SQLite" stays as it is.
    if text.dropFirst().first?.isUppercase == true { return String(text) }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
