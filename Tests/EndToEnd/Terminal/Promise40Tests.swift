import Foundation
import Testing

@Suite("Promise 40: what children inherit", .takesTurns)
struct Promise40Tests {
  @Test func descriptorsZeroToTwoAndNoSignalBlockedOrIgnored() async throws {
    let directory = try TemporaryDirectory()
    // The status is that of `grep`: the shell itself blocks all signals while it starts a program.
    let notes = directory.file("notes")
    let terminal = try await EditedText.start(
      "exec /bin/sh -c 'readlink /proc/$$/fd/* > \"\(notes)\"; grep -E \"^Sig(Blk|Ign)\" /proc/self/status >> \"\(notes)\"'",
      in: directory)
    try await terminal.waitFor("edited: nothing")
    let lines = String(decoding: try directory.bytes(of: "notes"), as: UTF8.self).split(separator: "\n")
    let descriptors = lines.filter { $0.hasPrefix("/") || $0.contains(":[") }
    // The shell leads its output to the notes itself.
    #expect(descriptors.count == 3)
    #expect(descriptors.allSatisfy { $0.hasPrefix("/dev/pts/") || $0 == notes }, "\(descriptors)")
    // The C library's own two, 32 and 33, cannot be used by programs, and it ignores them itself.
    #expect(["0", "180000000"].contains(Self.hexadecimal("SigIgn", in: lines)))
    #expect(Self.hexadecimal("SigBlk", in: lines) == "0")
  }

  private static func hexadecimal(_ name: String, in lines: [Substring]) -> String? {
    let digits = lines.first { $0.hasPrefix(name) }?.split(separator: "\t").last
    return digits.flatMap { UInt64($0, radix: 16) }.map { String($0, radix: 16) }
  }
}
