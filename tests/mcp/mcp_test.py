"""`galley mcp` through raw messages, in both eras of the protocol.

usage: mcp_test.py GALLEY [unittest arguments]

Real clients are tried by tests/service/clients_test.py, where they are installed.
"""

import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time
import unittest

GALLEY = ""
VERSION = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
NEW = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}

FILES = {
    "hello.j2": "Hello {{ name }}!\n",
    "mail/reply.j2": "Dear {{ to }}, {% for line in lines %}- {{ line }}{% endfor %}",
    "broken.j2": "{% if %}",
    "card.hbs": "Hi {{user.name}}",
    "task.sections.yaml": """id: task
metadata: {title: A task, description: Tells what to do.}
sections:
  TASK: {text: "{{TASK}} in {{MODE}}"}
  MORE: {text: "{{COUNT}} {{LOUD}} {{RULES}} {{EXTRA}}"}
placeholders:
  TASK: {type: string, required: true, description: What to do.}
  MODE: {type: string, enum: [fast, slow, frugal]}
  COUNT: {type: number}
  LOUD: {type: boolean}
  RULES: {type: array, items: string}
  EXTRA: {type: object}
""",
    "talk.chat.yaml": """id: talk
name: Talk
description: Talks about a topic.
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: assistant, content: "Yes?"}
  - {kind: message, role: user, content: "Begin."}
slots: {}
""",
}


