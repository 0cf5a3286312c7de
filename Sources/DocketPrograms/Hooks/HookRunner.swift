import DocketData
import Foundation

/// Runs the hooks for what any process has changed, each change once, one program at a time.
public struct HookRunner: Sendable {
  private let provider: DataProvider
  private let hooks: Hooks
  private let state: StoreState
  private let report: @Sendable (String) -> Void

  /// - Parameter report: gets a clause for each failure, with the event; it may have control characters.
  public init(
    _ hooks: Hooks, of provider: DataProvider, _ state: StoreState, report: @escaping @Sendable (String) -> Void
  ) {
    (self.provider, self.hooks, self.state, self.report) = (provider, hooks, state, report)
  }

  /// Runs them until there is nothing left to do.
  ///
  /// Of several processes at a time one runs them.
  ///
  /// - Parameter waits: whether to wait until all that is committed has been run for; otherwise that is left to a
  ///   process that waits already, if there is one.
  /// - Throws: `StoreError`, and `StateError` if the state can't be written.
  public func run(waits: Bool) async throws {
    guard let running = try turn(waits: waits) else { return }
    RunningHook(state).endLeftover()
    try await catchUp()
    withExtendedLifetime(running) {}
  }

  /// Waits for the turn of this process.
  ///
  /// - Parameter waits: whether to stand in line behind one that waits already, which will look at the history later
  ///   than now.
  /// - Returns: nil if it is not to, and there is one.
  private func turn(waits: Bool) throws -> StateLock? {
    guard let waiting = try StateLock(state, "hooks-wait", waits: waits) else { return nil }
    // Whoever comes from here on must wait in its turn: the first lock is released before the history is read.
    defer { withExtendedLifetime(waiting) {} }
    return try StateLock(state, "hooks", waits: true)
  }

  /// Makes hooks begin with what is committed from now on, unless they have begun.
  ///
  /// - Throws: as `run(waits:)`.
  public static func begin(_ provider: DataProvider, _ state: StoreState) throws {
    let end = try provider.historyEnd()
    // Another store may be in the place of one that was deleted.
    guard HookCursor.read(state)?.position.store != end.store, let lock = try StateLock(state, "hooks", waits: true)
    else { return }
    try withExtendedLifetime(lock) {
      guard HookCursor.read(state)?.position.store != end.store else { return }
      try HookCursor(position: end).write(state)
    }
  }

  // MARK: - One change after the other

  private func catchUp() async throws {
    let end = try provider.historyEnd()
    guard var cursor = HookCursor.read(state) else { return try HookCursor(position: end).write(state) }
    while let changes = try next(after: &cursor) {
      if !changes.isFromHook { try await run(for: changes, &cursor) }
      cursor = HookCursor(position: HistoryPosition(store: cursor.position.store, transaction: changes.transaction))
      try cursor.write(state)
    }
  }

  private func next(after cursor: inout HookCursor) throws -> CommittedChanges? {
    do { return try provider.nextChanges(after: cursor.position) } catch is HistoryGap {
      let end = try provider.historyEnd()
      let isSame = end.store == cursor.position.store && end.transaction > cursor.position.transaction
      if isSame { report("the hooks did not run for old changes, which are no longer in the history") }
      cursor = HookCursor(position: end)
      try cursor.write(state)
      return nil
    }
  }

  private func run(for changes: CommittedChanges, _ cursor: inout HookCursor) async throws {
    for event in ItemEvent.allCases where !cursor.isBehind(changes, event) {
      guard let program = hooks.programs[event] else { continue }
      var key = cursor.key(in: changes, for: event)
      while true {
        // A fresh one for each portion, so that memory does not grow.
        let portion = try await provider.dataHandlerCreator()().portion(of: event, in: changes, after: key)
        if portion.count > 0 { await run(program, for: event, portion) }
        guard let last = portion.last else { break }
        key = last
        cursor.part = HookCursor.Part(transaction: changes.transaction, event: event.rawValue, key: last)
        try cursor.write(state)
      }
    }
  }

  private func run(_ program: ItemProgram, for event: ItemEvent, _ portion: EventPortion) async {
    let running = RunningHook(state)
    let variables = [Hooks.variable: event.rawValue, "DOCKET_STORE": provider.storeURL.path]
    let home = ProcessInfo.processInfo.environment["HOME"].flatMap { access($0, X_OK) == 0 ? $0 : nil }
    let ending = await program.run(
      Data(portion.json.utf8), variables: variables, directory: home ?? "/", timeout: hooks.timeout,
      begins: { running.note($0) })
    running.clear()
    guard let failure = ending.failure(of: program) else { return }
    report("the hook “\(event.rawValue)”: \(failure)")
  }
}

/// The program that a hook runs now, so that the next runner can end it should this one be killed.
///
/// It will run again then, and two at a time are one too many.
private struct RunningHook: Sendable {
  private let path: String

  init(_ state: StoreState) { path = state.path("hooks", "running") }

  /// Notes its number, and when it was started: another process may have the number later.
  func note(_ identifier: pid_t) {
    guard let time = Self.startTime(of: identifier) else { return }
    let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600))
    _ = file?.write(Data("\(identifier) \(time)".utf8))
  }

  func clear() { unlink(path) }

  func endLeftover() {
    guard let data = FileManager.default.contents(atPath: path) else { return }
    defer { clear() }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let identifier = pid_t(words[0]), identifier > 1,
      Self.startTime(of: identifier) == String(words[1])
    else { return }
    // It leads a group of its own.
    kill(-identifier, SIGKILL)
  }

  /// When a process was started, in ticks; nil if there is none.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  private static func startTime(of identifier: pid_t) -> String? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(identifier)/stat") else { return nil }
    // The name, in parentheses, may have blanks.
    let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 19 else { return nil }
    return String(fields[19])
  }
}
