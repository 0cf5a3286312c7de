package let nameOfStorage = "Storage"
