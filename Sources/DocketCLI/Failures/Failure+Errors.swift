import DocketConfiguration
import DocketData
import DocketPrograms
import Foundation
import SwiftData

extension Failure {
  /// The failure for any error.
  ///
  /// - Parameter place: where it happened, unless the error says so.
  init(_ error: any Error, place: String) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error)
    case let error as ItemError: self.init(error, place: place)
    case let error as JournalError: self.init(error, place: place)
    case let error as ConfigurationError: self.init(error)
    case let error as SwiftDataError: self.init(error, place: place)
    case let error as StorePath.Failure: self.init(error)
    case let error as StateError: self.init(error)
    case let error as StandardOutput.Failure: self.init(error)
    default: self.init(.inputOutput, "\(error)".clause, place: place, remedy: "try again")
    }
  }

  private init(_ error: ItemError, place: String) {
    let what = error.description.clause
    switch error {
    case .emptyTitle: self.init(.badData, what, place: place, remedy: "give a title with at least one letter")
    case .noSuchItem: self.init(.noMatch, what, place: place, remedy: "see the numbers with 'docket list'")
    case .noSuchTag, .noSuchList, .noSuchFilter:
      self.init(.noMatch, what, place: place, remedy: "see the names with 'docket list'")
    case .unusableTag, .unusableList, .nameTaken:
      self.init(.badData, what, place: place, remedy: "choose another one")
    case .partOfItself: self.init(.badData, what, place: place, remedy: "choose another parent")
    case .waitsForItself: self.init(.badData, what, place: place, remedy: "choose other items to wait for")
    case .doesNotRepeat:
      self.init(.badData, what, place: place, remedy: "see what repeats with 'docket list is:recurring'")
    case .hasNoNextDate:
      self.init(.badData, what, place: place, remedy: "see how it repeats with 'docket show'")
    case .lastOfSeries:
      self.init(.badData, what, place: place, remedy: "finish it with 'docket done', or delete it")
    case .changedMeanwhile: self.init(.busy, what, place: place, remedy: "look at it and try again")
    }
  }

  private init(_ error: JournalError, place: String) {
    let what = error.description.clause
    switch error {
    case .nothingToUndo, .nothingToRedo, .inTheWay, .forgotten:
      self.init(.noMatch, what, place: place, remedy: "see what was done with 'docket log'")
    case .damaged: self.init(.badData, what, place: place, remedy: "look for damage with 'docket check'")
    }
  }

  /// The failure for an invalid configuration file.
  public init(_ error: ConfigurationError) {
    self.init(
      .configuration, error.problem, place: error.place,
      remedy: "fix or remove it, and see 'docket config --print'", others: error.others.map(Failure.init))
  }

  private init(_ error: SwiftDataError, place: String) {
    switch error {
    case .savingNotAllowed:
      self.init(
        .notPermitted, "the store can only be read", place: place,
        remedy: "make the file and its directory writable, or choose another file with --store")
    case .rowGone:
      self.init(.noMatch, error.description.clause, place: place, remedy: "see the numbers with 'docket list'")
    default:
      self.init(
        .badData, error.description.clause, place: place,
        remedy: "look for damage with 'docket check', or choose another file with --store")
    }
  }

  private init(_ error: StateError) {
    let isForbidden = [EACCES, EPERM, EROFS].contains(error.number)
    self.init(
      isForbidden ? .notPermitted : .inputOutput,
      "what was done can't be remembered, \(SystemError.reason(error.number))", place: error.path,
      remedy: "make the directory writable, or set XDG_STATE_HOME to another one")
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

  /// The failure for output that is lost.
  ///
  /// - Parameter isDone: whether the command did more than write it.
  init(_ error: StandardOutput.Failure, isDone: Bool = false) {
    self.init(
      .inputOutput, "write error: \(error.description)", place: "standard output",
      remedy: (isDone ? "the command is done, and only its output is lost; " : "") + "make room or write elsewhere")
  }
}

// MARK: - The store

extension Failure {
  init(_ error: StoreError) {
    let remedy = error.kind == .damaged ? Self.salvaging(error.location) : error.remedy
    self.init(Self.status(of: error), error.explanation.clause, place: error.location, remedy: remedy)
  }

  /// What to do about a damaged store.
  static func salvaging(_ store: String) -> String {
    let option = isDefault(store) ? "" : "--store \(quoted(store)) "
    return "salvage what can be read with 'docket \(option)recover salvaged.sqlite', or put a copy in its place"
  }

  /// Whether a store is the one that is used without `--store`.
  private static func isDefault(_ store: String) -> Bool {
    let environment = try? EnvironmentValue.read(["DOCKET_STORE", "XDG_DATA_HOME", "HOME"])
    return environment.flatMap { try? StorePath(explicit: nil, environment: $0) }?.url.path == store
  }

  private static func quoted(_ path: String) -> String {
    if path.wholeMatch(of: /[A-Za-z0-9_.,:@%+=\/-]+/) != nil { return path }
    return "\"" + path.replacing(/["\\$`]/) { "\\\($0.0)" } + "\""
  }

  static func noStore(_ path: String, hasDirectory: Bool = true) -> Failure {
    Failure(
      .noInput, hasDirectory ? "there is no such store" : "there is no such store, nor a directory for it", place: path,
      remedy: hasDirectory ? "check the path; 'docket add' and 'docket import' make a new store" : "check the path")
  }

  static func storeBehindFile(_ file: String, _ status: ExitStatus) -> Failure {
    Failure(
      status, "this is a file, and not a directory that a store can be in", place: file,
      remedy: "check the path of the store")
  }

  static func emptyStore(_ path: String, hasLog: Bool) -> Failure {
    Failure(
      .badData, hasLog ? "the file is empty, but the log beside it is not" : "the file is empty", place: path,
      remedy: "put a copy in its place"
        + (hasLog ? "" : "; for a new store, 'docket add' and 'docket import' use the empty file"))
  }

  static func noDirectory(_ path: String) -> Failure {
    Failure(
      .cannotCreate, "there is no such directory", place: path,
      remedy: "check the path of --store, or make the directory first")
  }

  /// Creates a new file; if that fails, the remedy is another path, not another store.
  ///
  /// - Throws: `Failure`, and what the body throws.
  static func ofNewFile<Result: Sendable>(_ file: URL, _ make: () async throws -> Result) async throws -> Result {
    do {
      return try await make()
    } catch let error as StoreError where error.location == file.path && Self.isOfPath(error) {
      throw Failure(
        status(of: error), error.explanation.clause, place: error.location,
        remedy: "choose another path for the new file")
    }
  }

  /// Whether a file can't be where it is to be.
  private static func isOfPath(_ error: StoreError) -> Bool {
    switch error.kind {
    case .cannotOpen, .permission, .readOnly: true
    default: false
    }
  }

  private static func status(of error: StoreError) -> ExitStatus {
    switch error.kind {
    case .notAStore, .schemaMismatch, .damaged, .newerSchema: .badData
    case .cannotOpen: .cannotCreate
    case .permission, .readOnly: .notPermitted
    case .busy: .busy
    case .full, .inputOutput, .other: .inputOutput
    }
  }
}
