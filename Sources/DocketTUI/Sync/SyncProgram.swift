import DocketLocking
import Foundation

/// `docket-sync` as a child of the list: it syncs until its standard input is closed, however the list ends.
public final class SyncProgram: Sendable {
  private struct Running {
    var process: Process?
    var input: Pipe?
    var unread = Data()
  }

  private let path: String
  private let store: String
  private let running = Lock(Running())

  /// The program for a store; it ends by itself if the store does not sync.
  ///
  /// - Parameters:
  ///   - path: the program.
  ///   - store: the store's file.
  public init(path: String, store: String) { (self.path, self.store) = (path, store) }

  /// Starts it in the background.
  ///
  /// - Parameter report: called with each state, and with nil when it has ended; on any thread.
  func start(_ report: @escaping @Sendable (SyncState?) -> Void) {
    DispatchQueue.global(qos: .utility).async { [self] in
      let (process, input, output) = (Process(), Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = ["run", "--report", "--store", store]
      (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
      process.terminationHandler = { _ in report(nil) }
      output.fileHandleForReading.readabilityHandler = { [self] handle in
        let bytes = handle.availableData
        guard !bytes.isEmpty else { return handle.readabilityHandler = nil }
        for state in states(in: bytes) { report(state) }
      }
      guard (try? process.run()) != nil else { return report(nil) }
      running.withLock { ($0.process, $0.input) = (process, input) }
    }
  }

  /// The states in whole lines.
  private func states(in bytes: Data) -> [SyncState] {
    running.withLock { running in
      running.unread += bytes
      let lines = running.unread.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      running.unread = Data(lines.last ?? Data())
      return lines.dropLast().compactMap { try? JSONDecoder().decode(SyncState.self, from: Data($0)) }
    }
  }
}
