extension SQLiteShell {
  /// Puts items into a store as another program would.
  ///
  /// - Parameters:
  ///   - titles: the bytes of the titles as hexadecimal digits, whatever they mean, each with the item's timestamp.
  ///   - created: when all of them were added.
  /// - Returns: what SQLite's shell said, which is nothing if all went well.
  static func insertItems(
    _ titles: [(bytes: String, timestamp: Double)], created: Double, on path: String
  ) async throws
    -> String
  {
    let rows = titles.map { title in
      """
      ('00000000-0000-4000-8000-' || hex(randomblob(6)), cast(x'\(title.bytes)' as text), '', \(title.timestamp), \
      \(created), 0, 63113904000.0, 0)
      """
    }
    return try await run(
      """
      INSERT INTO Item(uid, title, notes, timestamp, createTimestamp, priority, deadline, position) \
      VALUES \(rows.joined(separator: ","))
      """, on: path)
  }
}

extension [UInt8] {
  /// Two digits for each byte, as SQL writes blobs.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}
