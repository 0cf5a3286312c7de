import Foundation

/// Where a store lives.
enum StoreLocation: Sendable {
  case file(URL)
  case memory(MemoryDatabase)

  /// The place as a person writes it.
  var name: String {
    switch self {
    case .file(let url): url.path
    case .memory: "memory"
    }
  }

  /// Opens a connection.
  func connect(_ mode: Connection.Mode) throws(SQLiteError) -> Connection {
    switch self {
    case .file(let url): try Connection(path: url.path, mode: mode)
    case .memory(let database): try Connection(path: database.path, mode: mode, vfs: MemoryVFS.register())
    }
  }
}
