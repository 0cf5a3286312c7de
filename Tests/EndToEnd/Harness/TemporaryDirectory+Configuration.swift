import Foundation

extension TemporaryDirectory {
  /// Writes the configuration file of those whose home is in the directory.
  func configure(_ configuration: String) throws {
    let folder = file("home/.config/docket")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
  }
}
