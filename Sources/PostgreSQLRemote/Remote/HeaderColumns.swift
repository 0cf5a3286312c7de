import OpenSwiftDataSync

/// A batch's header as columns: replica, number, clock, fingerprint, and the version vector as bytes.
///
/// The vector has 24 bytes for each replica (replica, number, clock), so that the server can refuse what could not be read.
enum HeaderColumns {
  static func parameters(of header: BatchHeader) -> [Parameter] {
    let numbers = [header.id.replica.rawValue, header.id.number, header.clock, header.fingerprint]
    let vector = header.vector.replicas.flatMap { replica in
      BinaryFormat.word(replica.rawValue) + BinaryFormat.word(header.vector[replica].number)
        + BinaryFormat.word(header.vector[replica].clock)
    }
    return numbers.map { .integer(Int64(bitPattern: $0)) } + [.bytes(vector)]
  }

  /// Reads the five columns from the first one.
  static func header(_ rows: Rows, _ row: Int, from column: Int) throws(PostgreSQLRemoteError) -> BatchHeader {
    var numbers: [UInt64] = []
    for offset in 0..<4 { numbers.append(UInt64(bitPattern: try rows.integer(row, column + offset))) }
    return BatchHeader(
      id: BatchID(replica: Replica(numbers[0]), number: numbers[1]), vector: try vector(rows.bytes(row, column + 4)),
      clock: numbers[2], fingerprint: numbers[3])
  }

  private static func vector(_ bytes: [UInt8]) throws(PostgreSQLRemoteError) -> VersionVector {
    guard bytes.count % 24 == 0 else { throw .unexpectedAnswer }
    var vector = VersionVector()
    for start in stride(from: 0, to: bytes.count, by: 24) {
      let words = (0..<3).map { BinaryFormat.word(bytes[start + 8 * $0..<start + 8 * $0 + 8]) }
      vector[Replica(words[0])] = VersionVector.Progress(number: words[1], clock: words[2])
    }
    return vector
  }
}
