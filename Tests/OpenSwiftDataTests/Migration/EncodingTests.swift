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

// MARK: - Models

/// Two entities with data in files beside the store.
enum Albums1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Picture.self, Sound.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Picture {
    @Attribute(.externalStorage) var body: Data
    init(_ body: Data) { self.body = body }
  }

  @Model final class Sound {
    @Attribute(.externalStorage) var body: Data?
    init(_ body: Data?) { self.body = body }
  }
}

/// The data is in the store itself.
enum Albums2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Picture.self, Albums1.Sound.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Picture {
    var body: Data
    init(_ body: Data) { self.body = body }
  }
}

/// The data is in files again, and pictures have a size.
enum Albums3: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Picture.self, Albums1.Sound.self] }
  static let versionIdentifier = Schema.Version(3, 0, 0)

  @Model final class Picture {
    @Attribute(.externalStorage) var body: Data
    var size: Int?
    init(_ body: Data) { self.body = body }
  }
}

/// Code that reads the data of both sides, in a stage that is not the first one.
enum AlbumsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Albums1.self, Albums2.self, Albums3.self] }
  static var stages: [MigrationStage] { [.lightweight(fromVersion: Albums1.self, toVersion: Albums2.self), measure] }

  static let measure = MigrationStage.custom(fromVersion: Albums2.self, toVersion: Albums3.self) { old, new in
    for sound in try old.fetch(FetchDescriptor<Albums1.Sound>()) {
      for picture in try new.fetch(FetchDescriptor<Albums3.Picture>()) { picture.size = sound.body?.count }
    }
  }
}

/// Attributes of which only the encoding differs from version to version.
enum Ciphers1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Cipher.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  enum Backwards: AttributeTransformer {
    static func storedValue(for value: String) -> String { String(value.reversed()) }
    static func value(for stored: String) -> String { String(stored.reversed()) }
  }

  enum Shouted: AttributeTransformer {
    static func storedValue(for value: String) -> String { value.uppercased() }
    static func value(for stored: String) -> String { stored.lowercased() }
  }

  enum Mood: String, Codable { case calm, busy }

  @Model final class Cipher {
    @Attribute(.transformable(by: Backwards.self)) var text: String
    var mood = Mood.calm
    init(_ text: String) { self.text = text }
  }
}

enum CiphersPlain: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Cipher.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Cipher {
    var text: String
    var mood = Ciphers1.Mood.calm
    init(_ text: String) { self.text = text }
  }
}

enum CiphersOther: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Cipher.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Cipher {
    @Attribute(.transformable(by: Ciphers1.Shouted.self)) var text: String
    var mood = Ciphers1.Mood.calm
    init(_ text: String) { self.text = text }
  }
}

enum CiphersCodable: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Cipher.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Cipher {
    @Attribute(.transformable(by: Ciphers1.Backwards.self)) var text: String
    @Attribute(.codable) var mood = Ciphers1.Mood.calm
    init(_ text: String) { self.text = text }
  }
}
