import Foundation
import OpenSwiftData

/// A model with every scalar type, as it is and as an optional.
@Model final class Scalars {
  enum Level: Int, Codable { case high = 3, low = 1 }
  enum Label: String, Codable, CaseIterable { case red, blue }
  enum Event: Codable, Equatable { case none, moved(x: Int, y: Double?), named(String) }
  struct Flags: OptionSet, Codable { var rawValue: Int }

  var bool = false
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0
  var double = 0.0
  var cgFloat: CGFloat = 0
  var decimal: Decimal = 0
  var uuid = UUID()
  var url = URL(fileURLWithPath: "/")
  var data = Data()
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var string = ""
  var level = Level.low
  var label = Label.red
  var flags = Flags()
  var event = Event.none
  var array: [Int] = []
  var doubles: [Double] = []
  var dictionary: [String: Date] = [:]
  var set: Set<UInt64> = []
  var nested: [[String: [Decimal]]] = []

  var optionalBool: Bool?
  var optionalInt: Int?
  var optionalUInt64: UInt64?
  var optionalFloat: Float?
  var optionalDecimal: Decimal?
  var optionalUUID: UUID?
  var optionalURL: URL?
  var optionalData: Data?
  var optionalDate: Date?
  var optionalString: String?
  var optionalLevel: Level?
  var optionalEvent: Event?
  var optionalArray: [String]?

  init() {}
}

/// A model with composite values.
@Model final class Parcel {
  struct Size: Codable, Equatable {
    var width: Double
    var height = 0.0
    var area: Double { width * height }
  }

  struct Address: Codable, Equatable {
    enum Kind: String, Codable { case home, work }
    var street: String?
    var kind: Kind?
  }

  struct Everything: Codable, Equatable {
    enum Level: Int, Codable { case one = 1, two }
    var flag = false
    var small: Int8 = 0
    var big: UInt64 = 0
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var amount: Decimal = 0
    var data: Data?
    var level = Level.one
    var label: String?
  }

  /// Not flat: a list inside.
  struct Labels: Codable, Equatable { var names: [String] = [] }

  /// Not flat: keys of other names.
  struct Renamed: Codable, Equatable {
    enum CodingKeys: String, CodingKey { case value = "v" }
    var value = 0
  }

  var name: String
  var size: Size
  var box: Size?
  var address: Address?
  var everything = Everything()
  var labels = Labels()
  var renamed = Renamed()
  @Attribute(.codable) var plain = Size(width: 1)

  init(_ name: String, _ size: Size) {
    self.name = name
    self.size = size
  }
}

/// A model whose types have no natural empty value.
@Model final class Stubborn {
  enum Shape: Codable, Equatable { case circle(radius: Double), line([Int]) }
  indirect enum Tree: Codable, Equatable { case node(Tree, Tree), leaf(Int) }
  enum Level: Int, Codable { case first = 7, second }
  struct Wrapper: Codable, Equatable { var shape: Shape, level: Level }

  var shape: Shape
  var tree: Tree
  var level: Level
  var wrapper: Wrapper
  var list: [Shape]

  init(shape: Shape, tree: Tree, level: Level) {
    self.shape = shape
    self.tree = tree
    self.level = level
    wrapper = Wrapper(shape: shape, level: level)
    list = [shape]
  }
}
