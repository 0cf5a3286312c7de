import Foundation

/// How many bytes a store has.
struct StoreSize {
  /// Those of the store's file.
  let file: Int64
  /// Those of the log beside it, with what was written last; 0 if there is none.
  ///
  /// Source: https://www.sqlite.org/wal.html
  let log: Int64

  /// All of them.
  var total: Int64 { file + log }

  /// - Returns: nil if there is no store.
  init?(_ path: String) {
    // The log of a store behind a link lies beside the file itself.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let file = Self.bytes(path) else { return nil }
    self.file = file
    log = Self.bytes(path + "-wal") ?? 0
  }

  private static func bytes(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }
}
