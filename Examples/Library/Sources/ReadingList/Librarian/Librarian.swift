import SwiftData

/// Works on a reading list away from the main actor, in a context of its own.
@ModelActor public actor Librarian {}
