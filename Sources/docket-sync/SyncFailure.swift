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
    self.init(.usage, line: "\(what.clause): see 'docket sync --help'")
  }

  private init(_ status: Status, line: String) { (self.status, self.line) = (status, line) }

  /// The failure for an error; nil for one of the command line, which says itself what is wrong.
  init?(_ error: any Error) {
    switch error {
    case let failure as SyncFailure: self = failure
    case let error as StoreError:
      self.init(Self.status(of: error), error.explanation.clause, place: error.location, remedy: error.remedy)
    case let error as SwiftDataError: self.init(.badData, line: "\(error)")
    case SyncError.earlierFormat(let store):
      self.init(
        .badData, "what sync keeps in this store was written by an earlier version", place: store,
        remedy: "run 'docket sync leave', then 'docket sync join' with an invitation from another machine, or "
          + "'docket sync init'; all items stay")
    case SyncError.laterFormat(let format, let store):
      self.init(
        .badData, "what sync keeps in this store was written by a later version (format \(format))", place: store,
        remedy: "upgrade docket-sync")
    case SyncError.notSetUp:
      self.init(
        .configuration,
        line: "this store does not sync: begin with 'docket sync init FOLDER|URL', or 'docket sync join'")
    case let error as SyncError: self.init(.badData, line: "\(error)")
    case let error as PostgreSQLRemoteError: self.init(.inputOutput, line: "\(error)")
    case FolderRemoteError.missing: self.init(.noInput, line: "\(error)")
    case let error as FolderRemoteError: self.init(.inputOutput, line: "\(error)")
    case let error as SealingError: self.init(.badData, line: "\(error)")
    case let error as KeyFileError: self.init(.notPermitted, line: "\(error)")
    case let error as InvitationError: self.init(.badData, line: "\(error)")
    case let error as ClockError: self.init(.badData, line: "\(error)")
    case let error as CodecError: self.init(.badData, line: "\(error)")
    case is StorePath.Failure:
      self.init(
        .configuration, "there is no place for the store", place: "HOME and XDG_DATA_HOME",
        remedy: "set one of them to an absolute path, or use --store FILE")
    default: return nil
    }
  }

  private static func status(of error: StoreError) -> Status {
    switch error.kind {
    case .notAStore, .schemaMismatch, .damaged, .newerSchema: .badData
    case .cannotOpen: .cannotCreate
    case .permission, .readOnly: .notPermitted
    case .busy: .busy
    case .full, .inputOutput, .other: .inputOutput
    }
  }

  /// The same of a list that is shared, unless it names that already.
  func of(list: String) -> SyncFailure {
    let name = "the list \(list): "
    return list.isEmpty || line.hasPrefix(name) ? self : SyncFailure(status, line: name + line)
  }

  /// What to say of it, without control characters.
  var message: String { VisibleLine.of(line) }

  func exit() -> Never {
    FileHandle.standardError.write(Data("docket sync: \(message)\n".utf8))
    Foundation.exit(status.rawValue)
  }
}

extension Error {
  /// What to say of it within a sentence.
  var reason: String { SyncFailure(self)?.message ?? "\(self)" }
}
