package let nameOfStore = "Store"
