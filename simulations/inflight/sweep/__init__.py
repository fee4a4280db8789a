"""Many runs of one experiment: planned, run in parallel here or on a Dask cluster, written as one table.

`plan` says which runs, `pool` who runs them, `table` how they are kept, `command` what is typed.
"""
