"""For whoever runs the server: health, logs, memory, what is kept and for how long, backups, reports of people."""
