import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Values written into SQL")
struct SQLLiteralTests {
  private func read(_ literal: String) throws -> SQLiteValue {
    let context = ModelContext(try SpecimenStore.container.get())
    return try context.connection.read { connection in
      let statement = try connection.statement("SELECT \(literal)")
      defer { statement.reset() }
      _ = try statement.step()
      return statement.value(0)
    }
  }

  @Test func areReadAsTheyWere() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var values: [SQLiteValue] = [
      .real(0.3 * 0.001), .real(1e-6), .real(1e-40), .real(.leastNormalMagnitude * 1e270), .integer(0), .integer(-1),
      .integer(.max), .real(0), .real(0.1), .real(-0.1), .real(1e18), .real(-2.5),
      .text(""), .text("it's; --"), .text("é\n"), .blob(Data([0, 15, 16, 255])), .null,
    ]
    for _ in 0..<500 {
      values.append(.real(Double.random(in: -1e9...1e9, using: &random)))
      values.append(
        .real(Date(timeIntervalSince1970: .random(in: 0...4e9, using: &random)).timeIntervalSinceReferenceDate))
      values.append(.integer(Int64.random(in: (.min + 1)...(.max), using: &random)))
    }
    for value in values {
      let literal = try #require(value.literal, "\(value), seed \(seed)")
      #expect(try read(literal) == value, "\(literal), seed \(seed)")
    }
  }

  @Test func whatWouldNotBeExactIsNotWritten() {
    for value in [SQLiteValue.real(.infinity), .real(.nan), .real(1e-300), .real(1e300), .integer(.min), .text("a\0b")]
    {
      #expect(value.literal == nil)
    }
  }
}
