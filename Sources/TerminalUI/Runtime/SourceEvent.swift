/// What an event source delivers.
public enum SourceEvent: Hashable, Sendable {
  /// Bytes from the terminal.
  case bytes([UInt8])
  /// There will be no more bytes.
  case endOfInput
  /// A signal of this number came.
  case signal(Int32)
}
