// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "docket",
  products: [
    .executable(name: "docket", targets: ["docket"]),
    .library(name: "OpenSwiftData", targets: ["OpenSwiftData"]),
    .library(name: "SwiftData", targets: ["SwiftData"]),
    .library(name: "TerminalUI", targets: ["TerminalUI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax.git", exact: "603.0.1"),
    .package(url: "https://github.com/LebJe/TOMLKit.git", exact: "0.6.0"),
  ],
  targets: [
    // For all
    .target(name: "Locking"),

    // Data
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .macro(
      name: "OpenSwiftDataMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .target(name: "OpenSwiftData", dependencies: ["CSQLite", "Locking", "OpenSwiftDataMacros"]),
    .target(name: "SwiftData", dependencies: ["OpenSwiftData"]),
    .target(name: "DataProvider", dependencies: ["Locking", "SwiftData"]),

    // Terminal
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTerminalGuard"),
    .target(name: "TerminalUI", dependencies: ["CNcurses", "CTerminalGuard", "Locking"]),

    // Program
    .target(name: "DocketConfiguration", dependencies: [.product(name: "TOMLKit", package: "TOMLKit")]),
    .target(name: "DocketTUI", dependencies: ["TerminalUI", "DataProvider", "DocketConfiguration", "Locking"]),
    .target(
      name: "DocketCLI",
      dependencies: [
        "DataProvider", "DocketConfiguration", "Locking",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "docket", dependencies: ["DocketTUI", "DocketCLI", "TerminalUI"]),

    // Tests
    .testTarget(
      name: "OpenSwiftDataMacrosTests",
      dependencies: [
        "OpenSwiftDataMacros",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
    .executableTarget(name: "MigrationVictim", dependencies: ["OpenSwiftData"], path: "Tests/MigrationVictim"),
    .testTarget(name: "OpenSwiftDataTests", dependencies: ["OpenSwiftData", "CSQLite", "Locking", "MigrationVictim"]),
    .testTarget(
      name: "SwiftDataCompatibilityTests", dependencies: ["SwiftData"], path: "Tests/SwiftDataCompatibility"),
    .testTarget(name: "DataProviderTests", dependencies: ["DataProvider", "Locking"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
    .testTarget(name: "DocketConfigurationTests", dependencies: ["DocketConfiguration"]),
    .testTarget(name: "DocketTUITests", dependencies: ["DocketTUI", "DocketConfiguration", "Locking"]),
    .executableTarget(name: "TerminalProbe", dependencies: ["TerminalUI"], path: "Tests/TerminalProbe"),
    .testTarget(
      name: "EndToEndTests", dependencies: ["docket", "DataProvider", "TerminalUI", "TerminalProbe"],
      path: "Tests/EndToEnd", exclude: ["Transcripts", "Help/Texts"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + [.enableUpcomingFeature("ExistentialAny")]
}
