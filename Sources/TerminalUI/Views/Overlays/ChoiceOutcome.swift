/// What a key or a press did to choices.
public enum ChoiceOutcome<Value: Sendable>: Sendable {
  /// This was chosen.
  case chosen(Value)
  /// Nothing shall be chosen.
  case closed
  /// It goes on.
  case continues
}

extension ChoiceOutcome: Equatable where Value: Equatable {}
