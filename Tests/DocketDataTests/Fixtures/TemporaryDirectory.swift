import DocketData
import Foundation

/// A directory that goes away with its owner.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("items-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of the store.
  var store: URL { url.appendingPathComponent("docket.sqlite") }

  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}
