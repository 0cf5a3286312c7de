import Foundation
import OpenSwiftData

/// A class without subclasses, and two tables.
enum Fleet1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Vehicle.self, Truck.self]

  @Model class Vehicle {
    var name: String
    var isBlue = false
    init(_ name: String) { self.name = name }
  }

  @Model final class Truck {
    var name: String
    var load: Int
    init(_ name: String, load: Int) { (self.name, self.load) = (name, load) }
  }
}

/// The first subclasses; the trucks are left out.
enum Fleet2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Vehicle.self, Car.self, Truck.self]

  @Model class Vehicle {
    var name: String
    var isBlue = false
    init(_ name: String) { self.name = name }
  }

  @Model class Car: Vehicle {
    var doors: Int
    var owner: String?
    init(_ name: String, doors: Int) {
      self.doors = doors
      super.init(name)
    }
  }

  @Model final class Truck {
    var name: String
    var load: Int
    init(_ name: String, load: Int) { (self.name, self.load) = (name, load) }
  }
}

/// More properties in a subclass, some with a default, and another level.
enum Fleet3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static let models: [any PersistentModel.Type] = [Vehicle.self, Car.self, Taxi.self, Truck.self]

  @Model class Vehicle {
    var name: String
    var isBlue = false
    init(_ name: String) { self.name = name }
  }

  @Model class Car: Vehicle {
    @Attribute(originalName: "doors") var doorCount: Int
    var owner: String?
    var seats = 4
    var identity = UUID()
    var sister: Car?
    init(_ name: String, doors: Int) {
      doorCount = doors
      super.init(name)
    }
  }

  @Model final class Taxi: Car {
    var licence: String
    init(_ name: String, licence: String) {
      self.licence = licence
      super.init(name, doors: 4)
    }
  }

  @Model final class Truck {
    var name: String
    var load: Int
    init(_ name: String, load: Int) { (self.name, self.load) = (name, load) }
  }
}

/// A property without a default, which the rows that are there can't have.
enum Fleet4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static let models: [any PersistentModel.Type] = [Vehicle.self, Car.self, Truck.self]

  @Model class Vehicle {
    var name: String
    var isBlue = false
    init(_ name: String) { self.name = name }
  }

  @Model class Car: Vehicle {
    var doors: Int
    var owner: String
    var colour: String
    init(_ name: String, doors: Int) {
      (self.doors, owner, colour) = (doors, "", "")
      super.init(name)
    }
  }

  @Model final class Truck {
    var name: String
    var load: Int
    init(_ name: String, load: Int) { (self.name, self.load) = (name, load) }
  }
}

/// A class with a table of its own becomes a subclass.
enum Fleet5: VersionedSchema {
  static let versionIdentifier = Schema.Version(5, 0, 0)
  static let models: [any PersistentModel.Type] = [Vehicle.self, Truck.self]

  @Model class Vehicle {
    var name: String
    var isBlue = false
    init(_ name: String) { self.name = name }
  }

  @Model final class Truck: Vehicle {
    var load: Int
    init(_ name: String, load: Int) {
      self.load = load
      super.init(name)
    }
  }
}

/// Carries the trucks over.
enum FleetPlan: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [Fleet1.self, Fleet5.self]
  static let stages: [MigrationStage] = [
    .custom(fromVersion: Fleet1.self, toVersion: Fleet5.self) { old, new in
      for truck in try old.fetch(FetchDescriptor<Fleet1.Truck>()) {
        new.insert(Fleet5.Truck(truck.name, load: truck.load))
      }
      try new.save()
    }
  ]
}
