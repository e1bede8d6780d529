"""Memory models."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional, Tuple, Union

from . import _native
from ._errors import ModelError, answered
from ._given import flag, path_of, read, text_of


class Model:
    """A memory model: one of the built-in ones by its name, or one's own by its text."""

    __slots__ = ("_allow_empty", "_explained", "_name", "_text")

    def __init__(self, name: str) -> None:
        """The built-in model of that name. Raises `ModelError`, with the nearest name, where there is none."""
        self._take(name, None, True)

    @classmethod
    def from_cat(cls, text: str, *, name: str = "own", allow_empty: bool = False) -> Model:
        """A model in the model language; `name` is what answers call it.

        Raises `ModelError` with all mistakes of the text, and where it has no axiom: such a model forbids
        nothing, which is rarely meant. `allow_empty` allows it.
        """
        model = cls.__new__(cls)
        model._take(name, text_of(text, "text", ModelError), flag(allow_empty, "allow_empty"))
        return model

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]], *, allow_empty: bool = False) -> Model:
        """A model from a file in the model language; answers call it by its path.

        Raises `OSError` where it cannot be read, `ModelError` where it is no model or larger than 1 MiB.
        """
        path = path_of(path)
        return cls.from_cat(read(path, ModelError), name=path, allow_empty=allow_empty)

    def _take(self, name: str, text: Optional[str], allow_empty: bool) -> None:
        text_of(name, "name", ModelError)
        self._name, self._text, self._allow_empty = name, text, allow_empty
        told = answered(_native.model(json.dumps(self._request())), ModelError, ModelError)
        self._explained: Dict[str, Any] = told["model"]
        laws = [law for law in self._explained["axioms"] if not law["flag"]]
        if not allow_empty and not laws:
            raise ModelError(
                f"the model `{name}` has no axiom, so it forbids nothing; with allow_empty=True it is "
                "taken all the same"
            )

    def _request(self) -> Dict[str, Any]:
        if self._text is None:
            return {"model": self._name}
        return {"own": {"name": self._name, "text": self._text}}

    @property
    def name(self) -> str:
        """Its name."""
        return self._name

    @property
    def title(self) -> str:
        """A line about it."""
        return str(self._explained["title"])

    @property
    def text(self) -> str:
        """Its text in the model language; empty for a machine, which has none."""
        return str(self._explained["text"])

    def json(self) -> Dict[str, Any]:
        """What `gpu-litmus models NAME --format json` says of it: axioms, rules, what it accepts."""
        return json.loads(json.dumps(self._explained))  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return (self._name, self._text) == (other._name, other._text)

    def __hash__(self) -> int:
        return hash((self._name, self._text))

    def __reduce__(self) -> Tuple[object, Tuple[str, Optional[str], bool]]:
        return _again, (self._name, self._text, self._allow_empty)

    def __repr__(self) -> str:
        return f"<Model {self._name}>"


def _again(name: str, text: Optional[str], allow_empty: bool) -> Model:
    if text is None:
        return Model(name)
    return Model.from_cat(text, name=name, allow_empty=allow_empty)


def models() -> List[Model]:
    """The built-in models."""
    told = json.loads(_native.models())
    return [Model(model["name"]) for model in told["models"]]


def model_of(model: Union[Model, str]) -> Model:
    """A model by itself or by its name; raises TypeError where it is neither."""
    if isinstance(model, Model):
        return model
    if not isinstance(model, str):
        raise TypeError(f"a Model or the name of one is needed, not a {type(model).__name__}")
    return Model(model)
