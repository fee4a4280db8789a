"""The sysctls of three kernels: what their sources register and document, and what a running one said after boot."""
