import Foundation

/// How often the threads of a process woke up while they were watched, and how long they ran: Dispatch's manager by itself,
/// and all others.
struct ThreadWatch {
  struct Activity {
    var awakenings = 0
    /// In seconds.
    var processor = 0.0

    static func += (sum: inout Activity, other: Activity) {
      sum.awakenings += other.awakenings
      sum.processor += other.processor
    }
  }

  private(set) var ours = Activity()
  private(set) var manager = Activity()
  private let process: pid_t
  private let managing: String
  private var threads: [String: Activity]

  /// How many threads there are beside the main thread and the manager.
  var workerCount: Int { threads.keys.count { $0 != managing && $0 != "\(process)" } }

  /// Begins to watch.
  ///
  /// - Throws: `Failure` if no thread, or more than one, can be Dispatch's manager.
  init(_ process: pid_t) throws {
    self.process = process
    managing = try Self.managing(process)
    threads = Self.threads(of: process)
  }

  /// Takes in what happened since the last look; a thread that came and went in between is not seen, but Dispatch keeps
  /// each for five seconds.
  mutating func look() {
    let now = Self.threads(of: process)
    for (thread, activity) in now {
      let before = threads[thread]
      // That it started is an awakening too, even if it has not slept since.
      let change = Activity(
        awakenings: before.map { activity.awakenings - $0.awakenings } ?? max(1, activity.awakenings),
        processor: activity.processor - (before?.processor ?? 0))
      if thread == managing { manager += change } else { ours += change }
    }
    ours.awakenings += threads.keys.count { now[$0] == nil }
    threads = now
  }

  // MARK: - The kernel's tables

  /// What each thread did so far, by its number: it woke up as often as it went to sleep by itself.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html and
  /// https://docs.kernel.org/scheduler/sched-stats.html
  private static func threads(of process: pid_t) -> [String: Activity] {
    var threads: [String: Activity] = [:]
    for thread in names(in: "/proc/\(process)/task") {
      let directory = "/proc/\(process)/task/\(thread)"
      let lines = text(of: "\(directory)/status").split(separator: "\n")
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      let time = text(of: "\(directory)/schedstat").split(separator: " ").first
      guard
        let sleeps = line?.split(whereSeparator: \.isWhitespace).last.flatMap({ Int($0) }),
        let nanoseconds = time.flatMap({ Double($0) })
      else { continue }
      threads[thread] = Activity(awakenings: sleeps, processor: nanoseconds / 1e9)
    }
    return threads
  }

  /// Finds Dispatch's manager: beside the main thread the only one that waits for an epoll.
  ///
  /// Its name does not tell it: Dispatch names it as it names its workers. Those wait for a lock, and ours wait for nothing
  /// themselves. The debugger shows it in `_dispatch_mgr_thread`, and stops it once a second in
  /// `_dispatch_workq_monitor_pools`, which goes through no queue of ours; `strace` shows it set its timer to a second later
  /// each time.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_syscall.5.html and
  /// https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/event/workqueue.c
  private static func managing(_ process: pid_t) throws -> String {
    let end = ContinuousClock.now + .seconds(2)
    var found: [String] = []
    // It may be running just now.
    while found.isEmpty, ContinuousClock.now < end {
      found = names(in: "/proc/\(process)/task").filter { $0 != "\(process)" && isWaitingForEpoll($0, of: process) }
    }
    guard found.count == 1 else { throw Failure(what: "\(found.count) threads may be Dispatch's manager") }
    return found[0]
  }

  /// Whether the first argument of the system call that a thread is in is an epoll's descriptor.
  private static func isWaitingForEpoll(_ thread: String, of process: pid_t) -> Bool {
    let call = text(of: "/proc/\(process)/task/\(thread)/syscall").split(separator: " ")
    guard call.count > 1, let descriptor = UInt64(call[1].dropFirst(2), radix: 16) else { return false }
    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(descriptor)")
    return file == "anon_inode:[eventpoll]"
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private static func text(of file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
}

extension ThreadWatch {
  /// How long the first thread of a process has been ready and had no processor so far, in milliseconds.
  ///
  /// Source: https://docs.kernel.org/scheduler/sched-stats.html
  static func waitedForProcessor(_ process: pid_t) -> Double {
    let fields = text(of: "/proc/\(process)/task/\(process)/schedstat").split(separator: " ")
    return fields.count > 1 ? (Double(fields[1]) ?? .nan) / 1e6 : .nan
  }
}
