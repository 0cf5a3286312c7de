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
    var isStarting = false
    var hasStopped = false
    /// What it said last.
    var last: SyncState?
    /// Gets the states.
    var report: (@Sendable (SyncState?) -> Void)?
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
  /// - Parameter report: called with each state, and with nil when the store does not sync any more; on any thread.
  func start(_ report: @escaping @Sendable (SyncState?) -> Void) {
    state.withLock { $0.report = report }
    start(after: .seconds(0), report)
  }

  /// Has it look at once what there is to sync, and starts it if it does not run: a command may have changed that.
  func update() {
    // In the background: whoever looks at the store holds the lock meanwhile.
    DispatchQueue.global(qos: .utility).async { [self] in
      let (isRunning, input, report) = state.withLock { ($0.process?.isRunning == true, $0.input, $0.report) }
      if isRunning {
        // It may have ended by now, and starts again then.
        try? input?.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
      } else if let report {
        look(report)
      }
    }
  }

  private func start(after delay: DispatchTimeInterval, _ report: @escaping @Sendable (SyncState?) -> Void) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) { [weak self] in self?.look(report) }
  }

  /// Runs the program if the store syncs, or else looks again after the next save.
  private func look(_ report: @escaping @Sendable (SyncState?) -> Void) {
    // Under the lock, so that nothing opens the store again once this has stopped.
    let look: (starts: Bool, saves: HistoryObserver?)? = state.withLock { state in
      guard !state.hasStopped else { return nil }
      // Before it is looked at, so that nothing that is saved from now on is missed.
      let saves = try? provider.modelContainer().observer()
      let isSynced = provider.isSynced
      state.saves = isSynced ? nil : saves
      let starts = isSynced && !state.isStarting && state.process?.isRunning != true
      if starts { state.isStarting = true }
      return (starts, state.saves)
    }
    guard let look else { return }
    guard !look.starts else { return run(report) }
    guard let saves = look.saves else { return }
    withObservationTracking {
      _ = saves.eventCounter
    } onChange: { [weak self] in
      self?.start(after: .seconds(0), report)
    }
  }

  private func run(_ report: @escaping @Sendable (SyncState?) -> Void) {
    // An earlier one may have been killed within a line.
    state.withLock { $0.unread = Data() }
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["run", "--report", "--store", provider.storeURL.path]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    let hasStarted = (try? process.run()) != nil
    state.withLock { state in
      state.isStarting = false
      if hasStarted { (state.process, state.input) = (process, input) }
    }
    guard hasStarted else {
      report(nil)
      return start(after: Self.pause, report)
    }
    // By a thread of its own: a readability handler goes on with the descriptor for a moment after it was closed, and
    // Dispatch crashes if that is another file's by then.
    Thread.detachNewThread { [self] in
      while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
        for state in states(in: bytes) {
          self.state.withLock { $0.last = state }
          report(state)
        }
      }
      end(process, report)
    }
  }

  /// Starts it again in a while, if the store still syncs.
  private func end(_ process: Process, _ report: @escaping @Sendable (SyncState?) -> Void) {
    process.waitUntilExit()
    let hasLeft = process.terminationReason == .exit && process.terminationStatus == Self.notSetUp
    let last = state.withLock { state in
      if hasLeft { state.last = nil }
      return state.last
    }
    report(last?.restarting)
    start(after: Self.pause, report)
  }

  /// The exit status where the store does not sync: that of `EX_CONFIG`.
  private static let notSetUp: Int32 = 78

  private static let pause = DispatchTimeInterval.seconds(5)

  /// Lets go of the store, so that it can be closed, and looks at it no more; the program ends with this process.
  public func stop() {
    state.withLock { state in
      state.hasStopped = true
      state.saves = nil
    }
  }

  // MARK: - Commands

  /// Runs one of its commands, in the background; it ends whether anybody waits for it or not.
  ///
  /// - Parameter input: what it reads from its standard input; fits into a pipe.
  /// - Returns: what it printed.
  /// - Throws: `SyncRefusal` with its one line, if it failed.
  func answer(to arguments: [String], input: String = "") async throws(SyncRefusal) -> Data {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async { [path, store = provider.storeURL.path] in
        continuation.resume(
          returning: Self.run(path, arguments.prefix(1) + ["--store", store] + arguments.dropFirst(), input))
      }
    }
    return try result.get()
  }

  private static func run(_ path: String, _ arguments: [String], _ input: String) -> Result<Data, SyncRefusal> {
    let (process, question, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    (process.standardInput, process.standardOutput, process.standardError) = (question, output, errors)
    do { try process.run() } catch { return .failure(SyncRefusal(line: "docket-sync can't be started")) }
    // It may end without having read it.
    try? question.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try? question.fileHandleForWriting.close()
    let (answer, error) = contents(output, errors)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let lines = String(decoding: error, as: UTF8.self).split(separator: "\n")
      let words = lines.first.map(String.init) ?? "docket-sync failed"
      return .failure(SyncRefusal(line: words.replacing("docket sync: ", with: "")))
    }
    return .success(answer)
  }

  /// What a child writes to its standard output and error; read at once, since it waits while either pipe is full.
  private static func contents(_ output: Pipe, _ errors: Pipe) -> (output: Data, errors: Data) {
    let reading = DispatchGroup()
    let error = Lock(Data())
    let errors = errors.fileHandleForReading
    DispatchQueue.global(qos: .userInitiated).async(group: reading) {
      let bytes = (try? errors.readToEnd()) ?? Data()
      error.withLock { $0 = bytes }
    }
    let answer = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    reading.wait()
    return (answer, error.withLock { $0 })
  }

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

/// Why a command of the program failed, as the line that it said.
struct SyncRefusal: Error {
  let line: String
}

extension ModelContainer {
  /// Tells of what is saved to the store from now on, on any thread.
  fileprivate func observer() throws -> HistoryObserver { try HistoryObserver(modelContainer: self, isolation: nil) }
}
