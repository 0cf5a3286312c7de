import Foundation
import Testing

@testable import OpenSwiftData

@Suite("In a pause of triggers their work is done at once")
struct TriggerPauseTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private struct Refusal: Error {}

  /// A database whose trigger copies what is inserted.
  private func connection() throws -> Connection {
    let connection = try Connection(path: store.url.path, mode: .readWrite, vfs: "unix")
    try connection.execute(
      """
      CREATE TABLE one(id INTEGER); CREATE TABLE copy(id INTEGER);
      CREATE TRIGGER copied AFTER INSERT ON one BEGIN INSERT INTO copy VALUES(new.id); END
      """)
    return connection
  }

  @Test func theWorkIsDoneAtTheEnd() throws {
    let connection = try connection()
    func copies() throws -> [Int64] { try connection.integers("SELECT id FROM copy") }
    try connection.run("INSERT INTO one VALUES(1)")
    #expect(connection.triggerPause.begin { try connection.run("INSERT INTO copy VALUES(-2)") })
    try connection.run("INSERT INTO one VALUES(2)")
    #expect(try copies() == [1])
    #expect(!connection.triggerPause.begin {})
    try connection.triggerPause.end()
    try connection.triggerPause.end()
    try connection.run("INSERT INTO one VALUES(3)")
    #expect(try copies() == [1, -2, 3])
  }

  @Test func noneBeginsWhileRowsAreRead() throws {
    let connection = try connection()
    try connection.execute("INSERT INTO one VALUES(1), (2)")
    let rows = try connection.statement("SELECT id FROM one")
    #expect(try rows.step())
    #expect(!connection.triggerPause.begin {})
    rows.reset()
    #expect(connection.triggerPause.begin {})
    connection.triggerPause.close()
  }

  @Test func aFailureOfTheWorkIsToldUntilItIsClosed() throws {
    let connection = try connection()
    #expect(connection.triggerPause.begin { throw Refusal() })
    for _ in 0..<2 { #expect(throws: Refusal.self) { try connection.triggerPause.end() } }
    connection.triggerPause.close()
    try connection.triggerPause.end()
    try connection.run("INSERT INTO one VALUES(1)")
    #expect(try connection.integers("SELECT id FROM copy") == [1])
  }
}
