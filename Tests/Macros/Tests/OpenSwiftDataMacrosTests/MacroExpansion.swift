import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import OpenSwiftDataMacroSources

/// A piece of source with its macros expanded, outside of any compiler.
struct MacroExpansion {
  private let source: String
  private let context: BasicMacroExpansionContext
  private let expanded: Syntax

  private let missesInitializers: Bool

  /// - Parameters:
  ///   - conformances: What the compiler says the type lacks; `nil` is everything.
  ///   - missesInitializers: Whether a missing initialiser is reported; most examples have none, to be short.
  init(_ source: String, conformances: [String]? = nil, missesInitializers: Bool = false) {
    self.missesInitializers = missesInitializers
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Shapes", fullFilePath: "Shapes.swift")]
    )
    self.source = source
    self.context = context
    expanded = file.expand(
      macroSpecs: Self.specs(conformances: conformances),
      contextGenerator: { BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.enclosing) },
      indentationWidth: .spaces(2)
    )
  }

  /// The source as the compiler would see it.
  var text: String { expanded.description.split(separator: "\n").joined(separator: "\n") }

  /// `line:column: severity: message`, as a compiler prints it.
  var diagnostics: [String] {
    reported.map { diagnostic in
      let location = context.location(for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
      return "\(location.line):\(location.column): \(diagnostic.diagMessage.severity): \(diagnostic.message)"
    }
  }

  private var reported: [Diagnostic] {
    context.diagnostics.filter {
      missesInitializers || $0.diagMessage.diagnosticID != MessageID(domain: "OpenSwiftData", id: "noInitializer")
    }
  }

  /// What the fix-its offer to do.
  var fixIts: [String] { context.diagnostics.flatMap(\.fixIts).map(\.message.message) }

  /// The source after every fix-it was accepted.
  var fixed: String {
    var bytes = Array(source.utf8)
    for (range, replacement) in edits.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private var edits: [(Range<Int>, String)] {
    context.diagnostics.flatMap(\.fixIts).flatMap(\.changes).compactMap { change in
      guard case .replace(let old, let new) = change else { return nil }
      let start = context.location(for: old.position, anchoredAt: old, fileName: "").offset
      return (start..<start + old.totalLength.utf8Length, new.description)
    }
  }

  private static func specs(conformances: [String]?) -> [String: MacroSpec] {
    let model = (conformances ?? ["Observable", "PersistentModel", "Sendable"]).map { TypeSyntax("\(raw: $0)") }
    let actor = (conformances ?? ["ModelActor"]).map { TypeSyntax("\(raw: $0)") }
    return [
      "Model": MacroSpec(type: ModelMacro.self, conformances: model),
      "ModelActor": MacroSpec(type: ModelActorMacro.self, conformances: actor),
      "_PersistedProperty": MacroSpec(type: PersistedPropertyMacro.self),
      "Attribute": MacroSpec(type: PropertyAnnotationMacro.self),
      "Relationship": MacroSpec(type: PropertyAnnotationMacro.self),
      "Transient": MacroSpec(type: PropertyAnnotationMacro.self),
      "Index": MacroSpec(type: ClassAnnotationMacro.self),
      "FullTextIndex": MacroSpec(type: ClassAnnotationMacro.self),
      "Unique": MacroSpec(type: ClassAnnotationMacro.self),
    ]
  }
}

extension Syntax {
  /// The declarations around a node, innermost first, as the compiler hands them to a macro.
  fileprivate var enclosing: [Syntax] { allMacroLexicalContexts() }
}
