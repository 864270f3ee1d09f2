"""What people see of Totem: the table as data, its words, and the sentences of choices and refusals."""
