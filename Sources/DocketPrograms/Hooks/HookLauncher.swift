import Foundation

/// Starts `docket hooks` as a program of its own, in a session of its own: whoever starts it goes on at once, and may end.
public struct HookLauncher: Sendable {
  private let store: String

  /// - Parameter store: the path of the store.
  public init(store: String) { self.store = store }

  /// Starts it for a command that is done.
  ///
  /// It says failures on our standard error if that is a file. Who reads a pipe would wait for its end, and a terminal has
  /// its prompt again by then, so it keeps them for the next command.
  public func launch() {
    var status = stat()
    let isFile = fstat(STDERR_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    guard let nothing = Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC)) else { return }
    _ = launch(nothing, error: isFile ? STDERR_FILENO : nothing.number, keeps: !isFile)
  }

  /// Starts it for the list, and waits for its end on this thread.
  ///
  /// - Parameter say: gets the lines that it writes to its standard error, on this thread.
  func run(_ say: (String) -> Void) {
    guard let nothing = Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC)), let pipe = Pipe(),
      let child = launch(nothing, error: pipe.writing, keeps: false)
    else { return }
    pipe.closeWriting()
    let input = FileHandle(fileDescriptor: pipe.reading.number, closeOnDealloc: false)
    var unread = Data()
    while case let bytes = input.availableData, !bytes.isEmpty {
      unread += bytes
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        say(String(decoding: unread[unread.startIndex..<end], as: UTF8.self))
        unread = Data(unread[(end + 1)...])
      }
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
  }

  private func launch(_ nothing: Descriptor, error: Int32, keeps: Bool) -> pid_t? {
    // Source: https://man7.org/linux/man-pages/man5/proc_pid_exe.5.html
    guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    var identifier = pid_t()
    let number = ItemProgram.start(
      &identifier, [program, "hooks", "--background", "--store", store] + (keeps ? ["--keep-failures"] : []),
      ProcessInfo.processInfo.environment, input: nothing.number, output: nothing.number, error: error, directory: "/",
      leadsSession: true)
    return number == 0 ? identifier : nil
  }
}
