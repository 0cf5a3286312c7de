import Foundation
import OpenSwiftData
import SwiftData

/// Has `docket`, which lies beside this program, run the person's hooks for what was received.
///
/// They run in a process of their own; whether there are any, and whether they have run for a change, that one knows.
struct HookStart {
  private let store: String
  private let container: ModelContainer
  private var seen: Int64

  /// - Parameter store: the path of the store.
  init(store: String, _ container: ModelContainer) {
    (self.store, self.container) = (store, container)
    seen = Self.end(container)
  }

  /// Starts them if something was saved since the last time.
  mutating func launchAfterSaves() {
    let end = Self.end(container)
    defer { seen = end }
    if end != seen, Self.mayHaveHooks { launch() }
  }

  private static func end(_ container: ModelContainer) -> Int64 {
    (try? ReplicationTransaction.latestHistoryToken(in: container)) ?? 0
  }

  /// Whether the configuration speaks of hooks at all.
  private static var mayHaveHooks: Bool {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
    let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    guard let folder, let data = FileManager.default.contents(atPath: folder + "/docket/config.toml") else {
      return false
    }
    return data.range(of: Data("hooks".utf8)) != nil
  }

  private func launch() {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: (own as NSString).deletingLastPathComponent + "/docket")
    process.arguments = ["hooks", "--background", "--keep-failures", "--store", store]
    (process.standardInput, process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice, FileHandle.nullDevice
    )
    // Without it, the next command or list runs them.
    try? process.run()
  }
}
