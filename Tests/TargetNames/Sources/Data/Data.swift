package let nameOfData = "Data"
