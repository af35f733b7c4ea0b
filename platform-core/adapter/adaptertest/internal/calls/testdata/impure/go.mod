module example.com/impure.adapter

go 1.26.0
