"""What types users see: checked by mypy, never run."""

from typing import Any, Dict, List, Optional

import gpu_litmus

test: gpu_litmus.Test = gpu_litmus.Test.from_file("mp.litmus")
model: gpu_litmus.Model = gpu_litmus.Model.from_cat("acyclic po as x")
outcome: gpu_litmus.Outcome = gpu_litmus.check(test, model, timeout=1.5, states=["x"])
verdict: str = outcome.verdict
quantity: Optional[str] = outcome.quantity
holds: Optional[bool] = outcome.holds
witness: Optional[Dict[str, Any]] = outcome.witness
outcomes: gpu_litmus.Outcomes = gpu_litmus.check_all([test], ["sc", model], jobs=2)
first: gpu_litmus.Outcome = outcomes[0]
others: gpu_litmus.Outcomes = outcomes[1:]
joined: gpu_litmus.Outcomes = outcomes + others
more: gpu_litmus.Outcomes = 2 * outcomes.copy() + [outcome]
terminates: Optional[str] = outcome.terminates
waits: List[Dict[str, Any]] = outcome.waits
failures: List[str] = outcome.failures
raised: Dict[str, Optional[bool]] = outcome.raised
smaller: Optional[gpu_litmus.Test] = gpu_litmus.minimize(test, "sc").test
proof: str = gpu_litmus.prove(test, model).verdict
cost: Optional[int] = gpu_litmus.fences(test, model).cost
names: List[str] = [model.name for model in gpu_litmus.models()]
try:
    gpu_litmus.Model("none")
except gpu_litmus.Error as error:
    places: List[int] = [label.line for one in error.diagnostics for label in one.labels]
    answers: Optional[gpu_litmus.Outcomes] = error.outcomes

gpu_litmus.check("mp.litmus", "sc")  # type: ignore[arg-type]
gpu_litmus.check(test, "sc", timeot=1)  # type: ignore[call-arg]
gpu_litmus.check_all([test], "sc", timeot=1)  # type: ignore[call-arg]
gpu_litmus.check_all([test], "sc", reason="yes")  # type: ignore[arg-type]

compared: gpu_litmus.Compared = gpu_litmus.compare("sc", model, [test], observe=["x"])
searched: gpu_litmus.Searched = gpu_litmus.compare("sc", "tso", events=4, with_="ld", mapping=None)
parts: List[gpu_litmus.Test] = searched.separators
diagram: gpu_litmus.Diagram = gpu_litmus.compare_models(events=2)
gpu_litmus.compare("sc", "tso", [test], events=3)  # type: ignore[call-overload]
