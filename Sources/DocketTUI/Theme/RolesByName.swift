import DocketConfiguration
import TerminalUI

extension Roles {
  /// Where the style of a role of a theme is kept.
  static func place(of role: Role) -> WritableKeyPath<Roles, Style> {
    switch role {
    case .header: \.header
    case .headerDetail: \.headerDetail
    case .title: \.title
    case .detail: \.detail
    case .marker: \.marker
    case .selected: \.selected
    case .prompt: \.prompt
    case .saved: \.saved
    case .saving: \.saving
    case .failed: \.failed
    case .key: \.key
    case .priority: \.priority
    case .highPriority: \.highPriority
    case .done: \.done
    case .tag: \.tag
    case .due: \.due
    case .today: \.today
    case .tomorrow: \.tomorrow
    case .overdue: \.overdue
    case .match: \.match
    }
  }
}

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
