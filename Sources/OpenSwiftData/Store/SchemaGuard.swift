import Synchronization

/// Notices that another process migrated the store, before rows of the old shape are written.
final class SchemaGuard: Sendable {
  private let fingerprint: String?
  /// The version of the rules that fold texts; nil if the store has no full-text index.
  private let folding: String?
  private let location: String
  /// SQLite's schema cookie, which it increments with each change of a table; reading it is cheap.
  private let knownCookie: Atomic<Int64>

  init(fingerprint: String?, folding: String?, cookie: Int64, location: String) {
    self.fingerprint = fingerprint
    self.folding = folding
    self.location = location
    knownCookie = Atomic(cookie)
  }

  /// Runs a read, and throws if the tables that it read are no longer those of this program's schema.
  ///
  /// - Complexity: one comparison while nobody commits.
  func reading<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    do {
      let result = try body(connection)
      if !connection.isChecked { try check(connection) }
      return result
    } catch {
      // A migration may be the reason.
      try check(connection)
      throw error
    }
  }

  /// Throws a `StoreError` if the tables are no longer those of this program's schema; costs one PRAGMA.
  func check(_ connection: Connection) throws {
    let cookie = try connection.integer("PRAGMA schema_version")
    if cookie != knownCookie.load(ordering: .relaxed) { try checkFingerprint(connection, cookie: cookie) }
    connection.markChecked()
  }

  /// Statistics and indexes made by hand change the cookie too.
  private func checkFingerprint(_ connection: Connection, cookie: Int64) throws {
    let metadata = StoreMetadata(connection: connection)
    guard try metadata[.schemaFingerprint] == fingerprint else {
      let version = try metadata[.schemaVersion] ?? "another version"
      throw StoreError(
        kind: .schemaMismatch, location: location,
        explanation: "Another process migrated the store to version \(version): open it again.")
    }
    // A text that was folded by other rules than the query would not be found.
    guard try folding.map({ try metadata[.fullTextFolding] == $0 }) ?? true else {
      throw StoreError(
        kind: .schemaMismatch, location: location,
        explanation: "Another process rebuilt the store's full-text indexes for another version: open it again.")
    }
    knownCookie.store(cookie, ordering: .relaxed)
  }
}
