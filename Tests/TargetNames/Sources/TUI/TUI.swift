package let nameOfTUI = "TUI"
