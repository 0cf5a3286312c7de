import Foundation
import OpenSwiftDataSync
import OpenSwiftDataSyncSealing
import PostgreSQLRemote

/// Where stores meet.
enum Location {
  case folder(String)
  case database(String)

  /// A URL is a database, anything else the path of a folder.
  init(_ text: String) {
    self = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) } ? .database(text) : .folder(text)
  }

  /// Where another machine's location is reached from this one: in a database of their own space they may log in as
  /// different roles.
  ///
  /// - Parameter own: where this machine meets the other one.
  static func reached(_ location: String, from own: String) -> String {
    guard case .database = Location(location), case .database = Location(own),
      (try? PostgreSQLSync.isSameDatabase(location, own)) == true
    else { return location }
    return own
  }

  /// The location that a person typed, without what only holds here: a folder's path becomes absolute.
  ///
  /// `~` is expanded: what is typed into the list has gone through no shell.
  ///
  /// - Throws: `FolderRemoteError` for a folder that does not exist.
  static func typed(_ text: String) throws -> String {
    guard case .folder(let path) = Location(text) else { return text }
    if let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound] }), !scheme.contains("/") {
      throw SyncFailure(
        .usage, "there are no spaces at such an address", place: "\(scheme)://…",
        remedy: "use postgresql://… or the path of a folder")
    }
    var isFolder: ObjCBool = false
    let absolute = URL(fileURLWithPath: (path as NSString).expandingTildeInPath).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: absolute, isDirectory: &isFolder) else {
      throw FolderRemoteError.missing(path: absolute)
    }
    guard isFolder.boolValue else {
      throw SyncFailure(.usage, "this is a file", place: absolute, remedy: "give the path of a folder")
    }
    return absolute
  }
}
