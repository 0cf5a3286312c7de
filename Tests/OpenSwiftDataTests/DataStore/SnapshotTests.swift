import Foundation
import OpenSwiftData
import Testing

@testable import OpenSwiftData

@Suite("A default snapshot")
struct SnapshotTests {
  private func identifier(_ key: some Codable) throws -> PersistentIdentifier {
    try .identifier(for: "store", entityName: "Note", primaryKey: key)
  }

  @Test func equalsItselfAfterCoding() throws {
    let other = try identifier(8)
    let values: [String: SnapshotValue] = [
      "null": .attribute(.null), "least": .attribute(.integer(.min)), "most": .attribute(.integer(.max)),
      "real": .attribute(.real(0.1 + 0.2)), "minusZero": .attribute(.real(-0.0)),
      "infinite": .attribute(.real(-.infinity)), "text": .attribute(.text("1")), "empty": .attribute(.text("")),
      "data": .attribute(.blob(Data([0, 1, 255]))), "one": .identifier(other), "many": .identifiers([other, other]),
      "none": .identifiers([]),
    ]
    let snapshot = DefaultSnapshot(persistentIdentifier: try identifier(UUID()), values: values)
    let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    #expect(decoded == snapshot)
    guard case .attribute(.real(let zero)) = decoded.values["minusZero"] else {
      Issue.record("no real number")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test func copiesWithOtherIdentifiers() throws {
    let (old, new, other) = (try identifier(1), try identifier(2), try identifier(3))
    let snapshot = DefaultSnapshot(
      persistentIdentifier: old, values: ["one": .identifier(old), "many": .identifiers([other, old])])
    let copy = snapshot.copy(persistentIdentifier: new, remappedIdentifiers: [old: new])
    #expect(copy.persistentIdentifier == new)
    #expect(copy.values == ["one": .identifier(new), "many": .identifiers([other, new])])
    #expect(snapshot.copy(persistentIdentifier: new).values == snapshot.values)
  }

  @Test func identifiersTakeKeysOfAnyKind() throws {
    struct Pair: Codable { var shelf: Int, place: String }
    let uuid = UUID()
    for (one, same, another) in [
      (try identifier("a"), try identifier("a"), try identifier("b")),
      (try identifier(uuid), try identifier(uuid), try identifier(UUID())),
      (
        try identifier(Pair(shelf: 1, place: "x")), try identifier(Pair(shelf: 1, place: "x")),
        try identifier(Pair(shelf: 2, place: "x"))
      ),
    ] {
      #expect(one == same)
      #expect(one != another)
      #expect(one.hashValue == same.hashValue)
      #expect(try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(one)) == one)
    }
    #expect(throws: SwiftDataError.self) { try identifier(0) }
    #expect(throws: SwiftDataError.self) { try identifier(Int64.min) }
  }
}
