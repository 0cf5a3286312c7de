import Foundation
import OpenSwiftData
import Testing

@Suite("What a schema describes")
struct SchemaSurfaceTests {
  private enum Parcels: VersionedSchema {
    static var models: [any PersistentModel.Type] { [Parcel.self] }
    static let versionIdentifier = Schema.Version(2, 1, 0)
  }

  @Test func everyInitialiserMakesTheSameSchema() throws {
    let list = Schema([Parcel.self, Badge.self])
    #expect(list == Schema(Parcel.self, Badge.self))
    #expect(list == Schema(Badge.self, Parcel.self, version: Schema.Version(1, 0, 0)))
    #expect(list == Schema(list.entities))
    let entities = (try #require(list.entity(named: "Badge")), try #require(list.entity(for: Parcel.self)))
    #expect(list == Schema(entities.0, entities.1))
    #expect(Set([list, Schema(list.entities, version: Schema.Version(1, 0, 0))]).count == 1)
    #expect(Schema().entities.isEmpty)
  }

  @Test func comesBackFromAFile() throws {
    let files = try TemporaryStore()
    let url = files.directory.appendingPathComponent("schema.json")
    let schema = Schema([Sailor.self, Folder.self], version: Schema.Version(3, 2, 1))
    try schema.save(to: url)
    let loaded = try Schema.load(from: url)
    #expect(loaded == schema)
    #expect(loaded.version == Schema.Version(3, 2, 1))
  }

  @Test func aFileOfOtherModelsIsRefused() throws {
    let files = try TemporaryStore()
    let url = files.directory.appendingPathComponent("schema.json")
    try Schema([Badge.self]).save(to: url)
    let text = try String(contentsOf: url, encoding: .utf8)
    func error(replacing old: String, by new: String) throws -> SwiftDataError? {
      #expect(text.contains(old))
      try text.replacingOccurrences(of: old, with: new).write(to: url, atomically: true, encoding: .utf8)
      return #expect(throws: SwiftDataError.self) { try Schema.load(from: url) }
    }
    let name = try #require(_mangledTypeName(Badge.self))
    let unknown = try error(replacing: name, by: "4Nowhere5BadgeC")
    #expect(unknown == .unknownSchema)
    #expect(unknown?.explanation == "Badge is in the schema's file and no model of this program.")
    let changed = try error(replacing: "\"code\"", by: "\"codes\"")
    #expect(changed == .unknownSchema)
    try Data("{}".utf8).write(to: url)
    #expect(throws: DecodingError.self) { try Schema.load(from: url) }
  }

  @Test func aVersionIsPartOfASchema() {
    let schema = Schema(versionedSchema: Parcels.self)
    #expect(schema.version == Schema.Version(2, 1, 0))
    #expect(schema != Schema([Parcel.self]))
    #expect(schema.debugDescription == "Schema 2.1.0: Parcel")
    #expect(schema.encodingVersion == Schema.schemaEncodingVersion)
    #expect(Schema.Version(1, 9, 0) < Schema.Version(1, 10, 0))
  }

  @Test func entitiesAreFoundByNameAndType() {
    let schema = Schema([Sailor.self])
    #expect(schema.entities.map(\.name) == ["Crew", "Knot", "Sailor", "Skill"])
    #expect(Set(schema.entitiesByName.keys) == ["Crew", "Knot", "Sailor", "Skill"])
    #expect(schema.entity(for: Skill.self)?.name == "Skill")
    #expect(schema.entity(for: Badge.self) == nil)
    #expect(schema.entity(named: "Nobody") == nil)
    #expect(Schema.entityName(for: Crew.self) == "Crew")
  }

  @Test func attributesHaveTheirTypesAndOptions() throws {
    let entity = try #require(Schema([Sailor.self]).entity(for: Sailor.self))
    #expect(Set(entity.attributesByName.keys) == ["name", "rank", "number", "age", "nickname"])
    #expect(entity.attributes.count == 5)
    let name = try #require(entity.attributesByName["name"])
    #expect(name.isUnique && name.isAttribute && !name.isOptional && !name.isTransient && !name.isTransformable)
    #expect(isSame(name.valueType, String.self))
    let number = try #require(entity.storedPropertiesByName["number"])
    #expect(number.isOptional && !number.isUnique)
    #expect(isSame(number.valueType, Int?.self))
    #expect(entity.uniquenessConstraints == [["name"], ["rank", "number"]])
    #expect(try #require(Schema([Note.self]).entity(for: Note.self)).indices == [["date"]])
  }

  @Test func relationshipsKnowTheirOtherEnd() throws {
    let schema = Schema([Folder.self])
    let folder = try #require(schema.entity(for: Folder.self))
    #expect(Set(folder.relationships.map(\.name)) == ["sheets", "locks", "children", "parent"])
    let sheets = try #require(folder.relationshipsByName["sheets"])
    #expect(sheets.destination == "Sheet")
    #expect(sheets.inverseName == "folder")
    #expect(isSame(sheets.inverseKeyPath, \Sheet.folder))
    #expect(sheets.deleteRule == .cascade)
    #expect(!sheets.isToOneRelationship && sheets.isRelationship && !sheets.isAttribute)
    let back = try #require(schema.entity(for: Sheet.self)?.relationshipsByName["folder"])
    #expect(back.isToOneRelationship && back.isOptional)
    #expect(back.inverseName == "sheets")
    #expect(back.deleteRule == .nullify)
    let oneWay = try #require(schema.entity(for: Sheet.self)?.relationshipsByName["source"])
    #expect(oneWay.inverseName == nil && oneWay.inverseKeyPath == nil)
  }

  @Test func aFlatStructureIsACompositeAttribute() throws {
    let entity = try #require(Schema([Parcel.self]).entity(for: Parcel.self))
    let size = try #require(entity.storedPropertiesByName["size"] as? Schema.CompositeAttribute)
    #expect(size.properties.map(\.name) == ["width", "height"])
    #expect(size.properties.allSatisfy { isSame($0.valueType, Double.self) })
    #expect(isSame(size.valueType, Parcel.Size.self))
    #expect(!size.isOptional && size.isAttribute)
    #expect(entity.storedPropertiesByName["labels"] is Schema.Attribute)
    #expect(entity.storedPropertiesByName["plain"] is Schema.Attribute)
    #expect(entity.storedProperties.map(\.name) == entity.storedPropertyNames)
  }

  @Test func propertyMetadataNamesKeyPathsAndAnnotations() throws {
    let metadata: [Schema.PropertyMetadata] = Sailor.schemaMetadata
    #expect(
      metadata.map(\.name) == ["name", "rank", "number", "age", "nickname", "crew", "skills", "knots"])
    let name = try #require(metadata.first)
    #expect(isSame(name.keypath, \Sailor.name))
    #expect((name.metadata as? Schema.Attribute)?.options == [.unique])
    #expect((metadata.last?.metadata as? Schema.Relationship)?.deleteRule == .cascade)
    #expect(metadata[1].metadata == nil)
  }

