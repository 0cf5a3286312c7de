import Foundation

/// The file that a store was opened from; its name may lead to another one later.
struct OpenedFile: Sendable {
  private let path: String
  private let device: dev_t
  private let number: ino_t

  /// Nil for a store in memory, and if there is no file.
  init?(_ location: StoreLocation) {
    guard case .file(let url) = location, let status = Self.status(of: url.path) else { return nil }
    (path, device, number) = (url.path, status.st_dev, status.st_ino)
  }

  /// Refuses to open anything else: half of what is shown would be that of another store, and be written to it.
  ///
  /// - Throws: `StoreError`.
  func check() throws {
    guard let status = Self.status(of: path), status.st_dev == device, status.st_ino == number else {
      throw Self.isGone(path)
    }
  }

  /// Why nothing is written any more.
  static func isGone(_ name: String) -> StoreError {
    StoreError(
      kind: .cannotOpen, location: name,
      explanation: "The store's file was moved, replaced or deleted while it was open; nothing was written.")
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }
}
