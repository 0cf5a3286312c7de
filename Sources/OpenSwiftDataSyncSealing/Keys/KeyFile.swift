import Foundation
import OpenSwiftDataSync

// The format, ASCII, each line with its end:
//
//   docket-sync keys 1
//   <space, as a UUID> <key, 43 characters of base64url> <name, percent-encoded>
//
// Of a readable space the word `readable` stands in place of the key. A file with such a line has format 2: programs that
// know format 1 only would call the line damaged.

/// The keys of a person's spaces, in one file that only its owner may read.
public struct KeyFile: Sendable {
  private static let signature = "docket-sync keys "
  private static let sealedVersion = "1"
  private static let readableVersion = "2"

  private let folder: String
  private let name: String

  /// The file at a path, which need not exist yet.
  ///
  /// - Parameter path: a file in a directory of its own; the directory is made with mode 0700 if there is none.
  public init(path: String) {
    let path = path as NSString
    let folder = path.deletingLastPathComponent
    self.folder = folder.isEmpty ? "." : folder
    name = path.lastPathComponent
  }

  private var path: String { folder + "/" + name }

  /// The spaces in the file, in its order; none if there is no file.
  ///
  /// - Throws: `KeyFileError`; also for a file or a directory that others may read.
  public func spaces() throws(KeyFileError) -> [KeyedSpace] {
    guard access(folder, F_OK) == 0 || errno != ENOENT else { return [] }
    return try spaces(in: PrivateFolder(path: folder))
  }

  /// A space in the file; nil if it is not there.
  ///
  /// - Throws: `KeyFileError`.
  public func space(_ space: SyncIdentity) throws(KeyFileError) -> KeyedSpace? {
    try spaces().first { $0.space == space }
  }

  /// Adds a space; one with this identity that is there already gets the new name.
  ///
  /// A space has one key for good, so another one never takes its place.
  ///
  /// - Returns: whether it was not there.
  /// - Throws: `KeyFileError.otherKey` if it is there with another key, and other errors; the file is as it was then.
  @discardableResult
  public func add(_ space: KeyedSpace) throws(KeyFileError) -> Bool {
    var isNew = true
    try change { spaces throws(KeyFileError) in
      guard let index = spaces.firstIndex(where: { $0.space == space.space }) else { return spaces.append(space) }
      guard spaces[index].protection == space.protection else { throw .otherKey(path: path, space: space.space) }
      spaces[index] = space
      isNew = false
    }
    return isNew
  }

  /// Removes a space and its key.
  ///
  /// - Throws: `KeyFileError`; the file is as it was then.
  public func remove(_ space: SyncIdentity) throws(KeyFileError) {
    try change { spaces in spaces.removeAll { $0.space == space } }
  }

  /// Reads, changes and writes the file while no other process does.
  private func change(_ body: (inout [KeyedSpace]) throws(KeyFileError) -> Void) throws(KeyFileError) {
    try PrivateFolder.make(folder)
    let folder = try PrivateFolder(path: folder)
    try folder.lock()
    var spaces = try spaces(in: folder)
    let before = spaces
    try body(&spaces)
    if spaces != before { try folder.write(Array(Self.text(of: spaces).utf8), to: name) }
  }

  private func spaces(in folder: borrowing PrivateFolder) throws(KeyFileError) -> [KeyedSpace] {
    guard let bytes = try folder.read(name) else { return [] }
    // A line that was cut would be a shorter name, and no error.
    guard bytes.last == UInt8(ascii: "\n") else { throw .malformed(path: path, line: Self.lines(bytes).count) }
    let lines = Self.lines(bytes.dropLast())
    guard lines[0].hasPrefix(Self.signature) else { throw .malformed(path: path, line: 1) }
    let version = String(lines[0].dropFirst(Self.signature.count))
    guard [Self.sealedVersion, Self.readableVersion].contains(version) else { throw .laterVersion(path: path) }
    var spaces: [KeyedSpace] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let space = Self.space(line), !spaces.contains(where: { $0.space == space.space }) else {
        throw .malformed(path: path, line: index + 1)
      }
      spaces.append(space)
    }
    return spaces
  }

  private static func lines(_ bytes: some Collection<UInt8>) -> [String] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func space(_ line: String) -> KeyedSpace? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, let space = LineWord.identity(words[0]),
      let protection = LineWord.protection(words[1]), let name = LineWord.text(words[2])
    else { return nil }
    return KeyedSpace(space: space, name: name, protection: protection)
  }

  private static func text(of spaces: [KeyedSpace]) -> String {
    let lines = spaces.map { "\($0.space) \(LineWord.word(for: $0.protection)) \(LineWord.word(for: $0.name))\n" }
    let version = spaces.contains(where: \.protection.isReadable) ? readableVersion : sealedVersion
    return signature + version + "\n" + lines.joined()
  }
}
