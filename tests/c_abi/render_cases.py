#!/usr/bin/env python3
"""Runs fixtures through the C interface with Python's ctypes, from eight threads.

render_cases.py LIBRARY CASES.  Every thread renders every text, each beginning elsewhere; the
calls of operations are shared between them.  What they get is compared with what the fixture
expects; then no handle may be left.
"""
import ctypes
import sys
import threading

THREADS = 8
RENDERS = 1000  # of each thread, at least

Text = ctypes.c_char_p
Size = ctypes.c_size_t
Handle = ctypes.c_void_p
Out = ctypes.POINTER(ctypes.c_void_p)


class WorkspaceOptions(ctypes.Structure):
    _fields_ = [("struct_size", Size)] + [
        field
        for name in ("root", "project_root", "config", "store", "settings", "jinja", "handlebars",
                     "limits")
        for field in ((name, Text), (name + "_size", Size))
    ]


def load(path):
    galley = ctypes.CDLL(path)
    for name, result, *arguments in [
        ("abi", ctypes.c_uint32),
        ("live_handles", ctypes.c_int64),
        ("workspace_in_memory", ctypes.c_int32, ctypes.POINTER(WorkspaceOptions), Out, Out),
        ("workspace_add_template", ctypes.c_int32, Handle, Text, Size, Text, Size, Out),
        ("workspace_call", ctypes.c_int32, Handle, Text, Size, Text, Size, Out),
        ("workspace_release", None, Handle),
        ("template_load", ctypes.c_int32, Handle, Text, Size, Out, Out),
        ("template_render_text", ctypes.c_int32, Handle, Handle, Handle, Out),
        ("template_release", None, Handle),
        ("context_from_json", ctypes.c_int32, Text, Size, Out, Out),
        ("context_release", None, Handle),
        ("result_text", Handle, Handle, ctypes.POINTER(Size)),
        ("result_json", Handle, Handle, ctypes.POINTER(Size)),
        ("result_diagnostics", Handle, Handle, ctypes.POINTER(Size)),
        ("result_message", Handle, Handle, ctypes.POINTER(Size)),
        ("result_release", None, Handle),
    ]:
        function = getattr(galley, "galley_" + name)
        function.restype = result
        function.argtypes = arguments
    return galley


def text_of(function, result):
    size = Size()
    data = function(result, ctypes.byref(size))
    return ctypes.string_at(data, size.value)


class Case:
    def __init__(self, galley, path, language, texts):
        self.galley, self.path = galley, path
        options, data, self.expected, count = (next(texts) for _ in range(4))
        self.workspace, self.template, self.context = Handle(), Handle(), Handle()
        given = WorkspaceOptions(struct_size=ctypes.sizeof(WorkspaceOptions))
        setattr(given, language.decode(), options)
        setattr(given, language.decode() + "_size", len(options))
        self.check(galley.galley_workspace_in_memory, ctypes.byref(given),
                   ctypes.byref(self.workspace))
        for _ in range(int(count)):
            name, source = next(texts), next(texts)
            self.check(galley.galley_workspace_add_template, self.workspace, name, len(name),
                       source, len(source))
        self.check(galley.galley_template_load, self.workspace, b"main", 4,
                   ctypes.byref(self.template))
        self.check(galley.galley_context_from_json, data, len(data), ctypes.byref(self.context))

    def check(self, function, *arguments):
        result = Handle()
        if function(*arguments, ctypes.byref(result)) != 0:
            message = text_of(self.galley.galley_result_message, result).decode()
            sys.exit(f"{self.path.decode()}: {message}")

    def render(self):
        result = Handle()
        status = self.galley.galley_template_render_text(self.template, self.context, None,
                                                         ctypes.byref(result))
        read = self.galley.galley_result_text if status == 0 else self.galley.galley_result_message
        text = text_of(read, result)
        self.galley.galley_result_release(result)
        return text

    def release(self):
        self.galley.galley_context_release(self.context)
        self.galley.galley_template_release(self.template)
        self.galley.galley_workspace_release(self.workspace)


class Call:
    """An operation: its result as JSON, or how its diagnostics begin."""

    def __init__(self, galley, path, texts):
        self.galley, self.path = galley, path
        self.method, self.params, what, self.expected = (next(texts) for _ in range(4))
        self.fails = what == b"error"

    def run(self):
        result = Handle()
        status = self.galley.galley_workspace_call(None, self.method, len(self.method),
                                                   self.params, len(self.params),
                                                   ctypes.byref(result))
        read = self.galley.galley_result_json if status == 0 else self.galley.galley_result_diagnostics
        text = text_of(read, result)
        self.galley.galley_result_release(result)
        return text[:len(self.expected)] if status != 0 and self.fails else text


def read_texts(path):
    with open(path, "rb") as file:
        while line := file.readline():
            yield file.read(int(line))
            file.read(1)


def run_all(cases, calls, thread, problems):
    def compare(case, text):
        if text != case.expected:
            problems.append(f"{case.path.decode()}: {text!r} instead of {case.expected!r}")

    begin = thread * len(cases) // THREADS
    for at in range(max(RENDERS, len(cases))):
        case = cases[(begin + at) % len(cases)]
        compare(case, case.render())
    for call in calls[thread::THREADS]:
        compare(call, call.run())


def main():
    library, path = sys.argv[1:]
    galley = load(library)
    assert galley.galley_abi() == 1
    texts = read_texts(path)
    cases, calls = [], []
    for first in texts:
        what = next(texts)
        if what == b"call":
            calls.append(Call(galley, first, texts))
        else:
            cases.append(Case(galley, first, what, texts))
    assert len(cases) + len(calls) >= 1000, "too few fixtures were found"
    assert galley.galley_live_handles() == 3 * len(cases)

    problems = []
    threads = [
        threading.Thread(target=run_all, args=(cases, calls, at, problems))
        for at in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in cases:
        case.release()
    if problems:
        sys.exit("\n".join(problems[:10]))
    left = galley.galley_live_handles()
    assert left == 0, f"{left} handles were not released"
    print(f"{len(cases) + len(calls)} fixtures, {THREADS} threads: ok")


main()
