import Foundation

// The folder, below its root:
//
//   <replica, 16 hexadecimal digits>/<number, 16 digits>.batch    `BatchCodec.bytes(of:)` and a checksum
//   <replica>/<number>.snapshot                                   `StateCodec.bytes(of:)` and a checksum
//
// A snapshot stands for the replica's own batches up to its number. Each replica writes its own directory only, which is
// made with the first file, and no file twice, so whatever copies the folder never meets two versions of one. Files may
// be partial, doubled, late, or there before earlier ones.

/// A remote in a folder that something else carries: Syncthing, a network share, a stick.
public struct FolderRemote: SyncRemote {
  /// How often `wait` looks.
  private static let interval = Duration.seconds(1)
  /// How many batches of a replica are given before an earlier one has come.
  private static let maxBehindGap = 256

  /// The replica whose directory is written.
  public let replica: Replica
  private let root: String
  private let codec = BatchCodec()

  /// The remote in a folder, for a replica.
  ///
  /// - Parameter path: the folder, which must exist: one that is not mounted must not be made.
  public init(path: String, replica: Replica) {
    root = path
    self.replica = replica
  }

  /// Makes sure that the folder is there and can be written; makes nothing in it.
  ///
  /// - Throws: `FolderRemoteError`.
  public func open() async throws {
    if try !hasFolder() { try FolderFile.checkWritable(root) }
  }

  /// Whether no replica has written anything: so does a folder look that is not mounted.
  ///
  /// - Throws: `FolderRemoteError`.
  public var isEmpty: Bool { get throws { try replicas().isEmpty } }

  /// The directory that this replica writes.
  public var ownFolder: String { folder(of: replica) }

  /// The last batch in this replica's directory, or the last one that its snapshot stands for.
  ///
  /// - Throws: `FolderRemoteError`.
  public func lastNumber() async throws -> UInt64 {
    guard try hasFolder() else { return 0 }
    return try (numbers(of: replica, .batch) + numbers(of: replica, .snapshot)).max() ?? 0
  }

  /// Writes a batch of this replica.
  ///
  /// - Throws: `FolderRemoteError`.
  public func push(_ batch: BatchEnvelope) async throws {
    guard batch.header.id.replica == replica else { throw FolderRemoteError.foreignBatch(batch.header.id) }
    let path = path(of: batch.header.id, .batch)
    let bytes = codec.bytes(of: batch)
    // A damaged file is written again; an intact one is the same, or somebody else's history.
    if let present = try? FolderFile.read(path) {
      guard present == bytes else { throw FolderRemoteError.numberTaken(batch.header.id) }
      return
    }
    try FolderFile.makeFolder(ownFolder)
    try FolderFile.write(bytes, to: path)
  }

  /// Gives batches of the other replicas.
  ///
  /// The cursor does not pass a batch that is missing or can't be read; what follows it is given all the same, and again.
  ///
  /// - Throws: `FolderRemoteError` if the folder can't be read; what is wrong with a file is a problem of the page.
  /// - Complexity: O(files) to list them.
  public func pull(after cursor: RemoteCursor, limit: Int) async throws -> RemotePage {
    var position = Position(cursor)
    var page = RemotePage(batches: [], cursor: cursor)
    var room = limit
    for other in try replicas() where other != replica {
      // What can't be read of one replica holds up that one.
      do throws(FolderRemoteError) {
        try skipToSnapshot(of: other, &position, &page)
        try read(from: other, &position, &page, &room)
      } catch {
        page.note(error, BatchID(replica: other, number: position[other] &+ 1))
      }
    }
    page.cursor = position.cursor
    page.isLast = room > 0
    return page
  }

  /// Passes over the batches that a snapshot stands for.
  private func skipToSnapshot(
    of other: Replica, _ position: inout Position, _ page: inout RemotePage
  ) throws(FolderRemoteError) {
    guard let number = try numbers(of: other, .snapshot).last, number > position[other],
      try FolderFile.read(path(of: BatchID(replica: other, number: number), .snapshot)) != nil
    else { return }
    page.needsSnapshot = true
    position[other] = number
  }

  /// - Parameter room: how many batches more the page has room for; those behind a gap, which come again and again, take
  ///   none, so that others get theirs.
  private func read(
    from other: Replica, _ position: inout Position, _ page: inout RemotePage, _ room: inout Int
  ) throws(FolderRemoteError) {
    var behindGap = 0
    for number in try numbers(of: other, .batch) where number > position[other] {
      guard room > 0, behindGap < Self.maxBehindGap else { return }
      let id = BatchID(replica: other, number: number)
      let isNext = number == position[other] + 1
      if isNext { room -= 1 } else { behindGap += 1 }
      do throws(FolderRemoteError) {
        guard let batch = try batch(id) else { continue }
        page.batches.append(batch)
        if isNext { position[other] = number }
      } catch {
        page.note(error, id)
      }
    }
  }

