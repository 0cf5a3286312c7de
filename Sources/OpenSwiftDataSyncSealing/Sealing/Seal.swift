import Crypto
import Foundation
import OpenSwiftDataSync

// The format:
//
//   sealed   format(1) fingerprint(8) nonce(12) ciphertext tag(16)
//
// The ciphertext is `Compression.pack` of the bytes under ChaCha20-Poly1305 (RFC 8439). Format, fingerprint and what the
// bytes belong to are associated data: nobody without the key can move them elsewhere.
//
// The nonce is not random but follows from the content: a batch that is pushed again, because nobody knows whether it
// arrived, must have the same bytes, which remotes compare. It must not follow from replica and number alone: a store
// that was restored from a backup gives a number again, to other changes, and two contents under one nonce would give
// away both, and the means to forge more. So the nonce is a keyed hash, under a key of its own, of all that is sealed
// and of what it belongs to: other content, other nonce. It is taken over the packed bytes, since those are what the
// cipher sees: two builds of zlib may pack one batch in two ways. The construction is that of a synthetic
// initialization vector (RFC 5297). 96 bits of a pseudorandom function coincide by chance in n batches with a
// probability of n²/2^97: 2^-33 for 2^32 batches of one key. What a remote can see of it: that two batches are the same
// in header and content, which the header's number says already.

/// Seals bytes with a space's key, and opens them.
struct Seal: Sendable {
  static let format: UInt8 = 0x53
  private static let fingerprintLength = 8
  private static let nonceLength = 12
  private static let tagLength = 16

  /// How many bytes a payload may have, unpacked.
  let limit: Int

  /// Tells keys apart without saying anything about them, so that a wrong key is no damage.
  let fingerprint: [UInt8]

  private let sealingKey: SymmetricKey
  private let nonceKey: SymmetricKey

  init(key: SpaceKey, limit: Int) {
    self.limit = limit
    sealingKey = key.derived(for: "content")
    nonceKey = key.derived(for: "nonces")
    let code = HMAC<SHA256>.authenticationCode(for: Data(), using: key.derived(for: "fingerprint"))
    fingerprint = Array(code.prefix(Self.fingerprintLength))
  }

  /// Seals bytes; the same ones give the same.
  ///
  /// - Parameter owner: what the bytes belong to; they can't be opened as anything else's.
  /// - Throws: `SealingError.tooLarge` for what nobody would open.
  /// - Complexity: O(bytes).
  func seal(_ bytes: [UInt8], of owner: [UInt8]) throws(SealingError) -> [UInt8] {
    guard bytes.count <= limit else { throw .tooLarge(bytes: UInt64(bytes.count), limit: limit) }
    let packed = Compression.pack(bytes)
    let associated = associated(owner)
    do {
      let nonce = try ChaChaPoly.Nonce(data: nonce(of: packed, associated))
      let box = try ChaChaPoly.seal(packed, using: sealingKey, nonce: nonce, authenticating: associated)
      return [Self.format] + fingerprint + Array(box.combined)
    } catch {
      // Only for more bytes than one nonce is good for (RFC 8439: 256 GiB).
      throw .tooLarge(bytes: UInt64(bytes.count), limit: limit)
    }
  }

  /// Opens what `seal` gave.
  ///
  /// - Throws: `SealingError`.
  /// - Complexity: O(bytes), and O(limit) of memory at most.
  func open(_ sealed: [UInt8], of owner: [UInt8]) throws(SealingError) -> [UInt8] {
    guard let format = sealed.first else { throw .damaged }
    guard !ReadableBatchCodec.reads(sealed) else { throw .notSealed }
    guard format == Self.format else { throw .unknownFormat(format) }
    let start = 1 + Self.fingerprintLength
    guard sealed.count >= start + Self.nonceLength + Self.tagLength else { throw .damaged }
    guard isOwn(sealed) else { throw .anotherKey }
    let packed: Data
    do {
      let box = try ChaChaPoly.SealedBox(combined: sealed[start...])
      packed = try ChaChaPoly.open(box, using: sealingKey, authenticating: associated(owner))
    } catch { throw .damaged }
    return try Compression.unpack(Array(packed), limit: limit)
  }

  /// Whether bytes say that they were sealed with this key; nil if they are not sealed.
  func claimsOwnKey(_ sealed: [UInt8]) -> Bool? {
    guard sealed.first == Self.format, sealed.count > Self.fingerprintLength else { return nil }
    return isOwn(sealed)
  }

  private func isOwn(_ sealed: [UInt8]) -> Bool {
    sealed.dropFirst().prefix(Self.fingerprintLength).elementsEqual(fingerprint)
  }

  private func associated(_ owner: [UInt8]) -> [UInt8] { [Self.format] + fingerprint + owner }

  private func nonce(of packed: [UInt8], _ associated: [UInt8]) -> [UInt8] {
    var head = ByteWriter()
    // With its length, so that no end of it can be taken for the beginning of the content.
    head.blob(associated)
    var code = HMAC<SHA256>(key: nonceKey)
    code.update(data: head.bytes)
    code.update(data: packed)
    return Array(code.finalize().prefix(Self.nonceLength))
  }
}

extension Seal: CustomReflectable {
  /// Keeps the keys out of whatever prints or dumps what holds the seal.
  var customMirror: Mirror { Mirror(self, children: ["limit": limit]) }
}
