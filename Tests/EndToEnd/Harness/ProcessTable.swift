import Foundation

/// What the system knows of its processes.
enum ProcessTable {
  /// The children of a process that run now.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_task.5.html
  static func children(of parent: pid_t) -> [pid_t] {
    // Each thread has those that it started.
    let threads = "/proc/\(parent)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []).flatMap { thread in
      let text = (try? String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Whether a process runs, and is not only waited for.
  static func isRunning(_ process: pid_t) -> Bool { state(of: process).map { $0 != "Z" } ?? false }

  /// The parent of a process; nil if there is no such process.
  static func parent(of process: pid_t) -> pid_t? { statistics(of: process).dropFirst().first.flatMap { pid_t($0) } }

  /// The letter of a process's state: R, S, T; nil if there is no such process.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  static func state(of process: pid_t) -> String? { statistics(of: process).first }

  /// The clock ticks that a process has used.
  static func ticks(of process: pid_t) -> Int {
    statistics(of: process).dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
  }

  /// The nanoseconds that each thread of a process has run, by its number; nil if one of them runs now or wants to.
  ///
  /// Source: https://docs.kernel.org/scheduler/sched-stats.html
  static func restingThreads(of process: pid_t) -> [String: String]? {
    let directory = "/proc/\(process)/task"
    var times: [String: String] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      guard statistics(at: "\(directory)/\(thread)/stat").first == "S" else { return nil }
      times[thread] = try? String(contentsOfFile: "\(directory)/\(thread)/schedstat", encoding: .utf8)
    }
    return times
  }

  /// How often each thread of a process has gone to sleep, by its number: as often as it woke up.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
  static func wakings(of process: pid_t) -> [pid_t: Int] {
    let directory = "/proc/\(process)/task"
    var counts: [pid_t: Int] = [:]
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      let text = (try? String(contentsOfFile: "\(directory)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      if let number = pid_t(thread) { counts[number] = line?.split(separator: "\t").last.flatMap { Int($0) } }
    }
    return counts
  }

  /// The bytes of memory that are its own and in use.
  static func residentBytes(of process: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * 4096 : 0
  }

  /// The signals for which a process has handlers.
  static func caughtSignals(of process: pid_t) -> Set<Int32> {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("SigCgt:") } ?? ""
    let bits = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
    return Set((1...64).filter { bits >> ($0 - 1) & 1 == 1 })
  }

  /// What stands behind the name, which may hold anything.
  private static func statistics(of process: pid_t) -> [String] { statistics(at: "/proc/\(process)/stat") }

  private static func statistics(at file: String) -> [String] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ").map(String.init)
  }
}
