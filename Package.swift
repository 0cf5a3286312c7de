// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "docket",
  products: [
    .executable(name: "docket", targets: ["docket"]),
    .executable(name: "docket-sync", targets: ["docket-sync"]),
    .library(name: "OpenSwiftData", targets: ["OpenSwiftData"]),
    .library(name: "OpenSwiftDataSync", targets: ["OpenSwiftDataSync"]),
    .library(name: "OpenSwiftDataSyncSealing", targets: ["OpenSwiftDataSyncSealing"]),
    .library(name: "PostgreSQLRemote", targets: ["PostgreSQLRemote"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", exact: "603.0.1"),
    .package(url: "https://github.com/LebJe/TOMLKit.git", exact: "0.6.0"),
  ],
  targets: [
    // For all
    .target(name: "DocketLocking"),
    .target(name: "DocketOutput"),

    // Data
    .systemLibrary(name: "COpenSwiftDataSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSwiftDataRuntime"),
    .macro(
      name: "OpenSwiftDataMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .target(
      name: "OpenSwiftData",
      dependencies: ["COpenSwiftDataRuntime", "COpenSwiftDataSQLite", "DocketLocking", "OpenSwiftDataMacros"]),
    .target(name: "OpenSwiftDataSync", dependencies: ["OpenSwiftData"]),
    .systemLibrary(name: "COpenSwiftDataZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "OpenSwiftDataSyncSealing",
      dependencies: ["COpenSwiftDataZlib", "OpenSwiftDataSync", .product(name: "Crypto", package: "swift-crypto")]),
    .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
    .target(name: "PostgreSQLRemote", dependencies: ["CPostgreSQL", "OpenSwiftDataSync"]),
    // SwiftData re-exports OpenSwiftData, so its own module file stays the same when OpenSwiftData changes. A target that
    // imports it must depend on both: otherwise it is not recompiled, and still has the old layout of the library's types.
    .target(name: "SwiftData", dependencies: ["OpenSwiftData"]),
    .target(name: "DocketData", dependencies: ["DocketLocking", "OpenSwiftData", "SwiftData"]),

    // Terminal
    .systemLibrary(name: "CTerminalUINcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTerminalUIGuard"),
    .target(name: "TerminalUI", dependencies: ["CTerminalUINcurses", "CTerminalUIGuard", "DocketLocking"]),

    // Program
    .target(name: "DocketConfiguration", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),
    .target(name: "CDocketPrograms"),
    .target(
      name: "DocketPrograms",
      dependencies: ["CDocketPrograms", "DocketData", "DocketConfiguration", "DocketLocking", "OpenSwiftData"]),
    .target(
      name: "DocketTUI",
      dependencies: [
        "TerminalUI", "DocketData", "DocketConfiguration", "DocketPrograms", "DocketLocking", "OpenSwiftData",
      ]),
    .target(
      name: "DocketCLI",
      dependencies: [
        "DocketData", "DocketConfiguration", "DocketPrograms", "DocketLocking", "DocketOutput", "OpenSwiftData",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(name: "DocketSync", dependencies: ["DocketData", "OpenSwiftData", "OpenSwiftDataSync"]),
    .executableTarget(
      name: "docket-sync",
      dependencies: [
        "DocketData", "DocketOutput", "DocketSync", "OpenSwiftData", "OpenSwiftDataSync", "OpenSwiftDataSyncSealing",
        "PostgreSQLRemote", "SwiftData",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "docket", dependencies: ["DocketTUI", "DocketCLI", "DocketPrograms", "TerminalUI"]),

    // Tests
    .executableTarget(
      name: "OpenSwiftDataMigrationVictim", dependencies: ["OpenSwiftData"], path: "Tests/OpenSwiftDataMigrationVictim"),
    .testTarget(
      name: "OpenSwiftDataTests",
      dependencies: ["OpenSwiftData", "COpenSwiftDataSQLite", "DocketLocking", "OpenSwiftDataMigrationVictim"]),
    .testTarget(name: "OpenSwiftDataSyncTests", dependencies: ["OpenSwiftData", "OpenSwiftDataSync"]),
    .testTarget(
      name: "OpenSwiftDataSyncSealingTests", dependencies: ["OpenSwiftDataSync", "OpenSwiftDataSyncSealing"]),
    .target(name: "PostgreSQLTestServer", path: "Tests/PostgreSQLServer"),
    .testTarget(
      name: "PostgreSQLRemoteTests",
      dependencies: [
        "OpenSwiftData", "OpenSwiftDataSync", "OpenSwiftDataSyncSealing", "PostgreSQLRemote", "PostgreSQLTestServer",
      ]),
    .testTarget(
      name: "SwiftDataCompatibilityTests", dependencies: ["OpenSwiftData", "SwiftData"],
      path: "Tests/SwiftDataCompatibility"),
    .testTarget(name: "DocketDataTests", dependencies: ["DocketData", "DocketLocking", "OpenSwiftData", "docket"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
    .testTarget(name: "DocketConfigurationTests", dependencies: ["DocketConfiguration"]),
    .testTarget(
      name: "DocketProgramsTests",
      dependencies: [
        "DocketPrograms", "CDocketPrograms", "DocketData", "DocketConfiguration", "OpenSwiftData", "SwiftData",
      ]),
    .testTarget(
      name: "DocketTUITests", dependencies: ["DocketTUI", "DocketConfiguration", "DocketLocking", "OpenSwiftData"]),
    .testTarget(
      name: "DocketCLITests",
      dependencies: ["DocketCLI", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    .executableTarget(name: "TerminalUIProbe", dependencies: ["TerminalUI"], path: "Tests/TerminalUIProbe"),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "docket", "docket-sync", "DocketData", "DocketSync", "OpenSwiftData", "OpenSwiftDataSync",
        "PostgreSQLTestServer", "SwiftData", "TerminalUI", "TerminalUIProbe",
      ],
      path: "Tests/EndToEnd", exclude: ["Transcripts", "Help/Texts"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")]
}

// Has the compiler specialize generic code, such as that of lists, where other modules use it. `make` sets the variable:
// packages with unsafe flags can't be dependencies. Not for OpenSwiftData, at which the compiler of Swift 6.3.1 crashes.
if Context.environment["DOCKET_CROSS_MODULE_OPTIMIZATION"] != nil {
  for target in package.targets where target.name == "TerminalUI" {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
      ]
  }
}
