import CTerminalUIGuard
import Glibc

/// A file in memory that takes what curses writes, so that curses itself never waits for the terminal.
@MainActor
struct FrameCapture {
  let descriptor: Int32

  init() throws(ScreenError) {
    descriptor = tui_memory_file()
    guard descriptor >= 0 else { throw .system(errno) }
  }

  /// What was written since the last call.
  func take() -> [UInt8] {
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(end)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, Int(end), 0))
    }
    // Not truncated: the next frame is written over this one, into memory that is there already.
    lseek(descriptor, 0, SEEK_SET)
    return bytes
  }
}
