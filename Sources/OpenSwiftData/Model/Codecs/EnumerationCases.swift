/// The cases of an enumeration without payloads, read from the type's metadata, as values for rows that are gone.
///
/// `CaseIterable` has cases only for the enumerations that declare it, and never for synthesized coding keys.
///
/// Source: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst
enum EnumerationCases {
  /// Nil if the type is no enumeration, or has payloads or no cases.
  static func first<Value>(of type: Value.Type) -> Value? {
    count(of: type) == 0 ? nil : value(0, of: type)
  }

  /// All cases as declared; empty if the type is no enumeration, or has payloads.
  static func all<Value>(of type: Value.Type) -> [Value] {
    (0..<count(of: type)).compactMap { value($0, of: type) }
  }

  /// The first word of an enumeration's metadata.
  private static let enumerationKind = 0x201
  /// Where a nominal type's descriptor keeps its two counts of cases, in bytes.
  private static let payloadCaseCountOffset = 20
  private static let emptyCaseCountOffset = 24

  /// The number of cases without payloads, up to the 256 that fit one byte; otherwise 0.
  private static func count<Value>(of type: Value.Type) -> Int {
    RuntimeLayout.require(isLayoutAsExpected, "enumerations")
    return countRead(of: type)
  }

  private static func countRead<Value>(of type: Value.Type) -> Int {
    // Sound: metadata of every type begins with its kind, and that of an enumeration goes on with a pointer to its
    // descriptor, which lives as long as the program.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == enumerationKind else { return 0 }
    let descriptor = metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    // The upper byte of the word is not part of the count.
    let payloads = descriptor.load(fromByteOffset: payloadCaseCountOffset, as: UInt32.self) & 0xff_ffff
    let count = Int(descriptor.load(fromByteOffset: emptyCaseCountOffset, as: UInt32.self))
    return payloads == 0 && count <= 256 && MemoryLayout<Value>.size == (count > 1 ? 1 : 0) ? count : 0
  }

  private static func value<Value>(_ index: Int, of type: Value.Type) -> Value? {
    // Sound: cases without payloads are numbered in the order of their declaration, in one byte if there are several
    // and in none if there is one: https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst
    withUnsafeBytes(of: UInt8(index)) { $0.loadUnaligned(as: type) }
  }

  private enum One: CaseIterable { case only }
  private enum Three: UInt8, CaseIterable { case first = 7, second = 3, third = 5 }
  private enum Payload { case none, some(Int) }
  private struct Structure { var byte: UInt8 = 0 }
  private final class Object {}

  /// Checked once, before the first enumeration is read.
  private static let isLayoutAsExpected =
    countRead(of: One.self) == 1 && countRead(of: Three.self) == 3 && countRead(of: Payload.self) == 0
    && countRead(of: Never.self) == 0 && countRead(of: Structure.self) == 0 && countRead(of: Object.self) == 0
    && countRead(of: One?.self) == 0
    && (0..<3).map { value($0, of: Three.self) } == Three.allCases.map { $0 } && value(0, of: One.self) == .only
}
