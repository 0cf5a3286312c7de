import Foundation
import OpenSwiftData

/// Values whose types change.
enum Values1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Value {
    enum Mood: String, Codable { case calm, busy, wild }
    struct Place: Codable, Equatable { var name: String }
    var whole: Int
    var fraction: Double
    var large: UInt64
    var flag: Bool
    var digits: String
    var mood: String
    var date: Date
    var place: [Place]
    var optional: Int?

    init(_ number: Int) {
      whole = number
      fraction = Double(number)
      large = UInt64(number)
      flag = number == 1
      digits = String(number)
      mood = "calm"
      date = Date(timeIntervalSinceReferenceDate: Double(number))
      place = [Place(name: "place \(number)")]
      optional = number == 1 ? nil : number
    }
  }
}

enum Values2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Value {
    struct Spot: Codable, Equatable { var name: String, floor: Int? }
    var whole: Double
    var fraction: Int
    var large: Int
    var flag: Int
    var digits: Int
    var mood: Values1.Value.Mood
    var date: Double
    var place: [Spot]
    var optional: Decimal?

    init() {
      (whole, fraction, large, flag, digits, mood, date) = (0, 0, 0, 0, 0, .calm, 0)
      place = []
    }
  }
}

/// A change that no rule covers.
enum ValuesOdd: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Value.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Value {
    var whole: Date
    init() { whole = Date() }
  }
}
