import SwiftSyntax
import SwiftSyntaxBuilder

extension PersistedProperty {
  var initAccessor: AccessorDeclSyntax {
    """
    @storageRestrictions(initializes: \(raw: storage))
    init(initialValue) {
      \(raw: storage) = OpenSwiftData.PersistedValue.loaded(initialValue)
    }
    """
  }

  var getter: AccessorDeclSyntax {
    """
    get {
      _$record.read(self, \\.\(raw: component), slot: \(raw: slotInModel), \(raw: storage))
    }
    """
  }

  var setter: AccessorDeclSyntax {
    """
    set {
      _$record.write(self, \\.\(raw: component), slot: \(raw: slotInModel), newValue, old: \(raw: storage)) {
        \(raw: storage) = $0
      }
    }
    """
  }
}
