"""The graphs of a call, and the menu that leads to its outputs."""

from family_checks import run_without_collector

from inflight.figure.slices import finish
from inflight.incidents import room
from inflight.incidents.call import Call
from inflight.incidents.case import open_case
from inflight.incidents.dashboards import printed
from inflight.incidents.families import families
from inflight.incidents.menu import MENU, TOPICS, suggestions


def graphs_of(family, fault):
    """Of the first case with that fault, when somebody was called."""
    case = next(case for case in (open_case(seed, 1, family) for seed in range(200)) if case.fault.id == fault)
    call = Call(case, run_without_collector(case.run()))
    return {each.id: each for each in run_without_collector(call.graphs())}


def test_where_nothing_fails_the_graph_is_flat():
    failed = graphs_of("transfer", "sndbuf")["errors"]
    assert max(failed.values) < failed.top / 50
    bars = printed(failed).split()[-3]
    assert set(bars) == {"▁"}


def test_loss_that_matters_is_seen():
    again = graphs_of("transfer", "loss")["retrans"]
    assert again.values[-1] > again.values[0] + again.top / 10


def test_every_suggestion_answers_one_question():
    told = [id for ids in TOPICS.values() for id in ids]
    assert len(told) == len(set(told))
    assert set(told) == {each.id for each in MENU}


def test_the_menu_of_the_page_leaves_nothing_out():
    for family in families():
        incident = finish(room.incident(3, 1, family))
        call = Call(open_case(3, 1, family), run_without_collector(open_case(3, 1, family).run()))
        for host, machine in zip(incident["machines"], call.world.machines, strict=True):
            offered = [each["command"] for topic in host["menu"] for each in topic["commands"]]
            assert sorted(offered) == sorted(each.on(machine) for each in suggestions(machine))
