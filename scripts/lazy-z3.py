"""Writes what programs are linked with in place of Z3's library: each function jumps into the library, which is loaded
when the first one is called. To load it takes longer than most answers of the built-in solver.

    lazy-z3.py INCLUDE SONAME MACHINE TARGET

INCLUDE is the folder of Z3's headers, SONAME what the library is loaded as, MACHINE what `uname -m` says. TARGET.s and
TARGET.c are written.
"""

import pathlib
import re
import sys

# One jump through the table, whose slots have eight bytes.
JUMPS = {
    "x86_64": "jmp *z3_table+{offset}(%rip)",
    "aarch64": "adrp x16, z3_table+{offset}\n\tldr x16, [x16, #:lo12:z3_table+{offset}]\n\tbr x16",
}

LOADER = r"""
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) void *z3_table[COUNT];

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

/* Without it there is no answer: as the loader of programs does where a library is missing. */
static void missing(void) {
    const char *why = dlerror();
    fprintf(stderr, "gpu-litmus: Z3 cannot be loaded (%s); `make setup` provides it, and `--engine sat` does without\n",
            why ? why : SONAME);
    _exit(2);
}

static void load(void) {
    void *library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) missing();
    for (unsigned index = 0; index < COUNT; index++)
        if (!(z3_table[index] = dlsym(library, names[index]))) missing();
}

/* A function that may be called first, as it takes no context: what it takes are words, six at most. */
typedef void *called(void *, void *, void *, void *, void *, void *);
#define FIRST(name, index)                                                        \
    void *name(void *a, void *b, void *c, void *d, void *e, void *f) {            \
        pthread_once(&loaded, load);                                              \
        return ((called *)z3_table[index])(a, b, c, d, e, f);                     \
    }
"""


def functions(include):
    """The names of Z3's functions, each with its parameters."""
    text = "\n".join(path.read_text() for path in sorted(include.glob("*.h")))
    found = re.findall(r"\bZ3_API\s+(Z3_\w+)\s*\(([^)]*)\)", text)
    return {name: parameters.split(",") for name, parameters in found}


def main():
    include, soname, machine, target = sys.argv[1:]
    jump = JUMPS[machine]
    found = functions(pathlib.Path(include))
    if len(found) < 500:
        sys.exit(f"lazy-z3: only {len(found)} functions in {include}")
    stubs = ["\t.text"]
    firsts = []
    for index, (name, parameters) in enumerate(found.items()):
        if "Z3_context" in parameters[0].split():
            stubs.append(f"\t.globl {name}\n\t.type {name}, %function\n{name}:\n\t{jump.format(offset=8 * index)}")
        elif len(parameters) > 6 or any(re.search(r"\b(double|float)\b(?!\s*\*)", one) for one in parameters):
            sys.exit(f"lazy-z3: {name} takes what is not handed on")
        else:
            firsts.append(f"FIRST({name}, {index})")
    stubs.append('\t.hidden z3_table\n\t.section .note.GNU-stack,"",%progbits\n')
    names = ",\n".join(f'    "{name}"' for name in found)
    head = f'#define COUNT {len(found)}\n#define SONAME "{soname}"\nstatic const char *const names[COUNT] = {{\n{names},\n}};\n'
    pathlib.Path(f"{target}.s").write_text("\n".join(stubs))
    pathlib.Path(f"{target}.c").write_text(head + LOADER + "\n" + "\n".join(firsts) + "\n")


main()
