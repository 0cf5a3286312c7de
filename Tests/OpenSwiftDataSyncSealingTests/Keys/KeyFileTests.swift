import Foundation
import OpenSwiftDataSync
import Synchronization
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("Keys are kept in a file that only its owner reads")
final class KeyFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keys/spaces" }
  private var file: KeyFile { KeyFile(path: path) }

  @Test func isReadAsItWasWritten() throws {
    #expect(try file.spaces().isEmpty)
    for seed in RandomCases.seeds(20) {
      var random = SeededGenerator(seed: seed)
      let spaces = try (0..<5).map { _ in try KeyedSpace.random(&random) }
      let file = KeyFile(path: folder.path + "/\(seed)/spaces")
      for space in spaces { #expect(try file.add(space)) }
      #expect(try file.spaces() == spaces, "seed \(seed)")
      var changed = spaces
      changed[2].name += "\n"
      #expect(try !file.add(changed[2]))
      try file.remove(changed[1].space)
      changed.remove(at: 1)
      #expect(try file.spaces() == changed, "seed \(seed)")
    }
  }

  /// What the other stores of the space have is sealed with the one that was there first.
  @Test func keepsTheKeyOfASpace() throws {
    let space = KeyedSpace(space: .random(), name: "Work", protection: .sealed(SpaceKey()))
    try file.add(space)
    for other in [SpaceProtection.sealed(SpaceKey()), .readable] {
      #expect(throws: KeyFileError.otherKey(path: path, space: space.space)) {
        try file.add(KeyedSpace(space: space.space, name: "Other", protection: other))
      }
    }
    #expect(try file.spaces() == [space])
    #expect(try file.space(space.space) == space)
  }

  @Test func isPlainText() throws {
    let space = SyncIdentity(high: 0x1111_2222_3333_4444, low: 0x5555_6666_7777_8888)
    try file.add(KeyedSpace(space: space, name: "Our work", protection: .sealed(try Samples.key)))
    let text = """
      docket-sync keys 1
      11112222-3333-4444-5555-666677778888 AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8 Our%20work

      """
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  /// An earlier version reads no format but 1, and says so; of one line it would say that it is damaged.
  @Test func aReadableSpaceStandsWithoutAKeyInAFileOfItsOwnFormat() throws {
    let space = KeyedSpace(space: SyncIdentity(high: 0, low: 1), name: "Team", protection: .readable)
    try add()
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("docket-sync keys 1\n"))
    try file.add(space)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("docket-sync keys 2\n"))
    #expect(text.hasSuffix("\n00000000-0000-0000-0000-000000000001 readable Team\n"))
    #expect(try file.spaces().last == space)
    try file.remove(space.space)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("docket-sync keys 1\n"))
  }

  @Test func fileAndDirectoryAreTheOwnersOnly() throws {
    let before = umask(0)
    defer { umask(before) }
    try add()
    #expect(try mode(path) == 0o600 && mode(folder.path + "/keys") == 0o700)
    try add()
    #expect(try mode(path) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/keys") == ["spaces"])
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o666, 0o610]) func aFileThatOthersReachIsRefused(_ mode: Int) throws {
    try add()
    chmod(path, mode_t(mode))
    let error = try refused()
    #expect(error == .openToOthers(path: path) && "\(error)".hasSuffix("run: chmod 600 \(path)"))
    chmod(path, 0o600)
    #expect(try file.spaces().count == 1)
  }

  @Test(arguments: [0o750, 0o701, 0o777]) func aDirectoryThatOthersReachIsRefused(_ mode: Int) throws {
    try add()
    chmod(folder.path + "/keys", mode_t(mode))
    let error = try refused()
    #expect(error == .folderOpenToOthers(path: folder.path + "/keys") && "\(error)".contains("chmod 700"))
  }

  @Test func whatIsNoFileIsRefused() throws {
    try add()
    try FileManager.default.moveItem(atPath: path, toPath: path + "2")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "2")
    #expect(try refused() == .notAFile(path: path))
    unlink(path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try refused() == .notAFile(path: path))
    rmdir(path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try refused() == .notAFile(path: path))
  }

  @Test func somebodyElsesFileIsRefused() throws {
    guard geteuid() == 0 else {
      // The root directory is another user's.
      #expect(throws: KeyFileError.foreignOwner(path: "/")) { try KeyFile(path: "/spaces").spaces() }
      return
    }
    try add()
    chown(path, 12_345, 12_345)
    #expect(try refused() == .foreignOwner(path: path))
    chown(folder.path + "/keys", 12_345, 12_345)
    #expect(try refused() == .foreignOwner(path: folder.path + "/keys"))
  }

  // Each place at which the file may be cut, and each byte that may be another one.
  @Test func damageIsToldWithItsLine() throws {
    try add()
    try add()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for count in 0..<whole.count where !ends.contains(count) {
      try put(whole.prefix(count))
      let line = ends.filter { $0 < count }.count + 1
      #expect(try refused() == .malformed(path: path, line: line), "\(count) bytes")
    }
    for index in whole.indices {
      var damaged = whole
      damaged[index] = 0xFF
      try put(damaged)
      let error = #expect(throws: KeyFileError.self, "byte \(index)") { try file.spaces() }
      #expect(error.map { !"\($0)".contains("AAEC") } == true)
    }
    try put(Data("docket-sync keys 3\nwhatever\n".utf8))
    #expect(try refused() == .laterVersion(path: path))
    // The same space twice: which key is right can't be known.
    try put(whole + whole[ends[0]..<ends[1]])
    #expect(try refused() == .malformed(path: path, line: 4))
  }

  @Test func whatACrashLeftBehindDoesNoHarm() throws {
    try add()
    try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path + "/keys/.spaces.partial"))
    try add()
    #expect(try file.spaces().count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/keys") == ["spaces"])
  }

  // Threads, not tasks: those may all run one after the other. Each opens the directory anew, as a process does.
  @Test func noneIsLostWhenManyWrite() throws {
    let file = file
    let spaces = (0..<64).map { number in
      KeyedSpace(space: SyncIdentity(high: 0, low: number), name: "\(number)", protection: .sealed(SpaceKey()))
    }
    let writers = 8
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: writers) { writer in
      for space in spaces[(writer * spaces.count / writers)...].prefix(spaces.count / writers) {
        do throws(KeyFileError) { try file.add(space) } catch { failures.add(error) }
      }
    }
    #expect(failures.all.isEmpty)
    #expect(try file.spaces().sorted { $0.space < $1.space } == spaces)
  }

  @Test func aPlaceThatCanNotBeMadeIsTold() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
    let file = KeyFile(path: folder.path + "/file/keys/spaces")
    let space = KeyedSpace(space: .random(), name: "", protection: .sealed(SpaceKey()))
    #expect(throws: KeyFileError.self) { try file.add(space) }
    #expect(throws: KeyFileError.self) { try file.spaces() }
  }

  private func add() throws {
    try file.add(KeyedSpace(space: .random(), name: "Work", protection: .sealed(try Samples.key)))
  }

  /// The error that reading and writing give.
  private func refused() throws -> KeyFileError {
    let before = identity
    let error = try #require(throws: KeyFileError.self) { try file.spaces() }
    #expect(throws: error) { try add() }
    #expect(identity == before)
    return error
  }

  /// Which file stands at the path, and how long it is.
  private var identity: [Int] {
    var status = stat()
    return lstat(path, &status) == 0 ? [Int(status.st_ino), Int(status.st_size)] : []
  }

  private func put(_ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
  }

  private func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(lstat(path, &status) == 0)
    return status.st_mode & 0o7777
  }
}

/// Errors of several threads.
private final class Failures: Sendable {
  private let errors = Mutex<[KeyFileError]>([])

  var all: [KeyFileError] { errors.withLock { $0 } }

  func add(_ error: KeyFileError) { errors.withLock { $0.append(error) } }
}