class Client:
    """A process that speaks the protocol."""

    def __init__(self, root, *options):
        self.process = subprocess.Popen(
            [GALLEY, "mcp", "--project-root", str(root), *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "HOME": str(root), "XDG_CONFIG_HOME": str(root / "config")})
        self.buffer = b""
        self.next_id = 0

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self, timeout=20):
        """The next message, or None where none comes in time."""
        end = time.monotonic() + timeout
        while b"\n" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                return None
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                return None
            self.buffer += read
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def ask(self, method, params=None, meta=None):
        """The answer to a request; messages in between are dropped."""
        self.next_id += 1
        message = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None or meta is not None:
            message["params"] = {**(params or {}), **({"_meta": meta} if meta else {})}
        self.send(message)
        while True:
            answer = self.receive()
            assert answer is not None, f"no answer to {method}"
            if answer.get("id") == self.next_id:
                return answer

    def result(self, method, params=None, meta=None):
        answer = self.ask(method, params, meta)
        assert "result" in answer, answer
        return answer["result"]

    def error(self, method, params=None, meta=None):
        answer = self.ask(method, params, meta)
        assert "error" in answer, answer
        return answer["error"]

    def initialize(self, version="2025-11-25"):
        result = self.result("initialize", {"protocolVersion": version, "capabilities": {},
                                            "clientInfo": {"name": "test", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(20)
        left = self.process.stdout.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, [json.loads(line) for line in (self.buffer + left).splitlines()]


class McpTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name).resolve()
        self.templates = self.root / ".galley/templates"
        for name, text in FILES.items():
            path = self.templates / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            if client.process.poll() is None:
                client.process.kill()
                client.process.wait()
            for stream in (client.process.stdin, client.process.stdout, client.process.stderr):
                stream.close()
        self.directory.cleanup()

    def client(self, *options):
        self.clients.append(Client(self.root, *options))
        return self.clients[-1]

    # --- Eras ---------------------------------------------------------------

    def test_old_versions_are_negotiated(self):
        for version in ("2025-11-25", "2025-06-18", "2025-03-26"):
            result = self.client().initialize(version)
            self.assertEqual(result["protocolVersion"], version)
            self.assertEqual(result["serverInfo"]["name"], "galley")
            self.assertTrue(result["capabilities"]["prompts"]["listChanged"])
        self.assertEqual(self.client().initialize("1999-01-01")["protocolVersion"], "2025-11-25")

    def test_old_results_have_no_words_of_the_new_era(self):
        client = self.client()
        client.initialize()
        self.assertEqual(client.result("ping"), {})
        self.assertNotIn("resultType", client.result("tools/list"))

    def test_the_new_era_needs_no_handshake(self):
        client = self.client()
        result = client.result("server/discover", meta=NEW)
        self.assertIn("2026-07-28", result["supportedVersions"])
        self.assertEqual(result["resultType"], "complete")
        self.assertIn(result["cacheScope"], ("public", "private"))
        self.assertGreaterEqual(result["ttlMs"], 0)
        listed = client.result("prompts/list", meta=NEW)
        self.assertEqual((listed["resultType"], listed["ttlMs"]), ("complete", 0))

    def test_methods_belong_to_their_era(self):
        client = self.client()
        self.assertEqual(client.error("ping", meta=NEW)["code"], -32601)
        self.assertEqual(client.error("initialize", {"protocolVersion": "x"}, NEW)["code"], -32601)
        self.assertEqual(client.error("server/discover")["code"], -32601)
        self.assertEqual(client.error("no/such")["code"], -32601)

    def test_an_unsupported_version_is_told_what_there_is(self):
        error = self.client().error("prompts/list", meta={VERSION: "2031-01-01"})
        self.assertEqual(error["code"], -32022)
        self.assertEqual(error["data"]["requested"], "2031-01-01")
        self.assertIn("2026-07-28", error["data"]["supported"])
        # An old version is not asked for so: it is not among those that are.
        error = self.client().error("prompts/list", meta={VERSION: "2025-11-25"})
        self.assertEqual((error["code"], error["data"]["supported"]), (-32022, ["2026-07-28"]))

    # --- Messages -----------------------------------------------------------

    def test_what_is_no_request_gets_an_error_and_the_loop_goes_on(self):
        client = self.client()
        for line, code, id_ in ((b"{", -32700, None), (b"[]", -32600, None), (b"1", -32600, None),
                                (b'{"jsonrpc":"2.0","id":5}', -32600, 5),
                                (b'{"id":6,"method":"ping"}', -32600, 6),
                                (b'{"jsonrpc":"2.0","id":[],"method":"ping"}', -32600, None),
                                (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', -32602, 7),
                                (b'{"jsonrpc":"2.0","id":8,"method":"\xff"}', -32700, None)):
            client.send(line)
            answer = client.receive()
            self.assertEqual((answer["error"]["code"], answer["id"]), (code, id_), line)
        self.assertEqual(client.result("ping"), {})

    def test_lists_of_messages_belong_to_one_version(self):
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        batch = [ping, {"jsonrpc": "2.0", "method": "notifications/unknown"}, {"jsonrpc": "2.0", "id": 2, "method": "none"}]
        client = self.client()
        client.initialize("2025-03-26")
        client.send(batch)
        answers = client.receive()
        self.assertEqual([(each["id"], "error" in each) for each in answers], [(1, False), (2, True)])
        client = self.client()
        client.initialize("2025-06-18")
        client.send(batch)
        self.assertEqual(client.receive()["error"]["code"], -32600)
        self.assertEqual(client.result("ping"), {})

    def test_notifications_answers_and_blank_lines_get_nothing(self):
        client = self.client()
        for line in (b"", b'{"jsonrpc":"2.0","method":"notifications/unknown"}',
                     b'{"jsonrpc":"2.0","id":9,"result":{}}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'):
            client.send(line)
        self.assertEqual(client.ask("ping")["result"], {})
        self.assertEqual(client.end(), (0, []))

    def test_a_last_line_without_its_end_is_answered(self):
        client = self.client()
        client.process.stdin.write(b'{"jsonrpc":"2.0","id":"x","method":"ping"}')
        client.process.stdin.flush()
        status, left = client.end()
        self.assertEqual((status, left), (0, [{"jsonrpc": "2.0", "id": "x", "result": {}}]))

    # --- Prompts ------------------------------------------------------------

    def test_prompts_are_the_templates_sorted_by_name(self):
        prompts = self.client().result("prompts/list")["prompts"]
        self.assertEqual([prompt["name"] for prompt in prompts],
                         ["broken", "card", "hello", "mail/reply", "talk", "task"])
        self.assertTrue(all(prompt["description"] for prompt in prompts))
        by_name = {prompt["name"]: prompt for prompt in prompts}
        self.assertEqual(by_name["task"]["title"], "A task")
        self.assertEqual(by_name["task"]["description"], "Tells what to do.")
        self.assertEqual(by_name["talk"]["title"], "Talk")
        self.assertIn("`name`", by_name["hello"]["description"])
        self.assertEqual([argument["name"] for argument in by_name["mail/reply"]["arguments"]], ["to", "lines"])
        task = {argument["name"]: argument for argument in by_name["task"]["arguments"]}
        self.assertEqual(task["TASK"], {"name": "TASK", "description": "What to do.", "required": True})
        self.assertFalse(task["COUNT"]["required"])

    def test_pages_hold_500(self):
        for at in range(1003):
            (self.templates / f"t{at:04}.j2").write_text("{{ x }}")
        client = self.client()
        names, pages, params = [], [], {}
        while True:
            page = client.result("prompts/list", params)
            pages.append(len(page["prompts"]))
            names += [prompt["name"] for prompt in page["prompts"]]
            if "nextCursor" not in page:
                break
            params = {"cursor": page["nextCursor"]}
            # One list's cursor is none of another's.
            self.assertEqual(client.error("resources/list", params)["code"], -32602)
        self.assertEqual(pages, [500, 500, 9])
        self.assertEqual(names, sorted(names))
        self.assertEqual(len(set(names)), 1009)
        resources = client.result("resources/list")
        self.assertEqual(len(resources["resources"]), 500)

    def test_a_bad_cursor_is_an_error(self):
        client = self.client()
        for method in ("prompts/list", "resources/list", "resources/templates/list", "tools/list"):
            for cursor in ("nonsense", "", 7, "after:hello", "0123456789abcdefhello"):
                self.assertEqual(client.error(method, {"cursor": cursor})["code"], -32602, method)

    def test_text_and_section_templates_are_one_user_message(self):
        client = self.client()
        got = client.result("prompts/get", {"name": "hello", "arguments": {"name": "Ann"}})
        self.assertEqual(got["messages"], [{"role": "user", "content": {"type": "text", "text": "Hello Ann!"}}])
        self.assertTrue(got["description"])
        got = client.result("prompts/get", {"name": "task", "arguments": {
            "TASK": "x", "MODE": "fast", "COUNT": "3.5", "LOUD": "true", "RULES": '["a"]', "EXTRA": '{"k": 1}'}})
        text = got["messages"][0]["content"]["text"]
        self.assertIn("x in fast", text)
        self.assertIn("3.5", text)
        self.assertIn("1. a", text)

    def test_lists_and_maps_are_json_where_the_template_uses_them_so(self):
        client = self.client()
        got = client.result("prompts/get", {"name": "mail/reply", "arguments": {"to": '["x"]', "lines": '["a", "b"]'}})
        self.assertEqual(got["messages"][0]["content"]["text"], 'Dear ["x"], - a- b')
        got = client.result("prompts/get", {"name": "card", "arguments": {"user": '{"name": "Ann"}'}})
        self.assertEqual(got["messages"][0]["content"]["text"], "Hi Ann")

    def test_system_messages_become_the_users_or_are_refused(self):
        params = {"name": "talk", "arguments": {"topic": "tea"}}
        got = self.client().result("prompts/get", params)
        self.assertEqual([message["role"] for message in got["messages"]], ["user", "assistant", "user"])
        self.assertEqual(got["messages"][0]["content"]["text"], "You talk about tea.")
        self.assertEqual(self.client("--system", "refuse").error("prompts/get", params)["code"], -32602)

    def test_parts_of_messages_are_messages_or_refused(self):
        (self.templates / "agent.chat.yaml").write_text(
            "id: agent\nname: Agent\nversion: 1\ntask: agent\nlayout:\n"
            "- {kind: message, role: user, content: [{type: text, text: Look}, {type: image, url: 'https://x.example/a.png'}]}\n"
            "- {kind: slot, name: talk}\n"
            "slots: {talk: {priority: 1, plan: [{kind: history, source: {source: messages}}]}}\n")
        client = self.client()

        def get(*messages):
            return {"name": "agent", "arguments": {"messages": json.dumps(messages)}}

        pixel = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
        got = client.result("prompts/get", get({"role": "user", "content": [pixel, {"type": "text", "text": "and this"}]}))
        self.assertEqual([message["content"] for message in got["messages"]], [
            {"type": "text", "text": "Look"},
            {"type": "resource_link", "uri": "https://x.example/a.png", "name": "https://x.example/a.png"},
            {"type": "image", "data": "AAAA", "mimeType": "image/png"}, {"type": "text", "text": "and this"}])
        call = {"role": "assistant", "content": None, "tool_calls": [
            {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}
        error = client.error("prompts/get", get(call, {"role": "tool", "tool_call_id": "1", "content": "r"}))
        self.assertEqual(error["code"], -32602)
        self.assertIn("tool_call", error["message"])

    def test_wrong_prompts_and_arguments_are_invalid(self):
        client = self.client()
        for params in ({"name": "none"}, {}, {"name": 1}, {"name": "../x"},
                       {"name": "hello", "arguments": {"nam": "x"}},
                       {"name": "hello", "arguments": {"name": 1}},
                       {"name": "hello", "arguments": []},
                       {"name": "hello"},
                       {"name": "task"},
                       {"name": "task", "arguments": {"TASK": "x", "COUNT": "many"}},
                       {"name": "task", "arguments": {"TASK": "x", "LOUD": "yes"}},
                       {"name": "task", "arguments": {"TASK": "x", "RULES": '{"a": 1}'}},
                       {"name": "task", "arguments": {"TASK": "x", "EXTRA": "["}}):
            self.assertEqual(client.error("prompts/get", params)["code"], -32602, params)
        error = client.error("prompts/get", {"name": "broken"})
        self.assertEqual(error["code"], -32603)
        self.assertEqual(error["data"]["diagnostics"][0]["code"], "template-syntax")

    def test_completion(self):
        client = self.client()

        def values(ref, name, value):
            params = {"ref": ref, "argument": {"name": name, "value": value}}
            return client.result("completion/complete", params)["completion"]

        task = {"type": "ref/prompt", "name": "task"}
        self.assertEqual(values(task, "MODE", "f")["values"], ["fast", "frugal"])
        self.assertEqual(values(task, "LOUD", "")["values"], ["true", "false"])
        self.assertEqual(values(task, "TASK", "x"), {"values": [], "total": 0, "hasMore": False})
        uri = client.result("resources/templates/list")["resourceTemplates"][0]["uriTemplate"]
        self.assertEqual(values({"type": "ref/resource", "uri": uri}, "name", "ma")["values"], ["mail/reply"])
        for begun, value, names in (("ta", "", ["talk", "task"]), ("ta", "tal", ["talk"]), ("", "h", ["hello"]),
                                    ("mail/", "", ["mail/reply"])):
            self.assertEqual(values({"type": "ref/prompt", "name": begun}, "name", value)["values"], names)
        for ref, name in ((task, "NONE"), ({"type": "ref/prompt", "name": "zzz"}, "name"), ({"type": "ref/prompt", "name": "none"}, "x"),
                          ({"type": "ref/resource", "uri": "file://x"}, "name"), ({"type": "other"}, "x")):
            params = {"ref": ref, "argument": {"name": name, "value": ""}}
            self.assertEqual(client.error("completion/complete", params)["code"], -32602)

    def test_values_of_a_task_kind_complete(self):
        (self.templates / "cooking.task.yaml").write_text(
            "name: cooking\nsources:\n  style: {values: [plain, festive]}\n  dish: {reads: [meal, dish], values: soup}\n")
        (self.templates / "cook.chat.yaml").write_text(
            "id: cook\nname: Cook\nversion: 1\ntask: cooking\nslots: {}\nlayout:\n"
            "- {kind: message, role: user, from: {source: style}}\n- {kind: message, role: user, from: {source: dish}}\n")
        client = self.client()

        def values(name, value):
            params = {"ref": {"type": "ref/prompt", "name": "cook"}, "argument": {"name": name, "value": value}}
            return client.result("completion/complete", params)["completion"]["values"]

        self.assertEqual(values("style", ""), ["plain", "festive"])
        self.assertEqual(values("style", "f"), ["festive"])
        self.assertEqual(values("meal", ""), ["soup"])
        self.assertNotIn("cooking", [prompt["name"] for prompt in client.result("prompts/list")["prompts"]])

    # --- Tools and resources ------------------------------------------------

    def test_tools_say_what_they_take_and_give(self):
        tools = self.client().result("tools/list")["tools"]
        self.assertEqual([tool["name"] for tool in tools],
                         ["render", "explain", "check", "count_tokens", "list_templates"])
        for tool in tools:
            self.assertEqual(tool["inputSchema"]["type"], "object")
            self.assertEqual(tool["outputSchema"]["type"], "object")
            self.assertTrue(tool["annotations"]["readOnlyHint"])
            self.assertTrue(tool["description"])

    def call(self, client, name, arguments=None):
        params = {"name": name} if arguments is None else {"name": name, "arguments": arguments}
        return client.result("tools/call", params)

    def test_tools_work(self):
        client = self.client()
        rendered = self.call(client, "render", {"name": "hello", "data": {"name": "Ann"}})
        self.assertEqual(rendered["structuredContent"], {"text": "Hello Ann!"})
        self.assertEqual(rendered["content"], [{"type": "text", "text": "Hello Ann!"}])
        self.assertFalse(rendered["isError"])
        talk = self.call(client, "render", {"name": "talk", "data": {"topic": "tea"}, "maxTokens": 100})
        self.assertEqual(talk["structuredContent"]["messages"][0],
                         {"role": "system", "content": "You talk about tea."})
        explained = self.call(client, "explain", {"name": "talk"})["structuredContent"]
        self.assertEqual(len(explained["messages"]), 3)
        checked = self.call(client, "check", {"names": ["broken"]})["structuredContent"]
        self.assertEqual(checked["findings"][0]["code"], "template-syntax")
        self.assertEqual(self.call(client, "count_tokens", {"text": "x" * 40})["structuredContent"]["tokens"], 10)
        listed = self.call(client, "list_templates", {"filter": "mail"})["structuredContent"]
        self.assertEqual([entry["logical_name"] for entry in listed["entries"]], ["mail/reply"])

    def test_a_failed_tool_is_a_result(self):
        client = self.client()
        for name, arguments, code in (("render", {"name": "none"}, "template-not-found"),
                                      ("render", {}, "invalid-params"),
                                      ("render", {"name": "hello", "workspace": {"dir": "/"}}, "invalid-params"),
                                      ("render", {"name": "/etc/x.chat.yaml"}, "invalid-params"),
                                      ("render", {"name": "../x.chat.yaml"}, "invalid-params"),
                                      ("render", {"name": "broken"}, "template-syntax"),
                                      ("explain", None, "invalid-params"),
                                      ("explain", {"name": "hello"}, "wrong-template-type"),
                                      ("check", [], "invalid-params")):
            failed = self.call(client, name, arguments)
            self.assertTrue(failed["isError"])
            self.assertEqual(failed["structuredContent"]["diagnostics"][0]["code"], code, arguments)
            self.assertIn(code, failed["content"][0]["text"])
        self.assertEqual(client.error("tools/call", {"name": "none"})["code"], -32602)

    def test_resources_are_texts_of_templates(self):
        client = self.client()
        uris = [resource["uri"] for resource in client.result("resources/list")["resources"]]
        self.assertIn("galley://template/mail/reply", uris)
        for uri in ("galley://template/mail/reply", "galley://template/mail%2Freply"):
            contents = client.result("resources/read", {"uri": uri})["contents"]
            self.assertEqual((contents[0]["uri"], contents[0]["text"]), (uri, FILES["mail/reply.j2"]))
        for uri in ("galley://template/none", "galley://template/../../x", "file:///etc/passwd", "galley://template/%2"):
            self.assertEqual(client.error("resources/read", {"uri": uri})["code"], -32002, uri)
            self.assertEqual(client.error("resources/read", {"uri": uri}, NEW)["code"], -32602, uri)

    # --- Changes ------------------------------------------------------------

    def wait_for(self, client, method):
        while True:
            message = client.receive()
            self.assertIsNotNone(message, f"{method} did not come")
            if message.get("method") == method:
                return message

    def test_the_old_era_hears_of_changes_once_initialized(self):
        client = self.client()
        client.initialize()
        self.assertEqual(client.result("ping"), {})
        for change in (lambda: (self.templates / "new.j2").write_text("x"),
                       lambda: (self.templates / "new.j2").write_text("y"),
                       lambda: (self.templates / "new.j2").unlink(),
                       lambda: (self.templates / "deep/er").mkdir(parents=True),
                       lambda: (self.templates / "deep/er/x.j2").write_text("{{ y }}")):
            change()
            self.assertEqual(self.wait_for(client, "notifications/prompts/list_changed"),
                             {"jsonrpc": "2.0", "method": "notifications/prompts/list_changed"})
            self.wait_for(client, "notifications/resources/list_changed")
        names = [prompt["name"] for prompt in client.result("prompts/list")["prompts"]]
        self.assertIn("deep/er/x", names)

    def test_a_root_that_comes_later_is_seen(self):
        empty = self.root / "empty"
        (empty / ".galley").mkdir(parents=True)
        self.clients.append(Client(empty))
        client = self.clients[-1]
        client.initialize()
        self.assertEqual(client.result("prompts/list")["prompts"], [])
        (empty / ".galley/templates").mkdir()
        self.wait_for(client, "notifications/prompts/list_changed")
        (empty / ".galley/templates/a.j2").write_text("x")
        self.wait_for(client, "notifications/prompts/list_changed")
        self.assertEqual(len(client.result("prompts/list")["prompts"]), 1)

    def test_subscriptions_hear_what_they_asked_for(self):
        client = self.client()
        uri = "galley://template/hello"
        client.send({"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": {
            "_meta": NEW, "notifications": {"promptsListChanged": True, "toolsListChanged": True,
                                            "resourceSubscriptions": [uri]}}})
        accepted = client.receive()
        self.assertEqual(accepted["method"], "notifications/subscriptions/acknowledged")
        self.assertEqual(accepted["params"]["notifications"],
                         {"promptsListChanged": True, "resourceSubscriptions": [uri]})
        self.assertEqual(accepted["params"]["_meta"][SUBSCRIPTION], "s")
        (self.templates / "new.j2").write_text("x")
        changed = client.receive()
        self.assertEqual(changed["method"], "notifications/prompts/list_changed")
        self.assertEqual(changed["params"]["_meta"][SUBSCRIPTION], "s")
        (self.templates / "hello.j2").write_text("Bye")
        updated = self.wait_for(client, "notifications/resources/updated")
        self.assertEqual(updated["params"]["uri"], uri)
        status, left = client.end()
        self.assertEqual(status, 0)
        self.assertEqual((left[-1]["id"], left[-1]["result"]["resultType"]), ("s", "complete"))

    def test_a_cancelled_subscription_is_silent(self):
        client = self.client()
        client.send({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {
            "_meta": NEW, "notifications": {"promptsListChanged": True}}})
        client.receive()
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        self.assertEqual(client.result("prompts/list", {}, NEW)["resultType"], "complete")
        (self.templates / "new.j2").write_text("x")
        self.assertIsNone(client.receive(timeout=0.5))
        self.assertEqual(client.end(), (0, []))

    def test_a_store_is_listed_where_it_is_named(self):
        store = f"sqlite:{self.root}/store.db"
        push = {"workspace": {"dir": str(self.root), "store": store}, "name": "kept", "type": "jinja", "text": "K {{ k }}"}
        subprocess.run([GALLEY, "call", "store.push", json.dumps(push)], check=True, capture_output=True)
        client = self.client("--store", store)
        client.initialize()
        self.assertIn("store:kept", [prompt["name"] for prompt in client.result("prompts/list")["prompts"]])
        got = client.result("prompts/get", {"name": "store:kept", "arguments": {"k": "v"}})
        self.assertEqual(got["messages"][0]["content"]["text"], "K v")
        push["text"] = "L {{ k }}"
        subprocess.run([GALLEY, "call", "store.push", json.dumps(push)], check=True, capture_output=True)
        self.wait_for(client, "notifications/prompts/list_changed")
        got = client.result("prompts/get", {"name": "store:kept", "arguments": {"k": "v"}})
        self.assertEqual(got["messages"][0]["content"]["text"], "L v")


if __name__ == "__main__":
    GALLEY = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
