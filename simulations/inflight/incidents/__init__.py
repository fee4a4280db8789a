"""The incident room: a model with one hidden fault, what the tools print of it, and who finds the cause.

    seed, level ──▶ case: family, setting, fault ──▶ run ──▶ scene ──▶ tools ──▶ what a probe prints
                                                                └──▶ well or not: that judges a fix, too

A family is a kind of complaint with the model that it is about. Its faults are changes of the model's setting, and so
are the fixes: whether one helps is not written anywhere, the model is run with it.
"""
