import Foundation

/// The large values that one connection reads and writes.
///
/// It belongs to its connection and is used on the same thread.
final class ExternalDataSession {
  private let folder: ExternalDataFolder
  private var written: [String] = []

  init(_ folder: ExternalDataFolder) { self.folder = folder }

  /// The size from which a value is kept in a file, in bytes; smaller ones are faster in the store itself.
  ///
  /// Source: https://www.sqlite.org/intern-v-extern-blob.html
  static let threshold = 100_000

  func data(named name: String) throws -> Data { try folder.data(named: name) }

  /// Writes a value into a file of the transaction that runs.
  func write(_ data: Data) throws -> String {
    let name = try folder.write(data)
    written.append(name)
    return name
  }

  /// The transaction was committed: its files stay.
  func keep() { written.removeAll() }

  /// The transaction was rolled back: no row names its files.
  func discard() {
    for name in written { folder.remove(name) }
    written.removeAll()
  }
}
