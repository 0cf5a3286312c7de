import Foundation
import OpenSwiftDataSync
import SwiftData
import Synchronization

/// Does rounds: when something was saved here, when there may be something new, and from time to time.
struct SyncLoop {
  /// What a list shows of it.
  struct State: Encodable, Equatable {
    enum Phase: String, Encodable {
      case synced, sending, offline
    }

    var phase = Phase.sending
    var unsent = 0
    var conflicts = 0
    var setAside = 0
    var message = ""
    var clockMinutes: Int?
    /// The names of the lists that are shared.
    var shared: [String] = []
  }

  private let session: SyncSession
  private let reports: Bool
  /// The list wants a round now: it has just begun to share something, or to leave it.
  private let requests = Signal()
  /// The longest pause between two rounds.
  private static let pause = Duration.seconds(15)
  /// How long a round may take before a list that says *synced* says that one is under way.
  private static let syncingDelay = Duration.seconds(1)

  init(_ session: SyncSession, reports: Bool) { (self.session, self.reports) = (session, reports) }

  /// - Throws: `SyncError.notSetUp` once the store was left, `CancellationError`.
  func run() async throws {
    let saves = try SaveSignals(session.engine.modelContainer)
    if reports { followInput() }
    var shown: State?
    var failures = 0
    var emptyRounds = EmptyRounds()
    var saidThereIsNews = false
    let remotes = SpaceRemotes()
    var hooks = session.hooks()
    while true {
      var state = State()
      var pushed = 0
      let delay = sayIfSlow(after: shown)
      try await attempt(&state) { state in
        let report = try await session.round(remotes)
        pushed = report.pushed
        state.message = report.upgradeNotice?.message ?? report.problems.first?.description ?? ""
        state.clockMinutes = report.clockMinutes
        state.phase = .synced
      }
      delay.cancel()
      shown = await delay.value
      var spaces: [SyncedSpace] = []
      try await attempt(&state) { state in
        spaces = try await session.spaces()
        for space in spaces { try await count(space, in: &state) }
        emptyRounds.note(try await Self.cursors(of: spaces), pushed: pushed, afterNews: saidThereIsNews)
        state.shared = spaces.compactMap(\.list).filter { !$0.isEmpty }
      }
      failures = state.phase == .offline ? failures + 1 : 0
      // A list that started this runs them itself.
      if !reports { hooks.launchAfterSaves() }
      if state != shown { say(state) }
      shown = state
      saidThereIsNews = false
      try await attempt(&state) { _ in
        if failures == 0 {
          let (asks, count) = (emptyRounds.shouldAskRemotes, emptyRounds.count)
          let pause = asks ? Self.pause : Self.pause(after: count)
          saidThereIsNews = try await wait(saves, spaces, asking: asks ? spaces : [], for: pause, remotes)
        }
      }
      if state.phase == .offline { try await pause(for: Self.pause(after: failures)) }
    }
  }

  /// Says that a round is under way once it takes long: a server that doesn't answer is waited for, and nobody knows yet
  /// whether what was saved will be sent.
  ///
  /// - Returns: a task that ends when it is cancelled, with what a list shows then.
  private func sayIfSlow(after shown: State?) -> Task<State?, Never> {
    Task {
      guard reports, var state = shown, state.phase == .synced, (try? await Task.sleep(for: Self.syncingDelay)) != nil
      else { return shown }
      state.phase = .sending
      say(state)
      return state
    }
  }

  /// Does something that may be possible later if it isn't now: the remote is away, a disk is full, a store is locked.
  private func attempt(_ state: inout State, _ body: (inout State) async throws -> Void) async throws {
    do { try await body(&state) } catch SyncError.notSetUp {
      // One of several spaces may have been left meanwhile.
      _ = try await session.spaces()
    } catch {
      if error is CancellationError { throw error }
      state.phase = .offline
      state.message = error.reason
    }
  }

  private func count(_ space: SyncedSpace, in state: inout State) async throws {
    let status = try await space.status()
    state.unsent += status.unsent
    state.conflicts += try await session.conflictCount(in: space, status)
    state.setAside += status.setAside
    if state.phase == .offline, try await space.engine.hasUndrained() { state.unsent += 1 }
  }

  /// Waits before the next attempt, but not for somebody who wants it now.
  private func pause(for duration: Duration) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await requests.next() }
      group.addTask { try await Task.sleep(for: duration) }
      try await group.next()
      group.cancelAll()
    }
  }

  /// 2 s after the first attempt in vain, twice as long after each one more.
  private static func pause(after attempts: Int) -> Duration { min(.seconds(1 << min(attempts, 4)), pause) }

  /// Where the remotes go on, of each space.
  private static func cursors(of spaces: [SyncedSpace]) async throws -> [RemoteCursor] {
    var cursors: [RemoteCursor] = []
    for space in spaces { cursors.append(try await space.status().cursor) }
    return cursors
  }

  /// Waits until something was saved here, or may have come, or the pause is over.
  ///
  /// - Parameter asked: the spaces whose remotes say when something may have come.
  /// - Returns: whether a remote said so.
  private func wait(
    _ saves: SaveSignals, _ spaces: [SyncedSpace], asking asked: [SyncedSpace], for pause: Duration,
    _ remotes: SpaceRemotes
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + pause
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        repeat { await saves.next() } while try await !Self.haveNews(spaces) && !Task.isCancelled
        return false
      }
      for space in asked {
        let (remote, cursor) = (try await remotes.remote(of: space, session), try await space.status().cursor)
        group.addTask { (try? await remote.wait(after: cursor, until: deadline)) == true }
      }
      group.addTask {
        await requests.next()
        return false
      }
      group.addTask {
        try await Task.sleep(until: deadline)
        return false
      }
      let isThereNews = try await group.next() ?? false
      group.cancelAll()
      return isThereNews
    }
  }

  private static func haveNews(_ spaces: [SyncedSpace]) async throws -> Bool {
    for space in spaces where try await space.engine.hasNews() { return true }
    return false
  }

  private func say(_ state: State) {
    guard reports else {
      let lines = [state.message, state.clockMinutes.map(ClockWarning.init(minutes:))?.description ?? ""]
      for line in lines where !line.isEmpty { FileHandle.standardError.write(Data("docket sync: \(line)\n".utf8)) }
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(state) else { return }
    // The list that started this has gone.
    do { try FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8)) } catch { exit(0) }
  }

  /// Each line that comes asks for a round; ends the process when the list that started it does, however that happens.
  private func followInput() {
    Thread.detachNewThread { [requests] in
      while !FileHandle.standardInput.availableData.isEmpty { requests.raise() }
      exit(0)
    }
  }
}

/// Rounds that brought nothing though a remote had said that there is something, one after the other: what it has can't
/// be read now, and it would say the same again at once.
private struct EmptyRounds {
  private(set) var count = 0
  private var cursors: [RemoteCursor] = []

  /// Whether remotes are asked for news before the next round; one empty round may be an echo of what was pushed.
  var shouldAskRemotes: Bool { count < 2 }

  /// - Parameters:
  ///   - reached: where the remotes go on after a round.
  ///   - afterNews: whether a remote had said that there is something.
  mutating func note(_ reached: [RemoteCursor], pushed: Int, afterNews: Bool) {
    let isEmpty = pushed == 0 && reached == cursors && (afterNews || !shouldAskRemotes)
    count = isEmpty ? count + 1 : 0
    cursors = reached
  }
}
