import OpenSwiftDataSync

// The format:
//
//   snapshot   vector-length vector sealed
//
// The vector is in the clear, as a batch's header is, and associated data of the seal.

/// A snapshot as a remote carries it: what it has seen in the clear, the state sealed.
struct SealedSnapshot {
  /// What the state has seen; only a claim until the snapshot was opened.
  let seen: VersionVector
  private let sealed: [UInt8]

  /// Reads what `bytes` gave; nil for anything else.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let vector = try? reader.blob() else { return nil }
    sealed = Array(bytes[reader.offset...])
    var vectorReader = ByteReader(vector)
    guard let seen = try? vectorReader.vector(), vectorReader.rest == 0 else { return nil }
    self.seen = seen
  }

  /// Seals a state.
  init(sealing state: [UInt8], of seen: VersionVector, with seal: Seal) throws(SealingError) {
    self.seen = seen
    sealed = try seal.seal(state, of: Self.owner(seen))
  }

  /// The bytes for a remote.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.blob(Self.vector(seen))
    return writer.bytes + sealed
  }

  /// The state.
  func open(with seal: Seal) throws(SealingError) -> [UInt8] { try seal.open(sealed, of: Self.owner(seen)) }

  func claimsOwnKey(_ seal: Seal) -> Bool? { seal.claimsOwnKey(sealed) }

  private static func owner(_ seen: VersionVector) -> [UInt8] {
    var writer = ByteWriter()
    writer.text("snapshot")
    return writer.bytes + vector(seen)
  }

  private static func vector(_ seen: VersionVector) -> [UInt8] {
    var writer = ByteWriter()
    writer.vector(seen)
    return writer.bytes
  }
}
