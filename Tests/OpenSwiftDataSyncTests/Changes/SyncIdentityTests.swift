import Testing

@testable import OpenSwiftDataSync

@Suite("Derived identities are UUIDs of version 5, the same on every machine")
struct SyncIdentityTests {
  /// RFC 3174, section 7.3; the last one crosses a block.
  @Test(arguments: [
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ]) func digestsAreThoseOfTheRFC(_ message: String, _ digest: String) {
    let bytes = NameDigest.sha1(Array(message.utf8))
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  /// What Python gives: `uuid.uuid5(uuid.NAMESPACE_DNS, "python.org")`, its documentation's example.
  @Test func namesGiveWhatOtherToolsGive() {
    let dns = SyncIdentity(high: 0x6BA7_B810_9DAD_11D1, low: 0x80B4_00C0_4FD4_30C8)
    #expect("\(SyncIdentity(namespace: dns, name: "python.org"))" == "886313e1-3b8a-5372-9b90-0c9aee199e5d")
  }

  @Test func formsOfOneTextGiveTheSame() {
    let space = TaskSchema.space
    #expect(
      SyncIdentity(space: space, entity: "Tag", name: "caf\u{E9}")
        == SyncIdentity(space: space, entity: "Tag", name: "cafe\u{301}"))
  }

  @Test func entitiesNamesAndCausesAreApart() {
    let space = TaskSchema.space
    let identities = [
      SyncIdentity(space: space, entity: "Tag", name: "a"), SyncIdentity(space: space, entity: "Ta", name: "ga"),
      SyncIdentity(space: space, entity: "List", name: "a"), SyncIdentity(cause: space, detail: "a"),
      SyncIdentity(space: space, entity: "cause", name: "b"), SyncIdentity(space: space, entity: "", name: "Taga"),
    ]
    #expect(Set(identities).count == identities.count)
  }

  @Test func bytesComeBack() {
    var random = SeededGenerator(seed: 1)
    let identity = SyncIdentity.random(using: &random)
    #expect(SyncIdentity(bytes: identity.bytes) == identity)
    #expect(SyncIdentity(bytes: identity.bytes.dropLast()) == nil)
    #expect(identity.description.count == 36 && Array(identity.description)[14] == "4")
  }
}
