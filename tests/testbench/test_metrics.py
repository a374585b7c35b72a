"""Metrics on trials whose numbers can be worked out."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from sanon.cli.bench_tables import print_series
from sanon.results.bench import BenchResult, SystemResult
from sanon.settings.profile import load_profile
from sanon.testbench.curves_and_series import half_interval, interpolated, series_of, sweeps
from sanon.testbench.metrics import METRICS, columns
from sanon.testbench.metrics.dialogue import Dialogue
from sanon.testbench.metrics.extraction import BUDGET, UntargetedExtraction
from sanon.testbench.metrics.inference import likeliest
from sanon.testbench.metrics.membership import auc
from sanon.testbench.metrics.reader import ReaderAttack
from sanon.testbench.metrics.search import Linkage, Search
from sanon.testbench.systems import parsed
from sanon.testbench.systems.contract import Protected
from sanon.testbench.tables import markdown
from sanon.testbench.trial import Material, Trial
from tests.testbench import small


@dataclass
class Index:
    """Brings the documents that share most words with the question, the first ones of equals."""

    texts: dict
    asked: list = field(default_factory=list)

    def nearest(self, questions):
        self.asked += questions
        return [
            sorted(self.texts, key=lambda name: (-len(set(one.split()) & set(self.texts[name].split())), name))[:2]
            for one in questions
        ]


def trial(**changed):
    material = Material(small.clusters(), [], None, load_profile("insurance"), None, 1)
    texts = material.originals | changed
    return Trial(material, "test", Protected(texts, 0), Index(texts))


def test_every_metric_says_what_it_is():
    for metric in METRICS.classes.values():
        assert metric.summary
        assert metric.columns
    keys = [column.key for column in columns()]
    assert len(set(keys)) == len(keys)
    assert keys[:2] == ["words_kept", "leak_rate"]


def test_members_are_told_from_others_by_rank():
    # Of 2 · 2 pairs of a member and another: .9 beats both, .4 beats .1 and loses to .5.
    assert auc([0.9, 0.4, 0.5, 0.1], 2) == 0.75
    assert auc([0.5, 0.5], 1) == 0.5
    assert auc([0.2, 0.9], 1) == 0


def test_documents_that_are_hidden_behind_equal_words_are_not_linked():
    assert Linkage().measure(trial())["linkable"] == 1
    blank = dict.fromkeys(trial().texts, "[REDACTED]")
    assert Linkage().measure(trial(**blank))["linkable"] == 0


def test_pairs_of_one_person_are_found_by_words_and_by_chance():
    found = Search().measure(trial())
    # Six documents: the five nearest are all others.
    assert found == {"pairs_found": 1, "pairs_found_chance": 1}


def test_extraction_asks_as_often_as_it_may_and_no_question_twice():
    one = trial()
    found = UntargetedExtraction().measure(one)
    assert len(one.index.asked) == len(set(one.index.asked)) <= BUDGET
    # One document has no word that leads there.
    assert found["extracted"] == 5 / 6
    assert found["extracted_chance"] == 1 - (1 - 3 / 6) ** BUDGET
    assert UntargetedExtraction().measure(trial(**dict.fromkeys(one.texts, "[REDACTED]")))["extracted_values"] == 0


class Leads:
    """Brings one document for each value that a prompt names."""

    leads = {"Ann Roe": "a-claim", "Erdheim disease": "a-report", "lighthouse keeper": "b-survey", "61": "b-news"}  # noqa: RUF012

    def nearest(self, questions):
        return [[document for value, document in self.leads.items() if value in one] for one in questions]


def test_a_dialogue_goes_on_with_what_it_learnt():
    one = replace(trial(), index=Leads())
    found = Dialogue().measure(one)
    # Cluster c has one value only, and plays no part. Of a the attacker knows the name (1.00), which leads to number
    # .95 and condition .85, and that to the provider .65; of b the occupation (.70), which leads to the age .55, and
    # that to the town .55. What was known is left out.
    first = ((0.95 + 0.85) / 3.45 + 0.55 / 1.8) / 2
    every = ((0.95 + 0.85 + 0.65) / 3.45 + 1.1 / 1.8) / 2
    assert found == {"dialogue": pytest.approx(every), "dialogue_first": pytest.approx(first)}
    hidden = dict.fromkeys(one.texts, "[REDACTED]")
    assert Dialogue().measure(replace(trial(**hidden), index=Leads())) == {"dialogue": 0, "dialogue_first": 0}


def test_the_likeliest_value_is_that_of_most_people():
    codes = np.array([3, 3, 5, 5, 5, -1, -1, -1, -1])
    assert likeliest(codes, None) == 5
    assert likeliest(codes, np.array([True, True, True] + [False] * 6)) == 3
    assert likeliest(codes, np.array([False] * 5 + [True] * 4)) == -1


def test_a_reader_is_right_where_its_guess_was_hidden_and_joins_where_it_names_the_other_document():
    def ask(system, user, schema):
        document, _, texts = user.partition("\n\nTexts:\n")
        if not texts:
            return {"person": "Ann Roe", "values": ["Ann Roe", "", "the disease of Erdheim"]}
        numbers = [int(line.partition(":")[0]) for line in texts.splitlines() if "Gannet Point" in line]
        return {"texts": numbers if "Claim of" in document else []}

    masked = (
        "Claim of [NAME], patient number [PATIENT_ID]. She has [MEDICAL_CONDITION]. The claim was paid in March 2024."
    )
    found = ReaderAttack().measure(replace(trial(**{"a-claim": masked}), ask=ask))
    # Persons a and b have two documents; of a's three hidden values one is guessed.
    assert (found["read_joined"], found["read_wrongly"]) == (1 / 2, 0)
    assert (found["read_named"], found["read_values"], found["read_coarser"]) == (1, 1 / 3, 1 / 3)


def test_a_reader_who_names_a_text_in_any_case_is_wrong_where_the_right_one_is_not_there():
    def ask(system, user, schema):
        return {"texts": [1]} if "\n\nTexts:\n" in user else {"person": "", "values": []}

    # Of two persons with two documents the first one's other document is taken away.
    assert ReaderAttack().measure(replace(trial(), ask=ask))["read_wrongly"] == 1


def result(name, words_kept, leak_rate, **more):
    empty = dict.fromkeys(("specific_single", "specific_multi", "general_single", "general_multi"))
    given = {
        "name": name, "about": "", "masks": 1, "words_kept": words_kept, "leak_rate": leak_rate,
        "leaked_clusters": None, "membership": None, "targeted": None, "recall_at_k": 0.5, "utility": empty,
        "leaks_by_type": {}, "agreement": None, "failed_answers": 0, "seconds": 0,
    }  # fmt: skip
    return SystemResult.model_validate(given | more)


def test_curves_are_read_between_their_points_and_nowhere_else():
    curve = [result("a", 0.8, 0.2), result("b", 0.9, 0.4), result("c", 1.0, 1.0)]
    assert interpolated(curve, "words_kept", "leak_rate", 0.95) == pytest.approx(0.7)
    assert interpolated(curve, "words_kept", "leak_rate", 0.8) == pytest.approx(0.2)
    assert interpolated(curve, "words_kept", "leak_rate", 0.7) is None
    assert all(parsed(label).label == label for label in sweeps("given"))


def measured_on(*systems, equal=()):
    texts = dict.fromkeys(("generator", "digest", "profile", "embedding", "answers", "sanon_version", "code"), "")
    numbers = ("dataset_seed", "clusters", "documents", "questions", "entities", "seed", "k")
    parameters = texts | dict.fromkeys(numbers, 1)
    return BenchResult(systems=systems, skipped=[], without_model=[], parameters=parameters, equal=equal)


def test_seeds_are_summed_up_with_students_interval():
    several = [measured_on(result("a", 0.9, rate)) for rate in (0.2, 0.4, 0.6)]
    mean, half = series_of(several).summary[0].numbers["leak_rate"]
    # Standard deviation .2, three of them, t of 2 degrees of freedom at .975 is 4.303.
    assert mean == pytest.approx(0.4)
    assert half == pytest.approx(4.303 * 0.2 / 3**0.5, rel=1e-3)
    assert half_interval([1.0]) is None


def test_curves_of_seeds_are_summed_up_where_all_of_them_have_a_point(capsys):
    at = {"family": "random", "measure": "words_kept", "level": 0.9}
    points = ({"readable": 0.2, "joined_pairs": 0.5}, {"readable": 0.4, "joined_pairs": None})
    several = [measured_on(result("a", 0.9, 0.2), equal=[at | {"numbers": numbers}]) for numbers in points]
    found = series_of(several)
    # Standard deviation .2 / √2, two of them, t of 1 degree of freedom at .975 is 12.706.
    assert found.equal[0].numbers == {"readable": (pytest.approx(0.3), pytest.approx(12.706 * 0.1, rel=1e-3))}
    print_series(found)
    assert "| words kept | family | readable |\n| --- | --- | --- |\n| 0.9 | random | 0.300 ± 1.271 |" in (
        capsys.readouterr().out
    )


def test_numbers_of_other_metrics_stand_beside_the_named_ones():
    one = result("a", 0.9, 0.4, found_linked=0.25)
    assert one.number("found_linked") == 0.25
    assert one.number("recall_at_k") == 0.5
    assert one.number("utility.general_single.exact") is None
    assert SystemResult.model_validate_json(one.model_dump_json()).number("found_linked") == 0.25


def test_a_table_has_no_column_that_no_row_fills():
    assert markdown(["a", "b", "c"], [["1", "", "3"], ["", "", "4"]]) == (
        "| a | c |\n| --- | --- |\n| 1 | 3 |\n|  | 4 |"
    )
