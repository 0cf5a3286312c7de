import ArgumentParser
import DocketData
import Foundation

/// The store that a command works on; these options may come before the command's name or after it.
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

  /// The number of items in the preview, or nil for a store.
  var previewItems: Int? { preview ? items?.count ?? DataProvider.previewItemCount : nil }

  /// Refuses a missing store that `--store` names.
  ///
  /// Anything else, such as a broken link, is reported when the store is opened.
  ///
  /// - Throws: `Failure` with the status 66.
  func requireNamedStore(_ path: String) throws {
    var status = stat()
    guard store != nil, lstat(path, &status) != 0, errno == ENOENT || errno == ENOTDIR else { return }
    throw Failure.noStore(path)
  }

  /// Refuses a missing directory that `--store` names: a mistyped one would be created.
  ///
  /// The directory of the default store is created with it.
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
    return DataProvider(storeURL: path.url)
  }
}
