import CLI
import CNcurses
import CSQLite
import CTerminal
import CTerminalGuard
import Commands
import Concurrency
import Configuration
import Core
import Data
import DataProvider
import Database
import Handlers
import Locking
import Locks
import Macros
import MigrationVictim
import Model
import Models
import Persistence
import Query
import Schema
import Screens
import Storage
import Store
import SwiftData
import Sync
import TUI
import Terminal
import TerminalProbe
import TerminalUI
import Undo
import Views

/// Every module of this package has one of these, so each is really linked beside docket's.
let names = [
  nameOfCLI,
  nameOfCNcurses,
  nameOfCTerminal,
  nameOfCTerminalGuard,
  nameOfCommands,
  nameOfConcurrency,
  nameOfConfiguration,
  nameOfCore,
  nameOfData,
  nameOfDatabase,
  nameOfHandlers,
  nameOfLocking,
  nameOfLocks,
  nameOfMacros,
  nameOfMigrationVictim,
  nameOfModel,
  nameOfModels,
  nameOfPersistence,
  nameOfQuery,
  nameOfSchema,
  nameOfScreens,
  nameOfStorage,
  nameOfStore,
  nameOfSync,
  nameOfTUI,
  nameOfTerminal,
  nameOfTerminalProbe,
  nameOfUndo,
  nameOfViews,
]
let container = try ModelContainer(for: Entry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
let context = ModelContext(container)
for name in names { context.insert(Entry(title: name)) }
try context.save()

let count = try ModelContext(container).fetchCount(FetchDescriptor<Entry>())
precondition(count == names.count, "\(count) of \(names.count) entries were saved")
precondition(sqlite3_libversion_number() > 0, "SQLite has a version")
print("\(count) modules beside docket's, on a screen of \(Size(width: 80, height: 24))")
