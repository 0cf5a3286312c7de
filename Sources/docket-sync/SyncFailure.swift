import ArgumentParser
import DocketData
import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote
import SwiftData

/// Why a command failed, as one line and an exit status, as `docket` has them.
struct SyncFailure: Error {
  /// Exit statuses, those of `sysexits.h`.
  enum Status: Int32 {
    case noMatch = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    case busy = 75
    case notPermitted = 77
    case configuration = 78
  }

  let status: Status
  private let line: String

  init(_ status: Status, _ what: String, place: String, remedy: String) {
    self.status = status
    line = "\(what): \(place): \(remedy)"
  }

  /// What the parser of arguments, or anything else, says of an error.
  init(usage message: String) {
    let what = message.split(separator: "\n").first.map(String.init) ?? "wrong usage"
    self.init(.usage, line: "\(what.prefix(1).lowercased() + what.dropFirst()): see 'docket sync --help'")
  }

  private init(_ status: Status, line: String) { (self.status, self.line) = (status, line) }

  /// The failure for an error; nil for one of the command line, which says itself what is wrong.
  init?(_ error: any Error) {
    switch error {
    case let failure as SyncFailure: self = failure
    case let error as StoreError:
      let (status, remedy) = Self.statusAndRemedy(for: error)
      self.init(status, Self.clause(error.explanation), place: error.location, remedy: remedy)
    case let error as SwiftDataError: self.init(.badData, line: "\(error)")
    case let error as SyncError: self.init(error == .notSetUp ? .configuration : .badData, line: "\(error)")
    case let error as PostgreSQLRemoteError: self.init(.inputOutput, line: "\(error)")
    case FolderRemoteError.missing: self.init(.noInput, line: "\(error)")
    case let error as FolderRemoteError: self.init(.inputOutput, line: "\(error)")
    case let error as SealingError: self.init(.badData, line: "\(error)")
    case let error as KeyFileError: self.init(.notPermitted, line: "\(error)")
    case let error as InvitationError: self.init(.badData, line: "\(error)")
    case let error as ClockError: self.init(.badData, line: "\(error)")
    case is StorePath.Failure:
      self.init(
        .configuration, "there is no place for the store", place: "HOME and XDG_DATA_HOME",
        remedy: "set one of them to an absolute path, or use --store FILE")
    default: return nil
    }
  }

  /// The same as of `docket`.
  private static func statusAndRemedy(for error: StoreError) -> (Status, String) {
    switch error.kind {
    case .notAStore, .schemaMismatch: (.badData, "choose another file with --store")
    case .damaged: (.badData, "see 'docket check'")
    case .newerSchema: (.badData, "use a newer docket, or choose another file with --store")
    case .cannotOpen: (.cannotCreate, "check the path, or choose another file with --store")
    case .permission: (.notPermitted, "change its permissions, or choose another file with --store")
    case .readOnly: (.notPermitted, "make the file and its directory writable, or choose another file with --store")
    case .busy: (.busy, "try again when the other program is done")
    case .full: (.inputOutput, "free some space and try again")
    case .inputOutput: (.inputOutput, "check the disk, and whether it is full, and try again")
    case .other: (.inputOutput, "try again")
    }
  }

  /// A sentence as a part of a line.
  private static func clause(_ sentence: String) -> String {
    (sentence.prefix(1).lowercased() + sentence.dropFirst()).trimmingCharacters(in: CharacterSet(charactersIn: "."))
  }

  /// What to say of it, without control characters.
  var message: String { VisibleLine.of(line) }

  func exit() -> Never {
    FileHandle.standardError.write(Data("docket sync: \(message)\n".utf8))
    Foundation.exit(status.rawValue)
  }
}
