import OpenSwiftDataSync

// The format; nothing at all is the beginning:
//
//   cursor   format flags front(blob) held-count (replica(8) position(blob))…

/// How far a remote whose batches are opened was read: up to its front, but for replicas that are held up further back.
struct PullCursor: Hashable {
  private static let format: UInt64 = 1
  private static let provenFlag: UInt8 = 1

  /// Everything before it was given, except what is held up.
  var front = RemoteCursor()
  /// Replicas with a batch that could not be opened, and a position before it, to read it from again.
  var held: [Replica: RemoteCursor] = [:]
  /// Whether anything was opened yet, which proves the key.
  var isKeyProven = false

  init() {}

  /// What can't be read counts as the beginning: batches come twice then, which does no harm.
  init(_ cursor: RemoteCursor) {
    if let read = try? Self.read(cursor.bytes) { self = read }
  }

  private static func read(_ bytes: [UInt8]) throws(CodecError) -> PullCursor? {
    var reader = ByteReader(bytes)
    guard reader.rest > 0, try reader.number() == format else { return nil }
    var cursor = PullCursor()
    cursor.isKeyProven = try reader.byte() & provenFlag != 0
    cursor.front = RemoteCursor(bytes: try reader.blob())
    for _ in 0..<(try reader.count()) {
      let replica = Replica(try reader.word())
      cursor.held[replica] = RemoteCursor(bytes: try reader.blob())
    }
    try reader.expectEnd()
    return cursor
  }

  var cursor: RemoteCursor {
    if self == PullCursor() { return RemoteCursor() }
    var writer = ByteWriter()
    writer.number(Self.format)
    writer.byte(isKeyProven ? Self.provenFlag : 0)
    writer.blob(front.bytes)
    writer.count(held.count)
    for (replica, position) in held.sorted(by: { $0.key < $1.key }) {
      writer.word(replica.rawValue)
      writer.blob(position.bytes)
    }
    return RemoteCursor(bytes: writer.bytes)
  }
}
