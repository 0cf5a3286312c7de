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
    case .file(let url): try Connection(path: path(url, mode), mode: mode)
    case .memory(let database): try Connection(path: database.path, mode: mode, vfs: MemoryVFS.register())
    }
  }

  private func path(_ url: URL, _ mode: Connection.Mode) -> String {
    let file = StoreFile(url: url)
    return mode == .readOnly && !file.canHaveLog ? file.immutableURI : url.path
  }
}
