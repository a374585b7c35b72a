"""What every engine hands on, whatever it has inside."""

import pyarrow as pa
import pytest

from sanon.graph.engine import frame_of

_TEXTS = pa.list_(pa.string())


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["a", None, ""], pa.string()),
        ([["a", None], None, [], ["ü"]], _TEXTS),
        ([[1.5, 2.0], None, [], [0.0]], pa.list_(pa.float64())),
        ([[["a", None], [], None], None, [], [["ü"]]], pa.list_(_TEXTS)),
    ],
)
def test_lists_are_read_as_they_were_written_also_from_parts_of_a_column(cells, kind):
    array, schema = pa.array(cells, kind), pa.schema([("x", kind)])
    for parts in ([array], [array.slice(0, 1), array.slice(1)], [array.slice(2, 1)]):
        wanted = [cell for part in parts for cell in part.to_pylist()]
        assert frame_of([pa.chunked_array(parts)], schema)["x"].tolist() == wanted