  @Test func constraintsAndIndexesAreValues() {
    #expect(Schema.Unique<Sailor>([\.name], [\.rank, \.number]).constraints == [[\.name], [\.rank, \.number]])
    #expect(Schema.Index<Sailor>([\.name]).indices == [[\.name]])
    #expect(Schema.Index<Sailor>(.binary([\.name]), .rtree([\.age])).indices == [[\.name], [\.age]])
  }

  @Test func annotationsAreValuesThatCanBeCompared() {
    let attribute = Schema.Attribute(.unique, originalName: "old", hashModifier: "2")
    #expect(attribute == Schema.Attribute(.unique, originalName: "old", hashModifier: "2"))
    #expect(attribute != Schema.Attribute(.unique, originalName: "old"))
    let relationship = Schema.Relationship(
      .unique, deleteRule: .deny, minimumModelCount: 1, maximumModelCount: 2, originalName: "old",
      inverse: \Sheet.folder, hashModifier: "2")
    #expect(relationship == relationship)
    #expect(relationship != Schema.Relationship(deleteRule: .nullify))
    #expect(Schema.Relationship().deleteRule == .nullify)
  }

  private func isSame(_ left: any Any.Type, _ right: any Any.Type) -> Bool { left == right }

  private func isSame(_ left: AnyKeyPath?, _ right: AnyKeyPath) -> Bool { left == right }
}
