"""Two batches: the report of the second makes masks necessary that the letter of the first did not need."""

import re

import pytest

from sanon.integrations import Protection

CLINIC, TREATMENT = "Gannet Point Medical Center", "cobimetinib"
FIRST = [
    {
        "id": "letter",
        "content": f"The patient has sarcoidosis and takes {TREATMENT}. She was seen at {CLINIC}.",
        "metadata": {"ward": CLINIC},
    },
    *(
        {"id": f"notice-{number}", "content": text, "metadata": {}}
        for number, text in enumerate(
            [
                "The lift is out of order.",
                "Bring your own cup.",
                "The library opens late.",
                "Please close the windows.",
                "The car park is full.",
                "There will be soup.",
            ]
        )
    ),
]
SECOND = [
    {
        "id": "report",
        "content": f"A case of sarcoidosis under {TREATMENT} was reported from {CLINIC}.",
        "metadata": {},
    }
]


def stands(value: str, text: str) -> bool:
    """Whether a value stands in a text as whole words."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


@pytest.fixture
def protection(tmp_path):
    """Under a policy that the letter meets alone, and not beside the report."""
    (tmp_path / "policy.toml").write_text("at_least = 0\nedge_threshold = 0.2\ntheta_chain = 0.05\n")
    return Protection(graph=str(tmp_path / "graph"), policy_file=str(tmp_path / "policy.toml"))
