"""The files that the records of a sitting go to."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path

from rich.text import Text

from dizhu.cli.words import Words
from dizhu.games.record import Record


class RecordFiles:
    """Files for records.

    save:   file of the first record, the others have the number of their deal behind its name; None where records are
            kept only when the person asks for it
    stem:   how names begin that nobody gave
    rules:  the rule file played by, where the rules are not in the package
    saved:  the files written
    """

    def __init__(self, save: Path | None, stem: str, rules: str | None = None) -> None:
        self._save = save
        self._stem = stem
        self._rules = rules
        self.saved: list[Path] = []

    @property
    def always(self) -> bool:
        """Whether every record is kept, unasked."""
        return self._save is not None

    def keep(self, record: Record, words: Words) -> list[Text]:
        """Write a record; what is said about it, or why it could not be written."""
        path = self._path(record.deal + 1)
        try:
            path.write_text(str(record), "utf-8")
        except OSError as error:
            return [Text(words("result.not_saved", path=path, reason=error.strerror), style="bold")]
        self.saved.append(path)
        how = "result.verify" if self._rules is None else "result.verify_rules"
        verify = words(how, path=path, rules=self._rules)
        return [Text(words("result.saved", path=path)), Text(verify, style="bold")]

    def _path(self, deal: int) -> Path:
        """Where the next record goes; a file that is there already is never written over."""
        first = self._save or Path(f"{self._stem}-{deal}.dzr")
        numbered = (first.with_name(f"{first.stem}-{number}{first.suffix}") for number in count(max(deal, 2)))
        paths = numbered if self._save and self.saved else chain((first,), numbered)
        return next(path for path in paths if not path.exists())