  /// Looks every second whether there are files after a position.
  ///
  /// - Throws: `FolderRemoteError`, and `CancellationError`.
  public func wait(after cursor: RemoteCursor, until deadline: ContinuousClock.Instant) async throws -> Bool {
    let position = Position(cursor)
    while true {
      for other in try replicas() where other != replica {
        let last = try? (numbers(of: other, .batch) + numbers(of: other, .snapshot)).max()
        if let last, last > position[other] { return true }
      }
      let now = ContinuousClock.now
      guard now < deadline else { return false }
      try await Task.sleep(until: min(deadline, now + Self.interval))
    }
  }

  /// The latest snapshots of all replicas that are whole.
  ///
  /// - Throws: `FolderRemoteError`.
  public func snapshots() async throws -> [[UInt8]] {
    try replicas().compactMap { other in
      let numbers = try? numbers(of: other, .snapshot).reversed()
      return numbers?.lazy.compactMap { try? FolderFile.read(path(of: BatchID(replica: other, number: $0), .snapshot)) }
        .first
    }
  }

  /// Leaves a snapshot, then removes this replica's earlier ones, its own batches that it has, and drafts of processes that
  /// were killed.
  ///
  /// - Throws: `FolderRemoteError`.
  public func leave(snapshot bytes: [UInt8], of seen: VersionVector) async throws {
    let last = seen[replica].number
    try FolderFile.makeFolder(ownFolder)
    try FolderFile.write(bytes, to: path(of: BatchID(replica: replica, number: last), .snapshot))
    FolderFile.removeDrafts(of: try names(in: ownFolder), in: ownFolder)
    for number in try numbers(of: replica, .snapshot) where number < last {
      unlink(path(of: BatchID(replica: replica, number: number), .snapshot))
    }
    for number in try numbers(of: replica, .batch) where number <= last {
      unlink(path(of: BatchID(replica: replica, number: number), .batch))
    }
  }
}

// MARK: - Files

extension FolderRemote {
  private enum Kind: String {
    case batch = ".batch"
    case snapshot = ".snapshot"
  }

  /// Whether this replica has written something.
  private func hasFolder() throws(FolderRemoteError) -> Bool {
    try names(in: root).contains(Self.name(replica.rawValue))
  }

  private func folder(of replica: Replica) -> String { root + "/" + Self.name(replica.rawValue) }

  private func path(of batch: BatchID, _ kind: Kind) -> String {
    folder(of: batch.replica) + "/" + Self.name(batch.number) + kind.rawValue
  }

  private func batch(_ id: BatchID) throws(FolderRemoteError) -> BatchEnvelope? {
    let path = path(of: id, .batch)
    guard let bytes = try FolderFile.read(path) else { return nil }
    let envelope: BatchEnvelope
    do throws(CodecError) { envelope = try codec.envelope(of: bytes) } catch { throw .unreadable(path: path, error) }
    guard envelope.header.id == id else { throw .misplaced(path: path) }
    return envelope
  }

  private func replicas() throws(FolderRemoteError) -> [Replica] {
    try names(in: root).compactMap { Self.number($0[...]).map(Replica.init) }.sorted()
  }

  private func numbers(of replica: Replica, _ kind: Kind) throws(FolderRemoteError) -> [UInt64] {
    try names(in: folder(of: replica)).compactMap { name in
      name.hasSuffix(kind.rawValue) ? Self.number(name.dropLast(kind.rawValue.count)) : nil
    }.sorted()
  }

  private func names(in folder: String) throws(FolderRemoteError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      var isFolder: ObjCBool = false
      if !FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) || !isFolder.boolValue {
        throw .missing(path: root)
      }
      throw .unavailable(path: folder, reason: "it can't be listed")
    }
  }

  private static func name(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Only names as this version writes them; copies such as `… (conflict).batch` are left alone.
  private static func number(_ name: Substring) -> UInt64? {
    guard let number = UInt64(name, radix: 16), self.name(number) == name else { return nil }
    return number
  }
}

extension RemotePage {
  fileprivate mutating func note(_ error: FolderRemoteError, _ batch: BatchID) {
    problems.append(RemoteProblem(batch: batch, description: "\(error)"))
  }
}

/// A cursor in a folder: of each replica, the number up to which all batches were given.
private struct Position {
  private var numbers: [Replica: UInt64] = [:]

  /// What can't be read counts as the beginning: batches come twice then, which does no harm.
  init(_ cursor: RemoteCursor) {
    var reader = ByteReader(cursor.bytes)
    while reader.rest > 0 {
      guard let replica = try? reader.word(), let number = try? reader.number() else { return }
      numbers[Replica(replica)] = number
    }
  }

  subscript(_ replica: Replica) -> UInt64 {
    get { numbers[replica] ?? 0 }
    set { numbers[replica] = newValue }
  }

  var cursor: RemoteCursor {
    var writer = ByteWriter()
    for (replica, number) in numbers.sorted(by: { $0.key < $1.key }) {
      writer.word(replica.rawValue)
      writer.number(number)
    }
    return RemoteCursor(bytes: writer.bytes)
  }
}
