import Foundation

/// The file that a store was opened from; its name may lead to another one later.
struct OpenedFile: Sendable {
  /// What a file is, whatever its name.
  struct Number: Hashable, Sendable {
    fileprivate let device: dev_t
    fileprivate let file: ino_t

    fileprivate init(_ status: stat) { (device, file) = (status.st_dev, status.st_ino) }
  }

  let number: Number
  private let path: String

  /// Nil for a store in memory, and if there is no file.
  init?(_ location: StoreLocation) {
    guard case .file(let url) = location, let status = Self.status(of: url.path) else { return nil }
    (path, number) = (url.path, Number(status))
  }

  /// Refuses to open anything else: half of what is shown would be that of another store, and be written to it.
  ///
  /// - Throws: `StoreError`.
  func check() throws {
    guard isThere else { throw Self.isGone(path) }
  }

  /// Whether the name still leads to it.
  var isThere: Bool { Self.status(of: path).map(Number.init) == number }

  /// Why nothing is written any more.
  static func isGone(_ name: String) -> StoreError {
    StoreError(
      kind: .cannotOpen, location: name,
      explanation: "The store's file was moved, replaced or deleted while it was open; nothing was written.")
  }

  /// What happened to the file, if that is why SQLite can't do anything with it any more.
  ///
  /// SQLite speaks of a disk that failed or of damage then, because it sees only that the bytes are not those it expects.
  func reason(for error: SQLiteError) -> StoreError? {
    guard error.mayComeOfAnotherFile else { return nil }
    guard isThere else { return Self.isGone(path) }
    guard StoreFile(url: URL(fileURLWithPath: path)).isKnownAsSomethingElse else { return reasonInLog(for: error) }
    return StoreError(
      kind: .notAStore, location: path,
      explanation: "The store's file was overwritten while it was open; it holds no store any more.")
  }

  /// What happened to the file beside it in which SQLite keeps what was saved last.
  ///
  /// Where the store's own file ends early SQLite puts zeros, so what is too short is the log. And the header of a store
  /// that is whole in its own file can only be another one in the log.
  ///
  /// Source: https://www.sqlite.org/rescode.html#ioerr_short_read
  private func reasonInLog(for error: SQLiteError) -> StoreError? {
    guard error.isTooShort || error.isNoDatabase else { return nil }
    return StoreError(
      kind: .other, location: path,
      explanation: "The file beside the store whose name ends in -wal was deleted or cut short while it "
        + "was open, and with it what was saved last; end every program that has the store open before you open it again."
    )
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
