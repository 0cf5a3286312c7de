import SwiftData

// What programs say of a store that can't be used, in one line: what, where, what to do.

extension StoreError {
  /// What a person can do about it.
  package var remedy: String {
    switch kind {
    case .notAStore, .schemaMismatch: "choose another file with --store"
    case .damaged: "see 'docket check'"
    case .newerSchema: "use a newer docket, or choose another file with --store"
    case .cannotOpen: "check the path, or choose another file with --store"
    case .permission: "change its permissions, or choose another file with --store"
    case .readOnly: "make the file and its directory writable, or choose another file with --store"
    case .busy: "try again when the other program is done"
    case .full: "free some space and try again"
    case .inputOutput: "check the disk, and whether it is full, and try again"
    case .other: "try again"
    }
  }
}

extension String {
  /// A sentence as a part of a line: without its full stop, and beginning with a small letter unless it is a name.
  package var clause: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    // "SQLite" stays as it is.
    if text.dropFirst().first?.isUppercase == true { return String(text) }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
