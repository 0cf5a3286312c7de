import ArgumentParser
import DocketData
import DocketPrograms
import Foundation

/// The store that a command works on; these options may come before the command's name or after it.
struct StoreOptions: ParsableArguments, Sendable {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The store, instead of $DOCKET_STORE or the default one.", valueName: "file"),
    completion: .file())
  var store: String?

  @Flag(help: "Try it out with items in memory; touches no file.")
  var preview = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of items in the preview; 24 by default.", valueName: "n"),
    transform: PreviewSize.value)
  var items: PreviewSize?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("The value of '--store' is empty") }
    if store != nil, preview { throw ValidationError("'--preview' takes no store: leave out '--store' or '--preview'") }
    if items != nil, !preview { throw ValidationError("'--items' needs '--preview'") }
  }

  /// The number of items in the preview, or nil for a store.
  var previewItems: Int? { preview ? items?.count ?? DataProvider.previewItemCount : nil }

  /// Refuses a path at which a command can have no store.
  ///
  /// A store that `--store` names must exist, or its directory for a command that creates it: a mistyped path would
  /// become an empty store. The default store is created with its directory. Anything else, such as a broken link, is
  /// reported when the store is opened.
  ///
  /// - Throws: `Failure` with the status 65, 66 or 73.
  func require(_ path: String, makesStore: Bool) throws {
    guard !preview else { return }
    let directory = (path as NSString).deletingLastPathComponent
    let isNeeded = store != nil && !makesStore
    switch PathKind(path) {
    case .emptyFile:
      // SQLite would remove the log, with all that is in it, and begin anew.
      if case .file = PathKind(path + "-wal") { throw Failure.emptyStore(path, hasLog: true) }
      if isNeeded { throw Failure.emptyStore(path, hasLog: false) }
    case .file, .directory, .other: break
    case .behindFile(let file): throw Failure.storeBehindFile(file, isNeeded ? .noInput : .cannotCreate)
    case .missing:
      guard store != nil else { return }
      let hasDirectory = PathKind(directory) == .directory
      if isNeeded { throw Failure.noStore(path, hasDirectory: hasDirectory) }
      if !hasDirectory { throw Failure.noDirectory(directory) }
    }
  }

  /// A provider of the chosen store; nothing is opened yet.
  ///
  /// - Throws: `Failure` if there is no path for the store.
  func provider() throws -> DataProvider {
    if preview { return DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")) }
    let environment = try EnvironmentValue.read(["DOCKET_STORE", "XDG_DATA_HOME", "HOME"])
    let path = try StorePath(explicit: store, environment: environment)
    // The data layer treats this path as a store in memory, where an added item would vanish.
    guard path.url.path != "/dev/null" else {
      throw Failure(
        .badData, "the store must be a regular file", place: "/dev/null", remedy: "use --preview to keep nothing")
    }
    return DataProvider(storeURL: path.url, isWithinHook: getenv(Hooks.variable) != nil)
  }
}

private enum PathKind: Equatable {
  case missing, emptyFile, file, directory
  /// A path that leads through a file, as if it were a directory.
  case behindFile(String)
  /// Something else, or what can't be seen.
  case other

  init(_ path: String) {
    var status = stat()
    // A broken link is not missing.
    guard stat(path, &status) == 0 || lstat(path, &status) == 0 else {
      switch errno {
      case ENOENT: self = .missing
      case ENOTDIR:
        let parent = (path as NSString).deletingLastPathComponent
        let kind = PathKind(parent)
        self = kind == .file || kind == .emptyFile || kind == .other ? .behindFile(parent) : kind
      default: self = .other
      }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = status.st_size == 0 ? .emptyFile : .file
    case S_IFDIR: self = .directory
    default: self = .other
    }
  }
}
