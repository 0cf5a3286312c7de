// As with SwiftData, one import brings what model code needs: `#Predicate`, `SortDescriptor` and `Observable`.
@_exported import Foundation
@_exported import Observation
