package let nameOfMacros = "Macros"
