import OpenSwiftDataSync
import Testing

@testable import OpenSwiftDataSyncSealing

@Suite("An invitation arrives whole, or says that it did not")
struct InvitationTests {
  private static let locations = [
    "postgres://db.example.org/work", "postgresql://ann@db.example.org:5432/work?sslmode=verify-full",
    "postgres://ann@a.example.org:5432,b.example.org:5433/work", "postgres://ann%3Ab@host/db", "/srv/share/docket",
    "/srv/a folder: with 100 % größe", "postgres:///work?host=/run/postgresql&port=5433",
  ]

  @Test(arguments: locations) func isReadAsItWasWritten(_ location: String) throws {
    for seed in RandomCases.seeds(300) {
      var random = SeededGenerator(seed: seed)
      let invitation = try Invitation(location: location, space: .random(&random))
      let read = try Invitation(line: invitation.line)
      #expect(read == invitation && read.space.name.utf8.elementsEqual(invitation.space.name.utf8), "seed \(seed)")
    }
  }

  @Test func isOnePlainLine() throws {
    let name = "a:b c\n\u{1B}]52;c;x\u{7}\u{202E}\u{0}é%3A"
    let line = try Invitation(location: "/srv/share", space: space(name)).line
    #expect(line.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) })
    #expect(try Invitation(line: line).space.name == name)
    #expect(
      try Invitation(location: "/srv/share", space: space("Work")).line
        == "docket-sync:1:/srv/share:11112222-3333-4444-5555-666677778888:Work:"
        + "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8:caYEekB-")
  }

  /// An earlier version says of format 2 that a later one made it.
  @Test func toAReadableSpaceHasNoKey() throws {
    var space = try space("Team")
    space.protection = .readable
    let line = try Invitation(location: "/srv/share", space: space).line
    #expect(line.hasPrefix("docket-sync:2:/srv/share:11112222-3333-4444-5555-666677778888:Team:readable:"))
    #expect(try Invitation(line: line).space == space)
    for (version, word) in [("1", "readable"), ("2", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")] {
      let text = "docket-sync:\(version):/srv/share:\(space.space):Team:\(word)"
      let whole = text + ":" + Invitation.checksum(of: text)
      #expect(throws: InvitationError.malformed) { try Invitation(line: whole) }
    }
  }

  @Test func whatAMailProgramAddsIsPassedOver() throws {
    let invitation = try Invitation(location: "/srv/share", space: space("Our work"))
    var line = " " + invitation.line + "\r\n"
    for index in stride(from: line.utf8.count - 2, to: 0, by: -40) {
      line.insert(contentsOf: "\r\n ", at: line.utf8.index(line.startIndex, offsetBy: index))
    }
    #expect(try Invitation(line: line) == invitation)
  }

  @Test func aCharacterThatIsLostOrChangedIsTold() throws {
    let line = Array(try Invitation(location: "/srv/share", space: space("Our work")).line)
    for index in line.indices {
      var lost = line
      lost.remove(at: index)
      #expect(throws: InvitationError.damaged, "without \(index)") { try Invitation(line: String(lost)) }
      var changed = line
      changed[index] = line[index] == "x" ? "y" : "x"
      #expect(throws: InvitationError.damaged, "changed \(index)") { try Invitation(line: String(changed)) }
      guard index > 0 else { continue }
      var swapped = line
      swapped.swapAt(index - 1, index)
      if swapped != line { #expect(throws: InvitationError.self) { try Invitation(line: String(swapped)) } }
    }
    for count in 12..<line.count {
      #expect(throws: InvitationError.damaged, "\(count)") { try Invitation(line: String(line.prefix(count))) }
    }
  }

  @Test func anyTextIsRefused() throws {
    let characters = Array("docket-sync:1::::/%aZ9\u{0}é\n ") as [Character]
    for seed in RandomCases.seeds(2_000) {
      var random = SeededGenerator(seed: seed)
      let text = String((0..<random.below(60)).map { _ in characters[random.below(characters.count)] })
      #expect(throws: InvitationError.self, "seed \(seed)") { try Invitation(line: text) }
      #expect(throws: InvitationError.self, "seed \(seed)") { try Invitation(line: "docket-sync:1:" + text) }
    }
    #expect(throws: InvitationError.notAnInvitation) { try Invitation(line: "https://example.org") }
    #expect(throws: InvitationError.notAnInvitation) { try Invitation(line: "") }
    #expect(throws: InvitationError.laterVersion(3)) { try Invitation(line: "docket-sync:3:anything") }
  }

  @Test(
    arguments: [
      "postgres://ann:secret@db.example.org/work", "postgres://ann:se/cret@db/work", "postgres://ann:se?cr@t@db/work",
      "postgres://:secret@db/work", "postgres://ann@db/work?password=secret", "postgres://db/work?a=1&PassWord=secret",
      "postgres://db/work?p%61ssword=secret", "postgres://db/work?sslpassword=secret", "https://a:secret@host",
      "postgres://ann@example.org:secret@db/work",
    ])
  func aPasswordIsRefused(_ location: String) throws {
    let space = try space("Work")
    let error = #expect(throws: InvitationError.passwordInLocation) { try Invitation(location: location, space: space) }
    #expect(error?.description.contains("secret") == false && error?.description.contains("~/.pgpass") == true)
  }

  @Test func aPlaceThatIsNoneIsRefused() throws {
    let space = try space("Work")
    let places = [
      "", "work", "../work", "host=db password=secret", "://x", "1a://x", "postgres://", "/a\u{0}b", "/a\nb",
    ]
    for (index, place) in places.enumerated() {
      #expect(throws: InvitationError.invalidLocation, "place \(index)") {
        try Invitation(location: place, space: space)
      }
    }
  }

  @Test func theKeyIsNotPrinted() throws {
    let invitation = try Invitation(location: "/srv/share", space: space("Work"))
    #expect(!TextSink.all(of: invitation).contains("AAEC") && !TextSink.all(of: invitation).contains("0, 1, 2"))
  }

  private func space(_ name: String) throws -> KeyedSpace {
    KeyedSpace(
      space: SyncIdentity(high: 0x1111_2222_3333_4444, low: 0x5555_6666_7777_8888), name: name,
      protection: .sealed(try Samples.key))
  }
}

extension KeyedSpace {
  /// A space with any name, among them hostile ones.
  static func random(_ random: inout SeededGenerator) throws -> KeyedSpace {
    let pieces = [
      "Work", " ", "\n", "\r\n", ":", "%", "%41", "\u{0}", "\u{1B}[2J", "e\u{301}", "é", "👩‍👧", "\u{202E}", "\u{FEFF}",
      "/", "=",
    ]
    let name = (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }.joined()
    let key = try #require(SpaceKey(bytes: (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }))
    let protection: SpaceProtection = random.below(4) == 0 ? .readable : .sealed(key)
    return KeyedSpace(space: .random(using: &random), name: name, protection: protection)
  }
}
