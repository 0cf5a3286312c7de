import Synchronization

/// Notices that another process migrated the store, before rows of the old shape are written.
final class SchemaGuard: Sendable {
  private let fingerprint: String
  private let location: String
  // What SQLite counts up with each change of a table; it is looked at often and is cheap.
  private let knownCookie: Atomic<Int64>

  init(fingerprint: String, cookie: Int64, location: String) {
    self.fingerprint = fingerprint
    self.location = location
    knownCookie = Atomic(cookie)
  }

  /// - Throws: `StoreError` if the tables are not those of this program's schema any more.
  /// - Complexity: one PRAGMA while nothing changed.
  func check(_ connection: Connection) throws {
    let cookie = try connection.integer("PRAGMA schema_version")
    guard cookie != knownCookie.load(ordering: .relaxed) else { return }
    let metadata = StoreMetadata(connection: connection)
    // Statistics and new indexes count too.
    guard try metadata[.schemaFingerprint] == fingerprint else {
      let version = try metadata[.schemaVersion] ?? "another version"
      throw StoreError(
        kind: .schemaMismatch, location: location,
        explanation: "Another process migrated the store to version \(version): open it anew.")
    }
    knownCookie.store(cookie, ordering: .relaxed)
  }
}
