"""The GPU: many games at once, and the part of the CUDA driver that this needs."""
