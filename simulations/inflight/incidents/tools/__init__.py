"""One file per tool: prints a machine of a scene as the tool prints a real one."""
