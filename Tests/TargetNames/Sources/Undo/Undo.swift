package let nameOfUndo = "Undo"
