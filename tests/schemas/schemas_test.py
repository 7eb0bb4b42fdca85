#!/usr/bin/env python3
"""The schemas for editors and the command agree on what a document may be.

usage: schemas_test.py GALLEY SOURCE_DIRECTORY

Ends with 77 where the package jsonschema cannot be had.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    print("skipped: jsonschema (python3-jsonschema) is not installed")
    sys.exit(77)

GALLEY, SOURCE = "", pathlib.Path()

# Documents that are right, by kind; and those that are not.
RIGHT = {
    "sections": [
        {"sections": {"A": {"text": "a"}, "B": "b"}, "placeholders": {"X": {"type": "string", "required": True}}},
        {"id": "x", "sections": {"A": {"text": "{{L}}"}},
         "placeholders": {"L": {"type": "array", "items": "string", "minItems": 1}}},
        {"template": {"a": "text"}},
    ],
    "test": [
        {"template": "hello", "cases": []},
        {"template": "hello", "cases": [{"name": "a", "context": {"x": 1}, "expect": {"text": "Hi 1"}}]},
        {"template": "hello", "budget": "4k", "cases": [{"name": "a", "expect": {"error": "undefined-variable"}}]},
    ],
    "model": [
        {"name": "mine", "tokenizer": "o200k", "context": 8192},
        {"name": "mine", "tokenizer": {"estimate": "o200k", "factor": 1.1}, "context": 8192, "reserve": 100,
         "frame": {"openai": {"message": 4}}, "images": {"area": 750}, "requests": {"as": "openai", "lacks": "prefix"}},
    ],
}
WRONG = {
    "sections": [
        {"sections": ["a"]},
        {"sections": {"A": {"text": 1}}},
        {"sections": {"A": {"text": "a", "override": "yes"}}},
        {"sections": {"A": "a"}, "placeholders": {"X": {"type": "text"}}},
        {"sections": {"A": "a"}, "placeholders": {"X": "string"}},
        {"sections": {"A": "a"}, "placeholders": {"X": {"type": "string", "minLength": -1}}},
        {"sections": {"A": "a"}, "metadata": []},
    ],
    "test": [
        {"template": "hello"},
        {"template": "hello", "cases": {}},
        {"template": "hello", "cases": [{}]},
        {"template": "hello", "cases": [{"name": "a", "expect": {"tokens": -1}}]},
        {"template": "hello", "cases": [{"name": "a", "expect": {"error": "x", "text": "y"}}]},
        {"template": "hello", "cases": [{"name": "a", "expect": {"messages": [{"role": "robot", "content": ""}]}}]},
        {"template": "hello", "cases": [{"name": "a", "context": [1]}]},
        {"template": "hello", "cases": [{"name": "a", "squash": 1}]},
    ],
    "model": [
        {"name": "mine", "tokenizer": "o200k"},
        {"name": "mine", "context": 8192},
        {"name": "mine", "tokenizer": {"file": "a", "estimate": "b"}, "context": 8192},
        {"name": "mine", "tokenizer": "o200k", "context": 0},
        {"name": "mine", "tokenizer": "o200k", "context": 8192, "frame": "claude"},
        {"name": "mine", "tokenizer": "o200k", "context": 8192, "images": {"tiles": {}, "area": 1}},
        {"name": "mine", "tokenizer": "o200k", "context": 8192, "requests": {"lacks": "prefix"}},
        {"name": "mine", "tokenizer": "o200k", "context": 8192, "source": {"from": "x", "date": "yesterday"}},
    ],
}
FILES = {"sections": "mine.sections.yaml", "test": "mine.test.yaml", "model": "mine.model.yaml"}


def schema(kind):
    return json.loads((SOURCE / f"src/compile/schemas/{kind}.schema.json").read_text())


def allows(kind, document):
    return jsonschema.Draft202012Validator(schema(kind)).is_valid(document)


def errors_of(folder):
    """The findings of `galley check` that are errors."""
    done = subprocess.run([GALLEY, "check", "--format", "json"], cwd=folder, text=True, capture_output=True)
    return [each for each in json.loads(done.stdout)["findings"] if each["severity"] == "error"]


def read(path):
    done = subprocess.run([GALLEY, "read", str(path)], text=True, capture_output=True, check=True)
    return json.loads(done.stdout)


class Schemas(unittest.TestCase):
    def accepted(self, kind, document):
        with tempfile.TemporaryDirectory() as folder:
            templates = pathlib.Path(folder) / ".galley/templates"
            templates.mkdir(parents=True)
            (templates / "hello.j2").write_text("Hi {{ x }}")
            (templates / FILES[kind]).write_text(json.dumps(document))
            return not errors_of(folder)

    def test_they_are_schemas(self):
        for path in sorted((SOURCE / "src/compile/schemas").glob("*.schema.json")):
            with self.subTest(path.name):
                jsonschema.Draft202012Validator.check_schema(json.loads(path.read_text()))

    def test_both_accept_what_is_right(self):
        for kind, documents in RIGHT.items():
            for document in documents:
                with self.subTest(kind=kind, document=document):
                    self.assertTrue(allows(kind, document), "the schema refuses it")
                    self.assertTrue(self.accepted(kind, document), "galley check refuses it")

    def test_both_refuse_what_is_wrong(self):
        for kind, documents in WRONG.items():
            for document in documents:
                with self.subTest(kind=kind, document=document):
                    self.assertFalse(allows(kind, document), "the schema accepts it")
                    self.assertFalse(self.accepted(kind, document), "galley check accepts it")

    def test_built_in_documents_are_right(self):
        for pattern, kind in (("data/models/*.model.yaml", "model"), ("templates/*.sections.yaml", "sections"),
                              ("templates/*.chat.yaml", "chat"), ("templates/*.task.yaml", "task")):
            found = sorted(SOURCE.glob(pattern))
            self.assertTrue(found, pattern)
            for path in found:
                with self.subTest(path.name):
                    jsonschema.validate(read(path), schema(kind), jsonschema.Draft202012Validator)


if __name__ == "__main__":
    GALLEY, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
