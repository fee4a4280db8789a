"""The incident room: a model with one hidden fault, what the tools print of it, and who finds the cause.

    seed, level ──▶ case: family, setting, fault ──▶ run ──▶ scene ──▶ tools ──▶ what a probe prints
                                                                └──▶ well or not: that judges a fix, too

A family is a kind of complaint with the model that it is about. Its faults are changes of the model's setting, and so
are the fixes: whether one helps is not written anywhere, the model is run with it.

- `families/`: a folder for each family, with all that only it has
- `shared/`: what several families have
- `fault.py`, `scene.py`: what a family is made of, and what its run ends with
- `tools/`: prints a machine of a scene, one file per tool; `probes.py`: what can be asked of it, and what that costs
- `case.py`, `grade.py`: what a seed stands for, and what an answer is worth
- `room.py`, `command.py`: the doors, for the page and for the terminal
"""
