"""A symbolic verifier of litmus tests for GPU memory models.

>>> import gpu_litmus
>>> test = gpu_litmus.Test.from_text('''PTX SB
... { x = 0; y = 0; }
...  P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
...  st.weak x, 1   | st.weak y, 1   ;
...  ld.weak r0, y  | ld.weak r0, x  ;
... exists (P0:r0 == 0 /\\\\ P1:r0 == 0)
... ''')
>>> gpu_litmus.check(test, "tso").verdict
'reachable'
>>> gpu_litmus.check(test, "sc").verdict
'unreachable'
"""

from ._ask import check, check_all, fences, minimize, prove
from ._compare import compare, compare_models
from ._compared import Compared, Diagram, Searched
from ._errors import Diagnostic, Error, Label, ModelError, RequestError, TestError
from ._model import Model, models
from ._native import VERSION as __version__
from ._outcome import Outcome
from ._outcomes import Outcomes, to_dataframe
from ._test import Test
from ._told import Fences, Minimized, Proof

__all__ = [
    "Compared",
    "Diagnostic",
    "Diagram",
    "Error",
    "Fences",
    "Label",
    "Minimized",
    "Model",
    "ModelError",
    "Outcome",
    "Outcomes",
    "Proof",
    "RequestError",
    "Searched",
    "Test",
    "TestError",
    "__version__",
    "check",
    "check_all",
    "compare",
    "compare_models",
    "fences",
    "minimize",
    "models",
    "prove",
    "to_dataframe",
]
