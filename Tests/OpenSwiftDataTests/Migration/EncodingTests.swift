import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Attributes that change how they are encoded")
struct EncodingTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    try store.fill(Ciphers1.self) { $0.insert(Ciphers1.Cipher("hello")) }
  }

  @Test func aTransformerThatIsGoneIsNoticed() throws {
    #expect { try store.open(CiphersPlain.self) } throws: { isMismatch($0, naming: "Cipher.text", "Backwards") }
  }

  @Test func anotherTransformerIsNoticed() throws {
    #expect { try store.open(CiphersOther.self) } throws: {
      isMismatch($0, naming: "Cipher.text", "Backwards", "Shouted")
    }
  }

  @Test func aTransformerThatIsNewIsNoticed() throws {
    let other = try TemporaryStore()
    try other.fill(CiphersPlain.self) { $0.insert(CiphersPlain.Cipher("hello")) }
    let schema = Schema([CiphersOther.Cipher.self], version: CiphersPlain.versionIdentifier)
    #expect {
      try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: other.url))
    } throws: { isMismatch($0, naming: "Cipher.text", "Shouted") }
  }

  @Test func anEnumerationThatBecomesJSONIsNoticed() throws {
    #expect { try store.open(CiphersCodable.self) } throws: { isMismatch($0, naming: "Cipher.mood", "JSON") }
  }

  @Test func aStoreThatNeverSaidItsEncodingsIsTakenAsItIs() async throws {
    try forgetEncodings()
    do {
      let context = ModelContext(try store.open(Ciphers1.self))
      #expect(try context.fetch(FetchDescriptor<Ciphers1.Cipher>()).map(\.text) == ["hello"])
    }
    try await waitUntil("no copy was made") { try store.files == ["store.sqlite"] }
    #expect { try store.open(CiphersPlain.self) } throws: { isMismatch($0, naming: "Cipher.text") }
  }

  /// As stores described themselves before they named encodings.
  private func forgetEncodings() throws {
    let key = "key = 'schema_description'"
    let json = try store.sqlite("SELECT value FROM openswiftdata_metadata WHERE \(key)")
    let old = json.replacing(/"encoding":"[^"]*",?/, with: "")
      .replacing(/"fingerprint":"[^"]*"/, with: "\"fingerprint\":\"earlier\"")
    try store.sqlite(
      """
      UPDATE openswiftdata_metadata SET value = '\(old)' WHERE \(key);
      UPDATE openswiftdata_metadata SET value = 'earlier' WHERE key = 'schema_fingerprint'
      """)
  }
}
