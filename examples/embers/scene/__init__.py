"""What people see of Embers."""
