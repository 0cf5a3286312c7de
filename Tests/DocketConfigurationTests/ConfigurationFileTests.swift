import Foundation
import Testing

@testable import DocketConfiguration

@Suite("The configuration file")
struct ConfigurationFileTests {
  private let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent("configuration-\(UUID())")
    try FileManager.default.createDirectory(
      at: home.appendingPathComponent(".config/docket"), withIntermediateDirectories: true)
  }

  private var file: URL { home.appendingPathComponent(".config/docket/config.toml") }

  private func read() throws -> Configuration { try ConfigurationFile(environment: ["HOME": home.path]).read() }

  private func remove() { try? FileManager.default.removeItem(at: home) }

  @Test func isLookedForWhereTheSpecificationSays() {
    let places: [([String: String], String?)] = [
      (["HOME": "/h"], "/h/.config/docket/config.toml"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/c"], "/c/docket/config.toml"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "c"], "/h/.config/docket/config.toml"),
      (["HOME": "h", "XDG_CONFIG_HOME": ""], nil),
      ([:], nil),
    ]
    for (environment, path) in places { #expect(ConfigurationFile(environment: environment).path == path) }
  }

  @Test func withoutOneTheDefaultsHold() throws {
    defer { remove() }
    #expect(try read() == Configuration())
    #expect(try ConfigurationFile(environment: [:]).read() == Configuration())
  }

  @Test func aLinkIsFollowed() throws {
    defer { remove() }
    let real = home.appendingPathComponent("real.toml")
    try Data("theme = \"light\"".utf8).write(to: real)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: real)
    #expect(try read().theme == .builtIn(.light))
  }

  @Test func whatIsNoTextFileIsRefused() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(throws: ConfigurationError(path: file.path, position: nil, problem: "this isn't a regular file")) {
      try read()
    }
    try FileManager.default.removeItem(at: file)
    try Data([0x66, 0xFF]).write(to: file)
    #expect(throws: ConfigurationError(path: file.path, position: nil, problem: "the file is not UTF-8")) { try read() }
    try Data(repeating: 0x23, count: 1 << 20 + 1).write(to: file)
    #expect(throws: ConfigurationError.self) { try read() }
  }
}
