import SwiftData

/// The schema version that the program works with; a new version changes this line.
public typealias CurrentScheme = SchemaV1

/// An item of the current schema version.
public typealias Item = CurrentScheme.Item
