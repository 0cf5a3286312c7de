// swift-tools-version: 6.2
import PackageDescription

// Target names are one name space over all packages of a build: a package that gives a target one of these names, as
// packages with a database, a terminal or a data module of their own do, must be able to depend on docket all the same.

let modules = [
  "CLI", "CNcurses", "CTerminal", "CTerminalGuard", "Commands", "Concurrency", "Configuration", "Core", "Data",
  "Database", "Handlers", "Locking", "Locks", "Macros", "MigrationVictim", "Model", "Models", "Persistence", "Query",
  "Schema", "Screens", "Storage", "Store", "Sync", "TUI", "Terminal", "TerminalProbe", "Undo", "Views",
]

let swiftData = Target.Dependency.product(name: "SwiftData", package: "docket")
let terminalUI = Target.Dependency.product(name: "TerminalUI", package: "docket")

let package = Package(
  name: "TargetNames",
  dependencies: [
    .package(name: "docket", path: "../..")
  ],
  targets: modules.map { .target(name: $0) } + [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "DataProvider", dependencies: [swiftData]),
    .executableTarget(
      name: "Neighbour",
      dependencies: ["CSQLite", "DataProvider", swiftData, terminalUI] + modules.map { .target(name: $0) }),
  ],
  swiftLanguageModes: [.v6]
)
