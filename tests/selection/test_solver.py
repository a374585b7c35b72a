"""The solver says nothing: what a command prints is read by other programs."""

import os
import time

import numpy as np

from sanon.selection.solver import Rows, minimize


def test_what_a_library_prints_does_not_reach_standard_output(capfd, monkeypatch):
    def printing(*arguments, **named):
        os.system("echo printed by a library")
        return real(*arguments, **named)

    import scipy.optimize

    real = scipy.optimize.milp
    monkeypatch.setattr(scipy.optimize, "milp", printing)
    rows = Rows()
    rows.add([0, 1], [1.0, 1.0], 1.0)
    solved = minimize(np.array([2.0, 1.0]), rows, time.monotonic() + 10)
    print("printed by us")
    assert solved.values is not None
    assert solved.values.round().tolist() == [0.0, 1.0]
    assert capfd.readouterr().out == "printed by us\n"
