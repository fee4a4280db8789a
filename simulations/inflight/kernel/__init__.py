"""It is Linux: each module does what the kernel does, under the kernel's names. It knows nothing of figures."""
