"""Random corpora with given entities: persons over several documents, hubs, twins, values on ladders."""

import random

#: Values that many documents share: type, value, relevance.
COMMON = [
    ("LOCATION", "berlin", 0.4), ("LOCATION", "germany", 0.2), ("LOCATION", "hamburg", 0.4), ("AGE", "47", 0.2),
    ("EVENT", "surgery", 0.3), ("MEDICAL_CONDITION", "asthma", 0.13), ("DEMOGRAPHIC", "retired", 0.1),
    ("EVENT_DATE", "2020-03", 0.3), ("PROVIDER", "north clinic", 0.5), ("TREATMENT", "physiotherapy", 0.2),
]  # fmt: skip
OWN = ["NAME", "BIRTHDATE", "EVENT_DATE", "UNIQUE_FACT", "INDIRECT_IDENTIFIER", "PATIENT_ID", "MEDICAL_CONDITION"]


def random_corpus(seed: int, documents: int) -> dict[str, tuple[str, list[tuple[str, str, str, float]]]]:
    """Source id -> text, and entities as an entities file has them: original, normalized, type, relevance."""
    rng = random.Random(seed)
    persons = [[_own_value(rng, number, kind) for kind in OWN] for number in range(max(1, documents // 4))]
    corpus = {}
    for number in range(documents):
        person = rng.choice(persons)
        found = [
            (kind, value, rng.choice([0.2, 0.45, 0.7, 0.9])) for kind, value in rng.sample(person, rng.randint(0, 5))
        ]
        found += rng.sample(COMMON, rng.randint(0, 4))
        if rng.random() < 0.5:
            found.append(("LOCATION", "berlin", 0.4))
        born = dict(person)["BIRTHDATE"]
        if rng.random() < 0.2:
            found.append(("EVENT_DATE", born, 0.5))  # the same value under another type
        entities = list({(kind, value): (value, value, kind, share) for kind, value, share in found}.values())
        text = " ".join(f"It says {value} here." for value, *_ in entities) or "It says nothing."
        corpus[f"d{number:03}"] = (text, entities)
    return corpus


def _own_value(rng: random.Random, number: int, kind: str) -> tuple[str, str]:
    if kind == "NAME":
        return kind, f"zorin quabley{chr(97 + number % 26)}{chr(97 + number // 26)}"
    if kind in ("BIRTHDATE", "EVENT_DATE"):
        return kind, f"{rng.randint(1950, 2020)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    return kind, f"{kind.lower().replace('_', ' ')} q{number}x{rng.randint(100, 999)}"
