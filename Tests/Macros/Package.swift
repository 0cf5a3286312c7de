// swift-tools-version: 6.2
import PackageDescription

// The tests of the macros are a package of their own: a package with tests of its macros builds everything that its
// tests use twice, for the compiler's machine and for the program's.

let package = Package(
  name: "Macros",
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", exact: "603.0.1")
  ],
  targets: [
    // The macros' own sources, by a link, without the program that the compiler starts.
    .target(
      name: "OpenSwiftDataMacroSources",
      dependencies: [
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      exclude: ["Plugin.swift"]),
    .testTarget(
      name: "OpenSwiftDataMacrosTests",
      dependencies: [
        "OpenSwiftDataMacroSources",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
