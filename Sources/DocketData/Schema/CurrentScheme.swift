import SwiftData

/// The schema version that the program works with; a new version changes this line.
public typealias CurrentScheme = SchemaV3

/// An item of the current schema version.
public typealias Item = CurrentScheme.Item

/// A tag of the current schema version.
public typealias ItemTag = CurrentScheme.Tag

/// A list of items of the current schema version.
public typealias ItemList = CurrentScheme.ItemList

/// A saved filter of the current schema version.
public typealias SavedFilter = CurrentScheme.SavedFilter

/// A step of the journal of the current schema version.
public typealias JournalStep = CurrentScheme.JournalStep
