import OpenSwiftDataSync

/// Why a file of keys is neither read nor written.
public enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused: no such directory, no access, no space.
  case unavailable(path: String, reason: String)
  /// Others than its owner may read or write the file.
  case openToOthers(path: String)
  /// Others than its owner may look into the directory or change it.
  case folderOpenToOthers(path: String)
  /// The file or the directory belongs to somebody else.
  case foreignOwner(path: String)
  /// There is a symbolic link, a directory or a pipe in place of the file, or it is far too large.
  case notAFile(path: String)
  /// A later version of the program wrote it.
  case laterVersion(path: String)
  /// A line can't be read.
  case malformed(path: String, line: Int)
  /// There is another key of the space, which stays.
  case otherKey(path: String, space: SyncIdentity)

  /// One line: what, where, what to do; nothing of what the file holds is in it.
  public var description: String {
    switch self {
    case .unavailable(let path, let reason): "\(path): \(reason)"
    case .openToOthers(let path): "\(path): holds keys, and others may read it; run: chmod 600 \(path)"
    case .folderOpenToOthers(let path): "\(path): holds keys, and others may enter it; run: chmod 700 \(path)"
    case .foreignOwner(let path): "\(path): belongs to another user, so its keys are not trusted"
    case .notAFile(let path): "\(path): is a link or something else than a file of keys; put the file itself there"
    case .laterVersion(let path): "\(path): written by a later version; upgrade to read it"
    case .malformed(let path, let line): "\(path): line \(line) is no space and key; take it from a backup or join anew"
    case .otherKey(let path, let space):
      "\(path): holds another key of the space \(space), which stays; ask for a new invitation, or remove that line if it "
        + "is the wrong one"
    }
  }
}
