"""Letters of other scripts that look like Latin ones: "Ѕmith" may begin with a Cyrillic letter.

From the confusables of Unicode (UTS #39), those that a reader takes for the Latin letter in most typefaces.
"""

_PAIRS = {
    "АВЕЅІЈКМНОРСТУХԌԚԜҮ": "ABESIJKMHOPCTYXGQWY",
    "аеѕіјорсухһԁԛԝӏɡ": "aesijopcyxhdqwlg",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ": "ABEZHIKMNOPTYXCj",
    "αινορυχϲ": "aivopuxc",
}

LATIN = {other: latin for others, latins in _PAIRS.items() for other, latin in zip(others, latins, strict=True)}
"""Letter -> the Latin one it looks like."""
