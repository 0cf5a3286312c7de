import Foundation

/// What the system knows of its processes.
enum ProcessTable {
  /// The children of a process that run now.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_task.5.html
  static func children(of parent: pid_t) -> [pid_t] {
    let file = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }
}
