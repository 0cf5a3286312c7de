import ArgumentParser
import DocketData
import Foundation

/// Which items a command works on; may stand before the command's name and after it.
struct StoreOptions: ParsableArguments, Sendable {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The store to use, instead of $DOCKET_STORE or the usual place.", valueName: "file"),
    completion: .file())
  var store: String?

  @Flag(help: "Use items in memory for a try-out; no file is touched.")
  var preview = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many items the preview has; 24 unless given.", valueName: "n"),
    transform: PreviewSize.value)
  var items: PreviewSize?

  func validate() throws {
    if store?.isEmpty == true { throw ValidationError("The value of '--store' is empty") }
    if store != nil, preview { throw ValidationError("'--preview' takes no store: leave out '--store' or '--preview'") }
    if items != nil, !preview { throw ValidationError("'--items' needs '--preview'") }
  }

  /// How many items the preview has, or nil for a store.
  var previewItems: Int? { preview ? items?.count ?? DataProvider.previewItemCount : nil }

  /// Refuses a store that `--store` names and that is not there.
  ///
  /// What else is wrong with it is said when it is opened, and so is a link that leads nowhere.
  ///
  /// - Throws: `Failure` with the status 66.
  func requireNamedStore(_ path: String) throws {
    var status = stat()
    guard store != nil, lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR else { return }
    throw Failure.noStore(path)
  }

  /// Refuses a directory that `--store` names and that is not there: a mistyped one would be made.
  ///
  /// That of your own store is made with it.
  ///
  /// - Throws: `Failure` with the status 73.
  func requireNamedDirectory(_ path: String) throws {
    let directory = (path as NSString).deletingLastPathComponent
    var status = stat()
    guard store != nil, stat(directory, &status) != 0, errno == ENOENT || errno == ENOTDIR else { return }
    throw Failure.noDirectory(directory)
  }

  /// A provider of the chosen store; nothing is opened yet.
  ///
  /// - Throws: `Failure` if there is no place for the store.
  func provider() throws -> DataProvider {
    if preview { return DataProvider(storeURL: URL(fileURLWithPath: "/dev/null")) }
    let environment = try EnvironmentValue.read(["DOCKET_STORE", "XDG_DATA_HOME", "HOME"])
    let path = try StorePath(explicit: store, environment: environment)
    // The data layer takes this path for a wish to keep everything in memory, where an added item would vanish.
    guard path.url.path != "/dev/null" else {
      throw Failure(
        .badData, "the store must be a regular file", place: "/dev/null", remedy: "use --preview to keep nothing")
    }
    return DataProvider(storeURL: path.url)
  }
}
