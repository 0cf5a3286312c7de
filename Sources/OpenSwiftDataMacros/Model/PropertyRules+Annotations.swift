import SwiftSyntax
import SwiftSyntaxMacros

extension PropertyRules {
  /// A property is an attribute, a relationship, or transient: one of the three.
  func checkAnnotations(of variable: VariableDeclSyntax) {
    let annotations = Self.annotationNames.compactMap(variable.attributes.attribute(named:))
    guard let first = annotations.first else { return }
    for other in annotations.dropFirst() {
      context.report(
        .contradiction(other.baseName ?? "", first.baseName ?? ""),
        at: other,
        fixIts: [.remove(other, from: variable)]
      )
    }
  }

  /// What is not stored with each model has no place in the schema.
  func checkAnnotationsApply(to variable: VariableDeclSyntax) {
    let isComputed = variable.bindings.contains(where: \.isComputed)
    guard variable.isTypeMemberOrLazy || isComputed else { return }
    for name in ["Relationship", "Attribute"] {
      guard let annotation = variable.attributes.attribute(named: name) else { continue }
      context.report(
        .notStored(name, isComputed: isComputed), at: annotation, fixIts: [.remove(annotation, from: variable)])
    }
  }

  /// A model read from the store gets no value for a transient property but its initial one.
  func checkTransient(_ variable: VariableDeclSyntax) {
    guard variable.attributes.attribute(named: "Transient") != nil else { return }
    for binding in variable.bindings
    where !binding.isComputed && binding.initializer == nil && (variable.isConstant || !binding.startsAsNil) {
      context.report(.transientWithoutValue(binding), at: binding.pattern, fixIts: [.addInitialValue(to: binding)])
    }
  }
}

extension MacroDiagnostic {
  fileprivate static func notStored(_ annotation: String, isComputed: Bool) -> Self {
    let kind = isComputed ? "a computed property" : "a 'static' or 'lazy' property"
    return .error("notStored", "'@\(annotation)' cannot be applied to \(kind): it is not stored with the model")
  }

  fileprivate static func contradiction(_ annotation: String, _ other: String) -> Self {
    .error("contradiction", "'@\(annotation)' cannot be combined with '@\(other)'")
  }

  fileprivate static func transientWithoutValue(_ binding: PatternBindingSyntax) -> Self {
    .error(
      "transientWithoutValue",
      "transient property '\(binding.pattern.trimmedDescription)' needs an initial value: the store has none for it"
    )
  }
}
