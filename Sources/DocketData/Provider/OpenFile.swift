import Foundation

/// A file that this process may have open.
struct OpenFile {
  private let status: stat

  /// - Returns: nil if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.status = status
  }

  /// Whether a descriptor of this process leads to it.
  ///
  /// Source: https://man7.org/linux/man-pages/man5/proc_pid_fd.5.html
  var isOpen: Bool {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { Int32($0) }.contains(where: leadsHere)
  }

  private func leadsHere(_ descriptor: Int32) -> Bool {
    var other = stat()
    return fstat(descriptor, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
  }

  /// Lets the threads go on that have it open: nobody tells when a descriptor is closed.
  static func yield() { sched_yield() }

  /// The same; what waits for the main thread goes on too.
  static func yieldMainThread() {
    if Thread.isMainThread { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001)) }
    yield()
  }
}
