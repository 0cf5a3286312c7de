package let nameOfViews = "Views"
