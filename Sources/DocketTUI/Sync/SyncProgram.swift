import DocketData
import DocketLocking
import Foundation
import Observation
import SwiftData

/// `docket-sync` as a child of the list: it syncs until its standard input is closed, however the list ends.
///
/// It runs while the store syncs. Whether it does is looked at again when something was saved, so the list follows
/// `docket sync init`, `join` and `leave`.
public final class SyncProgram: Sendable {
  private struct State {
    var process: Process?
    var input: Pipe?
    var unread = Data()
    /// Tells of saves, while the store does not sync.
    var saves: HistoryObserver?
  }

  private let path: String
  private let provider: DataProvider
  private let state = Lock(State())

  /// The program for a store.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - provider: where the store is.
  public init(path: String, provider: DataProvider) { (self.path, self.provider) = (path, provider) }

  /// Starts it in the background, as soon as the store syncs.
  ///
  /// Should it end though the store syncs, it is started again.
  ///
  /// - Parameter report: called with each state, and with nil when it has ended; on any thread.
  func start(_ report: @escaping @Sendable (SyncState?) -> Void) { start(after: .seconds(0), report) }

  private func start(after delay: DispatchTimeInterval, _ report: @escaping @Sendable (SyncState?) -> Void) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) { [weak self] in self?.look(report) }
  }

  /// Runs the program if the store syncs, or else looks again after the next save.
  private func look(_ report: @escaping @Sendable (SyncState?) -> Void) {
    // Before it is looked at, so that nothing that is saved from now on is missed.
    let saves = try? provider.modelContainer().observer()
    guard !provider.isSynced else {
      state.withLock { $0.saves = nil }
      return run(report)
    }
    state.withLock { $0.saves = saves }
    withObservationTracking {
      _ = saves?.eventCounter
    } onChange: { [weak self] in
      self?.start(after: .seconds(0), report)
    }
  }

  private func run(_ report: @escaping @Sendable (SyncState?) -> Void) {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["run", "--report", "--store", provider.storeURL.path]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    output.fileHandleForReading.readabilityHandler = { [self] handle in
      let bytes = handle.availableData
      guard !bytes.isEmpty else {
        handle.readabilityHandler = nil
        // After its last state.
        report(nil)
        return end(report)
      }
      for state in states(in: bytes) { report(state) }
    }
    guard (try? process.run()) != nil else { return report(nil) }
    state.withLock { ($0.process, $0.input) = (process, input) }
  }

  /// Starts it again in a while, if the store still syncs.
  private func end(_ report: @escaping @Sendable (SyncState?) -> Void) {
    state.withLock { $0.process }?.waitUntilExit()
    start(after: Self.pause, report)
  }

  private static let pause = DispatchTimeInterval.seconds(5)

  /// The states in whole lines.
  private func states(in bytes: Data) -> [SyncState] {
    state.withLock { state in
      state.unread += bytes
      let lines = state.unread.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      state.unread = Data(lines.last ?? Data())
      return lines.dropLast().compactMap { try? JSONDecoder().decode(SyncState.self, from: Data($0)) }
    }
  }
}

extension ModelContainer {
  /// Tells of what is saved to the store from now on, on any thread.
  fileprivate func observer() throws -> HistoryObserver { try HistoryObserver(modelContainer: self, isolation: nil) }
}
