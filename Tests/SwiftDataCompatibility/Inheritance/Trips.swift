import Foundation
import SwiftData

/// A trip; the classes below are more special ones.
@Model class Trip {
  @Attribute(.preserveValueOnDeletion)
  var name: String
  var destination: String
  @Attribute(.preserveValueOnDeletion)
  var startDate: Date
  var endDate: Date

  @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
  var bucketList: [BucketListItem] = [BucketListItem]()

  init(name: String, destination: String, startDate: Date = .now, endDate: Date = .distantFuture) {
    self.name = name
    self.destination = destination
    self.startDate = startDate
    self.endDate = endDate
  }
}

@available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
@Model class BusinessTrip: Trip {
  var perdiem: Double = 0.0

  init(name: String, destination: String, startDate: Date = .now, endDate: Date = .distantFuture, perdiem: Double) {
    self.perdiem = perdiem
    super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
  }
}

@available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
@Model class PersonalTrip: Trip {
  enum Reason: String, CaseIterable, Codable, Identifiable {
    case family
    case reunion
    case wellness

    var id: Self { self }
  }

  var reason: Reason

  init(name: String, destination: String, startDate: Date = .now, endDate: Date = .distantFuture, reason: Reason) {
    self.reason = reason
    super.init(name: name, destination: destination, startDate: startDate, endDate: endDate)
  }
}

@Model class BucketListItem {
  var title: String
  var trip: Trip?

  init(title: String) { self.title = title }
}

/// Which trips are listed.
enum Segment: String, CaseIterable {
  case all
  case personal
  case business

  var predicate: Predicate<Trip>? {
    switch self {
    case .all: return nil
    case .personal: return #Predicate { $0 is PersonalTrip }
    case .business: return #Predicate { $0 is BusinessTrip }
    }
  }
}
