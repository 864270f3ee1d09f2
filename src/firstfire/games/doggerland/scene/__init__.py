"""What people see of Doggerland: the table as data, its words, and the sentences of choices and refusals."""
