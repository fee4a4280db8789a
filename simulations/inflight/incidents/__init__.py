"""The incident room: a model with one hidden fault, what the tools print about it, and the search for the cause.

    seed, level ──▶ case: family, setting, fault ──▶ run ──▶ scene ──▶ tools ──▶ what a probe prints
                                                                └──▶ well or not: that judges a fix, too

A family is a kind of complaint, with the model behind it. Its faults change the model's setting, and so do the fixes:
nothing lists which fixes help; the model is run with each one that is tried.

- `families/`: a folder for each family, with everything that only it has
- `shared/`: what several families have in common
- `fault.py`, `scene.py`: what a family is made of, and what its run ends with
- `tools/`: prints a machine of a scene, one file per tool; `probes.py`: what can be asked of it, and what that costs
- `case.py`, `grade.py`: what a seed stands for, and what an answer is worth
- `room.py`, `command.py`: the ways in, for the page and for the terminal
"""
