import DocketLocking
import Foundation
import Observation
import Testing

@testable import OpenSwiftData

/// A type that is not `Codable`.
struct Color: Equatable {
  var red: Int
  var green: Int
}

enum ColorTransformer: AttributeTransformer {
  static func storedValue(for color: Color) throws -> String {
    guard color.red >= 0 else { throw CocoaError(.coderInvalidValue) }
    return "\(color.red)/\(color.green)"
  }

  static func value(for stored: String) throws -> Color {
    let parts = stored.split(separator: "/").compactMap { Int($0) }
    return parts.count == 2 ? Color(red: parts[0], green: parts[1]) : Color(red: 0, green: 0)
  }
}

/// A model with an attribute of every option that changes how it is stored.
@Model final class Painting {
  #Index<Painting>(.binary([\.name]), .rtree([\.size.width, \.size.height]))

  struct Size: Codable, Equatable { var width = 0, height = 0 }

  @Attribute(.spotlight, .allowsCloudEncryption) var name: String
  @Attribute(.ephemeral) var isSelected = false
  @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
  @Attribute(.transformable(by: ColorTransformer.self)) var frame: Color?
  @Attribute(.codable) var plain = Size()
  var size = Size()

  init(_ name: String, color: Color) {
    self.name = name
    self.color = color
  }
}

@Suite("Options of attributes do what they say")
struct OptionTests {
  @Test func ephemeralValuesAreObservedAndNeverStored() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Painting.self))
    let painting = Painting("one", color: Color(red: 1, green: 2))
    painting.isSelected = true
    context.insert(painting)
    try context.save()
    #expect(try store.sqlite("select count(*) from pragma_table_info('Painting') where name = 'isSelected'") == "0")
    #expect(painting.isSelected)
    let count = Lock(0)
    withObservationTracking {
      _ = painting.isSelected
    } onChange: {
      count.withLock { $0 += 1 }
    }
    painting.isSelected = false
    #expect(count.withLock { $0 } == 1)
    #expect(context.hasChanges)
    context.rollback()
    #expect(painting.isSelected)
    painting.isSelected = false
    try context.save()
    painting.isSelected = true
    let elsewhere = ModelContext(context.container)
    let other = try #require(try elsewhere.fetch(FetchDescriptor<Painting>()).first)
    #expect(!other.isSelected)
    other.name = "two"
    try elsewhere.save()
    context.processPendingChanges()
    #expect(painting.name == "two")
    #expect(painting.isSelected)
  }

  @Test func transformersStoreTypesThatAreNotCodable() throws {
    let store = try TemporaryStore()
    do {
      let context = ModelContext(try store.container(Painting.self))
      let painting = Painting("one", color: Color(red: 1, green: 2))
      context.insert(painting)
      try context.save()
      painting.frame = Color(red: 3, green: 4)
      try context.save()
      painting.color.red = 9
      context.rollback()
      #expect(painting.color == Color(red: 1, green: 2))
      painting.color.red = -1
      #expect(throws: CocoaError.self) { try context.save() }
    }
    let painting = try #require(
      try ModelContext(store.container(Painting.self)).fetch(FetchDescriptor<Painting>()).first)
    #expect(painting.color == Color(red: 1, green: 2))
    #expect(painting.frame == Color(red: 3, green: 4))
    #expect(try store.sqlite("select color, frame from Painting") == "1/2|3/4")
  }

  @Test func codableValuesAreOneText() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Painting.self))
    let painting = Painting("one", color: Color(red: 1, green: 2))
    painting.plain.width = 7
    context.insert(painting)
    try context.save()
    #expect(try store.sqlite("select plain from Painting") == #"{"height":0,"width":7}"#)
  }

  @Test func indexesOfBothKindsAreBuilt() throws {
    let store = try TemporaryStore()
    _ = try store.container(Painting.self)
    let indexes = try store.sqlite(
      "select group_concat(name, ',') from (select name from sqlite_master where type = 'index' and "
        + "tbl_name = 'Painting' order by name)")
    #expect(indexes == "Painting_name,Painting_size.width_size.height")
  }

  @Test func optionsAreValuesThatCanBeCompared() {
    let attribute = Schema.Attribute(.unique, .transformable(by: ColorTransformer.self), originalName: "x")
    #expect(attribute.options.contains(.unique))
    #expect(attribute.options.contains(.transformable(by: ColorTransformer.self)))
    #expect(!attribute.options.contains(.ephemeral))
    #expect(attribute.isUnique)
  }
}
