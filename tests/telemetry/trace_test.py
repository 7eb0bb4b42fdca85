#!/usr/bin/env python3
"""`--trace` as a collector sees it: OTLP JSON, a line a render, and no content unless asked for.

usage: trace_test.py GALLEY
"""
import base64
import hashlib
import json
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "differential"))
import references  # noqa: E402

GALLEY = ""
CANARY = "canary-5d1f"

CHAT = """id: greet
name: Greet
version: 1
task: turn_generation
layout:
- {kind: message, role: system, content: "Be kind."}
- {kind: message, role: user, content: "{{name}}"}
slots: {}
"""


def attributes(span):
    """The attributes by their keys, each a text or a number."""
    found = {}
    for each in span["attributes"]:
        assert each["key"] not in found, each["key"]
        value = each["value"]
        found[each["key"]] = int(value["intValue"]) if "intValue" in value else value["stringValue"]
    return found


def digest_of(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Trace(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        templates = self.root / ".galley/templates"
        templates.mkdir(parents=True)
        (templates / "hello.j2").write_text("Hello {{ name }}!")
        (templates / "greet.chat.yaml").write_text(CHAT)
        self.file = self.root / "spans.jsonl"

    def tearDown(self):
        self.folder.cleanup()

    def run_galley(self, *words, status=0, environment=None):
        done = subprocess.run([GALLEY, *words], cwd=self.root, text=True, capture_output=True,
                              env={**os.environ, "TRACEPARENT": "", **(environment or {})})
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def spans(self):
        found = []
        for line in self.file.read_text().splitlines():
            (resource,) = json.loads(line)["resourceSpans"]
            names = attributes(resource["resource"])
            self.assertEqual(names["service.name"], "galley")
            self.assertRegex(names["service.version"], r"^\d+\.\d+\.\d+$")
            (scope,) = resource["scopeSpans"]
            found.extend(scope["spans"])
        for span in found:
            self.assertRegex(span["traceId"], "^[0-9a-f]{32}$")
            self.assertRegex(span["spanId"], "^[0-9a-f]{16}$")
            self.assertGreater(int(span["endTimeUnixNano"]), int(span["startTimeUnixNano"]))
        return found

    def test_text(self):
        self.assertEqual(self.run_galley("render", "hello", "--set", "name=Ann", "--trace", self.file), "Hello Ann!")
        (span,) = self.spans()
        self.assertEqual(span["name"], "render_prompt hello")
        told = attributes(span)
        self.assertEqual(told["gen_ai.operation.name"], "render_prompt")
        self.assertEqual(told["gen_ai.prompt.name"], "hello")
        self.assertEqual(told["galley.prompt.version"], digest_of(self.root / ".galley/templates/hello.j2"))
        self.assertEqual(told["galley.output.bytes"], len("Hello Ann!"))
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def test_versions(self):
        """Of a file the digest of its text, of a stored template its number, by every way to render."""
        templates = self.root / ".galley/templates"
        (templates / "notes.sections.yaml").write_text("id: notes\nsections:\n  TASK: { text: Go. }\n")
        data = ["--set", "name=Ann", "--trace", self.file]
        rows = self.root / "rows.jsonl"
        rows.write_text('{"name": "Ann"}\n')
        self.run_galley("render", "greet", *data)
        self.run_galley("render", "./.galley/templates/greet.chat.yaml", *data)
        self.run_galley("render", "notes", "--trace", self.file)
        self.run_galley("render", "./.galley/templates/notes.sections.yaml", "--trace", self.file)
        self.run_galley("batch", "greet", "--in", rows, "--trace", self.file)
        self.assertEqual([attributes(span)["galley.prompt.version"] for span in self.spans()],
                         [digest_of(templates / name) for name in
                          ["greet.chat.yaml"] * 2 + ["notes.sections.yaml"] * 2 + ["greet.chat.yaml"]])
        self.file.unlink()
        for _ in range(2):
            self.run_galley("store", "push", "hello", "--message", "first")
            (templates / "hello.j2").write_text("Hi {{ name }}!")
        self.run_galley("store", "label", "hello@2", "live")
        for name in ("store:hello", "store:hello@1", "store:hello@live"):
            self.run_galley("render", name, *data)
        told = [attributes(span) for span in self.spans()]
        self.assertEqual([each["galley.prompt.version"] for each in told], ["2", "1", "2"])
        self.assertEqual({each["gen_ai.prompt.name"] for each in told}, {"store:hello"})
        self.file.unlink()
        self.run_galley("render", "hello", "--trace", self.file, status=1)
        self.assertEqual(attributes(self.spans()[0])["galley.prompt.version"], digest_of(templates / "hello.j2"))

    def test_messages(self):
        self.run_galley("render", "greet", "--set", "name=Ann", "--model", "gpt-4o", "--as", "anthropic",
                        "--budget", "500", "--trace", self.file)
        told = attributes(self.spans()[0])
        self.assertEqual(told["gen_ai.request.model"], "gpt-4o")
        self.assertEqual(told["gen_ai.provider.name"], "anthropic")
        self.assertGreater(told["gen_ai.usage.input_tokens"], 0)
        self.assertEqual(told["galley.budget.tokens"], 500)
        self.assertEqual(told["galley.messages.count"], 1)

    def test_no_content_unless_asked(self):
        for name in ("hello", "greet"):
            self.run_galley("render", name, "--set", f"name={CANARY}", "--trace", self.file)
        self.assertNotIn(CANARY, self.file.read_text())
        for name in ("hello", "greet"):
            self.run_galley("render", name, "--set", f"name={CANARY}", "--trace", self.file, "--trace-content")
        text, messages = self.spans()[2:]
        self.assertEqual(attributes(text)["galley.output.text"], f"Hello {CANARY}!")
        self.assertEqual(json.loads(attributes(messages)["gen_ai.input.messages"]),
                         [{"role": "system", "parts": [{"type": "text", "content": "Be kind."}]},
                          {"role": "user", "parts": [{"type": "text", "content": CANARY}]}])

    def test_the_protocol_reads_it(self):
        """OTLP's own definitions: fields, their types, and no other field."""
        json_format, protocol = references.import_formats(self, "google.protobuf.json_format",
                                                          "opentelemetry.proto.collector.trace.v1.trace_service_pb2")
        self.run_galley("render", "hello", "--set", "name=Ann", "--trace", self.file)
        self.run_galley("render", "greet", "--set", "name=Ann", "--budget", "100", "--trace", self.file, "--trace-content")
        self.run_galley("render", "hello", "--trace", self.file, status=1,
                        environment={"TRACEPARENT": f"00-{'a' * 32}-{'b' * 16}-01"})
        lines = self.file.read_text().splitlines()
        self.assertEqual(len(lines), 3)
        for line in lines:
            # OTLP writes ids in hexadecimals, where other bytes of protobuf are base64.
            text = re.sub(r'"(traceId|spanId|parentSpanId)":"([0-9a-f]+)"',
                          lambda id: f'"{id[1]}":"{base64.b64encode(bytes.fromhex(id[2])).decode()}"', line)
            request = json_format.Parse(text, protocol.ExportTraceServiceRequest())
            (span,) = request.resource_spans[0].scope_spans[0].spans
            self.assertEqual((len(span.trace_id), len(span.span_id)), (16, 8))

    def test_failure(self):
        self.run_galley("render", "hello", "--trace", self.file, status=1)
        (span,) = self.spans()
        self.assertEqual(span["status"], {"code": 2})
        self.assertEqual(attributes(span)["error.type"], "undefined-variable")

    def test_parent(self):
        trace, parent = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
        self.run_galley("render", "hello", "--set", "name=Ann", "--trace", self.file,
                        environment={"TRACEPARENT": f"00-{trace}-{parent}-01"})
        (span,) = self.spans()
        self.assertEqual((span["traceId"], span["parentSpanId"]), (trace, parent))

    def test_a_batch_tells_of_each_row(self):
        rows = self.root / "rows.jsonl"
        rows.write_text("".join(json.dumps({"name": f"{CANARY}{at}"}) + "\n" for at in range(200)))
        self.run_galley("batch", "hello", "--in", rows, "--out", self.root / "out.jsonl", "--trace", self.file)
        self.assertEqual(len(self.spans()), 200)
        self.assertEqual(len({span["spanId"] for span in self.spans()}), 200)
        self.assertNotIn(CANARY, self.file.read_text())

    def test_a_file_that_cannot_be_written(self):
        (self.root / "link").symlink_to("elsewhere")
        for path in ("no/spans", "link", ".", "/dev/null"):
            with self.subTest(path):
                done = subprocess.run([GALLEY, "render", "hello", "--set", "name=Ann", "--trace", path],
                                      cwd=self.root, text=True, capture_output=True)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("output-failed", done.stderr)
                self.assertEqual(done.stdout, "")
        self.assertFalse((self.root / "elsewhere").exists())


if __name__ == "__main__":
    GALLEY = sys.argv[1]
    unittest.main(argv=sys.argv[:1])
