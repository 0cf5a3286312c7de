import SwiftData

extension Failure {
  /// The line for trouble with the store.
  init(_ error: StoreError) {
    let (status, remedy) = Self.reading(of: error.kind)
    self.init(status, Self.clause(error.explanation), place: error.location, remedy: remedy)
  }

  private static func reading(of kind: StoreError.Kind) -> (ExitStatus, String) {
    switch kind {
    case .notAStore, .schemaMismatch: (.badData, "choose another file with --store")
    case .damaged: (.badData, "put back a copy, or choose another file with --store")
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
