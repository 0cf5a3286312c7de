import Foundation
import SwiftData

extension Failure {
  /// The line for trouble with the store.
  init(_ error: StoreError) {
    let (status, remedy) = Self.reading(of: error)
    self.init(status, Self.clause(error.explanation), place: error.location, remedy: remedy)
  }

  /// What to do about a damaged store.
  static func salvaging(_ store: String) -> String {
    "salvage what can be read with '\(SalvageCommand.line(for: store))', or put a copy in its place"
  }

  /// There is no file where a store should be.
  static func noStore(_ path: String) -> Failure {
    Failure(
      .noInput, "there is no such store", place: path,
      remedy: "check the path; 'docket add' and 'docket import' make a new store")
  }

  /// There is no directory for the store.
  static func noDirectory(_ path: String) -> Failure {
    Failure(
      .cannotCreate, "there is no such directory", place: path,
      remedy: "check the path of --store, or make the directory first")
  }

  /// Makes a new file; if that is what fails, another one is advised rather than another store.
  ///
  /// - Throws: `Failure`, and what the body throws.
  static func ofNewFile<Result: Sendable>(
    _ file: URL, _ make: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await make()
    } catch let error as StoreError where error.location == file.path && error.kind == .cannotOpen {
      throw Failure(
        .cannotCreate, clause(error.explanation), place: error.location, remedy: "choose another path for the new file")
    }
  }

  private static func reading(of error: StoreError) -> (ExitStatus, String) {
    switch error.kind {
    case .notAStore, .schemaMismatch: (.badData, "choose another file with --store")
    case .damaged: (.badData, salvaging(error.location))
    case .newerSchema: (.badData, "use a newer docket, or choose another file with --store")
    case .cannotOpen: (.cannotCreate, "check the path, or choose another file with --store")
    case .permission: (.notPermitted, "change its permissions, or choose another file with --store")
    case .readOnly: (.notPermitted, "make the file and its directory writable, or choose another file with --store")
    case .busy: (.busy, "try again when the other program is done")
    case .full: (.inputOutput, "free some space and try again")
    case .inputOutput: (.inputOutput, "check the disk and try again")
    case .other: (.inputOutput, "try again")
    }
  }
}
