import DocketConfiguration
import TerminalUI

extension Style {
  /// A style of a theme, as the terminal library draws it.
  init(_ style: RoleStyle) {
    self.init(foreground: Color(style.foreground), background: Color(style.background))
    for attribute in style.attributes { attributes.formUnion(Attributes(attribute)) }
  }
}

extension Style.Attributes {
  fileprivate init(_ attribute: RoleStyle.Attribute) {
    self =
      switch attribute {
      case .bold: .bold
      case .dim: .dim
      case .underline: .underline
      case .italic: .italic
      case .reverse: .reverse
      }
  }
}

extension Color {
  fileprivate init(_ color: RoleStyle.Color) {
    self =
      switch color {
      case .standard: .standard
      case .indexed(let index): .indexed(index)
      case .rgb(let red, let green, let blue): .rgb(red, green, blue)
      }
  }
}
