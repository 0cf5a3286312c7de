import CPostgreSQL
import OpenSwiftDataSync

/// The rows of a statement, in the binary format.
///
/// A value of another length than its type has is a server that speaks another language: an error, never a trap.
final class Rows {
  private let result: OpaquePointer

  /// Takes over a result of libpq.
  init(_ result: OpaquePointer) { self.result = result }
  deinit { PQclear(result) }

  var count: Int { Int(PQntuples(result)) }

  func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) != 0 }

  func bytes(_ row: Int, _ column: Int) throws(PostgreSQLRemoteError) -> [UInt8] {
    // Outside of the result libpq would write a warning and give a null.
    guard row < count, column < Int(PQnfields(result)), let start = PQgetvalue(result, Int32(row), Int32(column)) else {
      throw .unexpectedAnswer
    }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, Int32(row), Int32(column)))))
  }

  func integer(_ row: Int, _ column: Int) throws(PostgreSQLRemoteError) -> Int64 {
    let bytes = try bytes(row, column)
    guard bytes.count == 8 else { throw .unexpectedAnswer }
    return Int64(bitPattern: BinaryFormat.word(bytes))
  }

  func boolean(_ row: Int, _ column: Int) throws(PostgreSQLRemoteError) -> Bool { try bytes(row, column) == [1] }

  func identity(_ row: Int, _ column: Int) throws(PostgreSQLRemoteError) -> SyncIdentity {
    guard let identity = SyncIdentity(bytes: try bytes(row, column)) else { throw .unexpectedAnswer }
    return identity
  }

  func text(_ row: Int, _ column: Int) throws(PostgreSQLRemoteError) -> String {
    String(decoding: try bytes(row, column), as: UTF8.self)
  }
}
