import Crypto
import Foundation

/// The secret of a space: 256 bits that seal what its members write; no text that is printed of it shows them.
public struct SpaceKey: Sendable, Equatable {
  /// The length in bytes.
  public static let length = 32

  private let secret: SymmetricKey

  /// A new key, from the system's source of random numbers.
  public init() { secret = SymmetricKey(size: .bits256) }

  /// The key with these bytes; nil unless there are 32.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.length else { return nil }
    secret = SymmetricKey(data: Array(bytes))
  }

  /// The bytes, for a file that only its owner reads or a line for a trusted channel.
  public var bytes: [UInt8] { secret.withUnsafeBytes(Array.init) }

  /// A key for one purpose; from none of them the space's key or another one follows.
  ///
  /// Source: RFC 5869 (HKDF) with SHA-256.
  func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Data("OpenSwiftDataSync sealing 1: \(purpose)".utf8), outputByteCount: 32)
  }
}

extension SpaceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says that there is a key, not which one.
  public var description: String { "SpaceKey(hidden)" }

  /// Says that there is a key, not which one.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
