import DocketLocking
import Synchronization

/// Notices that another process migrated the store, before rows of the old shape are written.
final class SchemaGuard: Sendable {
  private let fingerprint: String?
  private let location: String
  // What SQLite counts up with each change of a table; it is looked at often and is cheap.
  private let knownCookie: Atomic<Int64>
  /// By which rules texts are folded; nil if the store has no full-text index.
  private let folding = Lock<String?>(nil)

  init(fingerprint: String?, cookie: Int64, location: String) {
    self.fingerprint = fingerprint
    self.location = location
    knownCookie = Atomic(cookie)
  }

  /// Says by which rules texts are folded, once that is certain.
  func expect(folding: String?) { self.folding.withLock { $0 = folding } }

  /// Runs a read, and makes sure that what was read were tables of this program's schema.
  ///
  /// - Throws: `StoreError` if they are not any more.
  /// - Complexity: one comparison while nobody commits.
  func reading<Result>(_ connection: Connection, _ body: (Connection) throws -> Result) throws -> Result {
    do {
      let result = try body(connection)
      if connection.dataVersion != connection.checkedDataVersion { try check(connection) }
      return result
    } catch {
      // The tables may be the reason.
      try check(connection)
      throw error
    }
  }

  /// - Throws: `StoreError` if the tables are not those of this program's schema any more.
  /// - Complexity: one PRAGMA while no table is changed.
  func check(_ connection: Connection) throws {
    let cookie = try connection.integer("PRAGMA schema_version")
    if cookie != knownCookie.load(ordering: .relaxed) { try checkFingerprint(connection, cookie: cookie) }
    connection.checkedDataVersion = connection.dataVersion
  }

  /// Statistics and indexes made by hand change the cookie too.
  private func checkFingerprint(_ connection: Connection, cookie: Int64) throws {
    let metadata = StoreMetadata(connection: connection)
    guard try metadata[.schemaFingerprint] == fingerprint else {
      let version = try metadata[.schemaVersion] ?? "another version"
      throw StoreError(
        kind: .schemaMismatch, location: location,
        explanation: "Another process migrated the store to version \(version): open it anew.")
    }
    // Texts that are folded in two ways are not found.
    guard try folding.withLock({ $0 }).map({ try metadata[.fullTextFolding] == $0 }) ?? true else {
      throw StoreError(
        kind: .schemaMismatch, location: location,
        explanation: "Another process made the store's full-text indexes anew, for another version: open it anew.")
    }
    knownCookie.store(cookie, ordering: .relaxed)
  }
}
