// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import OpenSwiftData

// Every shape of class that `@Model`, and of actor that `@ModelActor`, must accept.

@Model public final class Item {
  #Index<Item>([\.timestamp], [\.title, \.timestamp])
  #Unique<Item>([\.title])
  @Attribute(.unique, originalName: "name") public var title: String
  public var timestamp: Date = Date()
  var done = false
  @Transient var cache = 0
  @Relationship(deleteRule: .cascade, inverse: \Tag.items) var tags: [Tag] = []

  public init(title: String) { self.title = title }
}

@Model final class Tag {
  var name: String
  var items: [Item] = []

  init(name: String) { self.name = name }
}

/// Not final, values of many kinds, and a hand-written `id`.
@Model class Document: CustomStringConvertible {
  enum Status: Int, Codable { case draft, published }
  enum Origin: Codable, Equatable { case web(URL), file(name: String, size: Int), unknown }
  struct Size: Codable, Equatable { var width = 0.0, height = 0.0 }
  static let limit = 10
  nonisolated(unsafe) static var shared = 0
  class var kind: String { "document" }

  var id: UUID = UUID()
  var status: Status = Status.draft
  var origin = Origin.unknown
  var size = Size()
  var area: Double { size.width * size.height }
  var doubled: Double {
    get { size.width * 2 }
    set { size.width = newValue / 2 }
  }
  var words: [String] = []
  var scores: [String: Int] = [:]
  var flags: Set<Int>
  var notes: String?
  var subtitle: String? = nil
  var big: UInt64 = .max
  var amount: Decimal = 1.5
  var picture: Data?
  var link: URL!
  var `default` = "a"
  lazy var expensive = 3
  @Transient var scratch: [Int]?
  @Transient let token = 5
  @Transient var watched = 0 {
    didSet { scratch = [oldValue] }
  }

  init(flags: Set<Int>) { self.flags = flags }

  convenience init() { self.init(flags: []) }

  var description: String { "document \(notes ?? "")" }
  func rename(_ name: String) { notes = name }
}

/// Access levels, and extra protocols.
@Model package final class Account: Codable {
  package var owner: String
  public private(set) var balance: Int = 0
  fileprivate var secret: String = ""
  private var hidden = 1
  package internal(set) var visits: Int = 0

  package init(owner: String) { self.owner = owner }

  package convenience init(from decoder: any Decoder) throws {
    try self.init(owner: decoder.singleValueContainer().decode(String.self))
  }
  package func encode(to encoder: any Encoder) throws {}

  package func deposit(_ amount: Int) { balance += amount + hidden - hidden }
}

/// Relationships of every arity, both inverses spelled on one side only.
@Model final class Person {
  var name = ""
  var account: Account?
  @Relationship(inverse: \Person.children) var parent: Person?
  var children: [Person]? = []
  @Relationship(deleteRule: .deny) var employer: Company
  @Relationship(.unique, maximumModelCount: 3, originalName: "tags") var labels: [Tag] = []

  init(employer: Company) { self.employer = employer }
}

@Model final class Company {
  @Relationship(deleteRule: .cascade, inverse: \Person.employer) var staff: [Person] = []
  init() {}
}

/// Nothing to persist at all.
@Model final class Empty {
  init() {}
}

public enum SchemaV1 {
  @Model public final class Entry {
    public var title: String
    public init(title: String) { self.title = title }
  }
}

public enum SchemaV2 {}

/// Nested in an extension that hands its access level down.
public extension SchemaV2 {
  @Model final class Entry {
    var title: String
    @Attribute(.externalStorage) var body: Data = Data()
    init(title: String) { self.title = title }
  }
}

extension SchemaV2 {
  @Model final class Other {
    var entry: Entry?
    var first: SchemaV1.Entry?
    init() {}
  }
}

/// The class writes some of the generated members itself.
@Model final class ByHand: Identifiable {
  var name: String = ""
  let _$record = OpenSwiftData.ModelRecord()
  init() {}
}

/// A protocol that asks for a model.
protocol Titled: PersistentModel { var title: String { get set } }

@Model final class TitledEntry: Titled {
  var title: String = ""
  init() {}
}

@ModelActor public actor Handler {
  private var count = 0
  public func increment() -> Int {
    count += 1
    return count
  }
  func container() -> ModelContainer { modelContext.container }
}

@ModelActor actor GenericHandler<Model: PersistentModel> {
  func container(of model: Model.Type) -> ModelContainer { modelContext.container }
}

/// Other initialisers beside the generated one.
@ModelActor public actor TwoWayHandler {
  var label = ""
  public init(modelContainer: ModelContainer, label: String) {
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
    self.modelContainer = modelContainer
    self.label = label
  }
}

/// Its own `init(modelContainer:)`.
@ModelActor actor OwnInitHandler {
  let label: String
  init(modelContainer: ModelContainer) {
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
    self.modelContainer = modelContainer
    label = "own"
  }
}

/// State that only its own initialiser can set up: no `init(modelContainer:)` is generated.
@ModelActor actor LabelledHandler {
  let label: String
  init(label: String, modelContainer: ModelContainer) {
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(modelContainer))
    self.modelContainer = modelContainer
    self.label = label
  }
}
