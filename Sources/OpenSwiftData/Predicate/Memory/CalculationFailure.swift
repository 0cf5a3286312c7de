/// A calculation whose result its type can't hold, a division by zero, or a range that ends before it begins.
struct CalculationFailure: Error {}
