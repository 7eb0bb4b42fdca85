"""Routes, tokens, logs, metrics and the end of `galley serve`.

usage: service_test.py GALLEY [unittest arguments]
"""

import base64
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import running
from running import Answer, ServiceTestCase, read_all, read_answer


class Operations(ServiceTestCase):
    def rpc(self, method, params):
        line = json.dumps({"id": 1, "method": method, "params": params}) + "\n"
        done = subprocess.run([self.galley, "rpc"], input=line.encode(), capture_output=True, cwd=self.root, check=True,
                              env={**os.environ, "HOME": str(self.root), "XDG_CONFIG_HOME": str(self.root / "config")})
        return json.loads(done.stdout)

    def test_results_are_those_of_rpc(self):
        service = self.serve("--log", "off")
        for method, params in (("template.render", {"name": "hello", "data": {"name": "Ann \u00e9\u2028<\"\x07"}}),
                               ("catalog.render", {"name": "pair", "data": {"a": 1.5, "b": [1, None, True]}}),
                               ("template.render", {"name": "talk", "data": {"topic": "tea"}, "maxTokens": 50}),
                               ("catalog.list", {}), ("catalog.resolve", {"name": "hello"}), ("version", {}),
                               ("catalog.check", {}), ("catalog.inspect", {"name": "talk"}), ("tests.run", {}),
                               ("text.render", {"language": "jinja", "source": "{{ x }}", "data": {"x": 1}}),
                               ("catalog.render", {"workspace": {"files": {"a.j2": "Hi {{ x }}"}}, "name": "a", "data": {"x": 2}}),
                               ("tokens.count", {"text": "abc"})):
            expected = self.rpc(method, params)["result"]
            for _ in range(2):
                answer = service.post(method, params)
                self.assertEqual(answer.status, 200, answer.body)
                self.assertEqual(answer.json(), expected, method)
                self.assertEqual(answer.fields["content-type"], "application/json")

    def test_what_fails_has_the_diagnostics_of_rpc(self):
        service = self.serve("--log", "off")
        for method, params, status in (("template.render", {"name": "none"}, 404),
                                       ("template.render", {"name": "hello"}, 422),
                                       ("template.render", {"name": "broken"}, 422),
                                       ("template.render", {}, 400),
                                       ("template.render", {"name": 1}, 400),
                                       ("template.render", {"name": "hello", "x": 1}, 400),
                                       ("template.render", {"name": "hello", "data": {"name": "x"}, "limits": {"steps": 1}}, 422),
                                       ("text.render", {"language": "jinja", "source": "{{", "data": {}}, 422),
                                       ("store.pull", {"name": "none"}, 404)):
            answer = service.post(method, params)
            self.assertEqual(answer.status, status, (method, answer.body))
            expected = self.rpc(method, params)["error"]["data"]["diagnostics"]
            self.assertEqual(answer.json()["diagnostics"], expected)

    def test_limits_of_a_caller_are_not_about_the_configuration(self):
        (self.root / ".galley/config.toml").write_text('project-template-paths = [".galley/templates"]\n')
        service = self.serve("--log", "off")
        for limits, code in (({"steps": 1}, "limit-steps"), ({"file": 1}, "limit-size"), ({"output": 1}, "limit-output")):
            answer = service.post("template.render", {"name": "hello", "data": {"name": "x"}, "limits": limits})
            self.assertEqual((answer.status, answer.code()), (422, code))

    def test_an_ambiguous_name_is_a_conflict(self):
        for folder in ("a", "b"):
            (self.templates / folder).mkdir()
            (self.templates / folder / "same.j2").write_text("x")
        answer = self.serve().post("template.render", {"name": "same"})
        self.assertEqual((answer.status, answer.code()), (409, "template-ambiguous"))

    def test_bad_bodies(self):
        service = self.serve()
        for body in (b"{", b"[]", b"1", b'{"name": "\xff"}', b'{"a": 1}}', b"nul"):
            answer = service.ask("POST", "/v1/version", body)
            self.assertEqual(answer.status, 400, (body, answer.body))
            self.assertTrue(answer.json()["diagnostics"])
        self.assertEqual(service.ask("POST", "/v1/version", b"").status, 200)
        self.assertEqual(service.ask("POST", "/v1/version").status, 200)
        deep = b'{"x": ' + b"[" * 100 + b"]" * 100 + b"}"
        self.assertEqual(service.ask("POST", "/v1/version", deep).status, 422)
        self.assertEqual(service.ask("POST", "/v1/version", b"{}", [("content-type", "text/plain")]).status, 415)
        self.assertEqual(service.ask("POST", "/v1/version", b"{}", [("content-type", "Application/JSON; charset=utf-8")]).status, 200)
        self.assertEqual(service.ask("POST", "/v1/version", b"{}", [("content-encoding", "gzip")]).status, 415)

    def test_limits_of_the_server_apply(self):
        answer = self.serve().post("template.render", {"name": "slow"})
        self.assertEqual((answer.status, answer.code()), (422, "limit-steps"))

    def test_a_changed_file_is_seen_at_once(self):
        service = self.serve("--log", "off")
        for at in range(30):
            (self.templates / "hello.j2").write_text(f"{at} {{{{ name }}}}")
            self.assertEqual(service.post("template.render", {"name": "hello", "data": {"name": "x"}}).json(), {"text": f"{at} x"})

    def test_nothing_outside_of_the_root_is_reached(self):
        service = self.serve()
        for operation, params in (("template.render", {"workspace": {"dir": "/"}, "name": "x"}),
                                  ("catalog.list", {"workspace": {"base": "/etc"}}),
                                  ("catalog.list", {"workspace": {"files": {}, "store": "sqlite:/tmp/x"}}),
                                  ("format.read", {"file": "/etc/passwd"}),
                                  ("format.read", {"file": "../x.yaml"}),
                                  ("template.render", {"name": "../../x.chat.yaml"}),
                                  ("chat.render", {"template": {"workspace": {"dir": "/"}, "name": "x"}, "context": {}}),
                                  ("instructions.resolve", {"path": "/x/manifest.iai"}),
                                  ("store.export", {"directory": "x"}),
                                  ("tokens.import", {"file": "x"})):
            answer = service.post(operation, params)
            self.assertEqual((answer.status, answer.code()), (403, "forbidden"), operation)

    def test_events(self):
        answer = self.serve().post("tests.run", {}, [("accept", "text/event-stream")])
        self.assertEqual(answer.fields["content-type"], "text/event-stream")
        text = answer.body.decode()
        self.assertIn("event: start\n", text)
        self.assertIn("event: progress\n", text)
        self.assertIn("event: result\n", text)
        self.assertIn('"passed":1', text)
        self.assertIn('data: {"done":1,"total":1,"item":"hello"}', text)

    def test_a_stream_that_fails_counts_as_what_failed(self):
        service = self.serve()
        answer = service.post("template.render", {"name": "broken"}, [("accept", "text/event-stream")])
        self.assertEqual(answer.status, 200)
        self.assertIn(b"event: error\n", answer.body)
        self.assertEqual([entry["status"] for entry in service.logs()], [422])
        text = service.ask("GET", "/metrics").body.decode()
        self.assertIn('galley_http_requests_total{route="/v1/template.render",status="422"} 1', text)
        self.assertNotIn('route="/v1/template.render",status="200"', text)

    def test_events_come_while_it_runs(self):
        slow = "{% for a in range(1000) %}{% for b in range(500) %}{% endfor %}{% endfor %}{{ n }}"
        for operation, params in (
                ("template.batch", {"workspace": {"files": {"a.j2": slow}}, "name": "a", "rows": [{"n": at} for at in range(40)]}),
                ("tests.run", {"workspace": {"files": {"a.j2": slow, **{
                    f"t{at}.test.yaml": "{template: a, cases: [{name: c, context: {n: 1}, expect: {text: '1'}}]}"
                    for at in range(40)}}}})):
            service = self.serve()
            with self.subTest(operation), service.connect() as client:
                client.sendall(service.bytes_of("POST", f"/v1/{operation}", params, [("accept", "text/event-stream")]))
                data = b""
                while b"event: progress" not in data:
                    data += client.recv(65536)
                self.assertNotIn(b"event: result", data)
                while b"event: result" not in data:
                    data += client.recv(65536)
                self.assertEqual(data.count(b"event: progress"), 40)
                self.assertIn(b'"done":40,"total":40', data)

    def test_a_batch_has_a_result_for_each_row(self):
        answer = self.serve().post("template.batch", {"name": "hello", "rows": [{"name": "Ann"}, {}, {"name": "Bo"}, 1]})
        self.assertEqual(answer.status, 200)
        rows = answer.json()["rows"]
        self.assertEqual([row.get("text") for row in rows], ["Hello Ann!", None, "Hello Bo!", None])
        self.assertEqual([row["diagnostics"][0]["code"] for row in rows if "diagnostics" in row],
                         ["undefined-variable", "invalid-params"])
        self.assertEqual(answer.json()["failed"], 2)


class Routes(ServiceTestCase):
    def test_methods(self):
        service = self.serve()
        for path, method, status in (("/healthz", "GET", 200), ("/readyz", "GET", 200), ("/metrics", "GET", 200),
                                     ("/v1/operations", "GET", 200), ("/openapi.json", "GET", 200), ("/", "GET", 200),
                                     ("/v1/version", "GET", 405), ("/v1/version", "PUT", 405), ("/healthz", "POST", 405),
                                     ("/mcp", "GET", 405), ("/mcp", "PUT", 405), ("/mcp", "DELETE", 405),
                                     ("/none", "GET", 404), ("/v1/no.such", "POST", 404), ("/../../etc/passwd", "GET", 404),
                                     ("/%2e%2e/etc/passwd", "GET", 404), ("/healthz/", "GET", 404), ("//healthz", "GET", 404)):
            answer = service.ask(method, path)
            self.assertEqual(answer.status, status, (method, path))
            self.assertIn("x-request-id", answer.fields)
            if status == 405:
                self.assertIn("OPTIONS", answer.fields["allow"])
            if status >= 400:
                self.assertTrue(answer.json()["diagnostics"][0]["code"])

    def test_head_and_options(self):
        service = self.serve()
        whole = service.ask("GET", "/openapi.json")
        head = service.ask("HEAD", "/openapi.json")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(head.fields["content-length"], str(len(whole.body)))
        options = service.ask("OPTIONS", "/v1/version")
        self.assertEqual((options.status, options.body), (204, b""))
        self.assertIn("POST", options.fields["allow"])
        self.assertEqual(service.ask("OPTIONS", "*").status, 204)

    def test_descriptions(self):
        service = self.serve()
        names = [operation["name"] for operation in service.ask("GET", "/v1/operations").json()["operations"]]
        self.assertIn("template.render", names)
        api = service.ask("GET", "/openapi.json").json()
        self.assertEqual(api["openapi"], "3.1.0")
        render = api["paths"]["/v1/template.render"]["post"]
        schema = render["requestBody"]["content"]["application/json"]["schema"]
        self.assertEqual(schema["required"], ["name"])
        self.assertEqual(schema["properties"]["name"]["type"], "string")
        self.assertEqual(set(api["paths"]), {"/v1/" + name for name in names})

    def test_the_page_needs_nothing_from_elsewhere(self):
        answer = self.serve().ask("GET", "/")
        self.assertIn("default-src 'none'", answer.fields["content-security-policy"])
        self.assertEqual(answer.fields["x-content-type-options"], "nosniff")
        self.assertNotIn(b"<style", answer.body)
        self.assertEqual(self.serve("--no-studio").ask("GET", "/").status, 404)

    def test_ids_and_traces(self):
        service = self.serve()
        trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        answer = service.ask("GET", "/healthz", fields=[("x-request-id", "mine-1"), ("traceparent", trace)])
        self.assertEqual((answer.fields["x-request-id"], answer.fields["traceparent"]), ("mine-1", trace))
        odd = service.ask("GET", "/healthz", fields=[("x-request-id", "a b\"c"), ("traceparent", "nonsense")])
        self.assertNotIn(" ", odd.fields["x-request-id"])
        self.assertNotIn("traceparent", odd.fields)
        line = [entry for entry in service.logs() if entry["id"] == "mine-1"][0]
        self.assertEqual(line["traceparent"], trace)

    def test_each_render_is_traced_once(self):
        spans = self.root / "spans.jsonl"
        service = self.serve("--trace", str(spans))
        for name, data in (("hello", {"name": "canary"}), ("hello", {"name": "canary"}), ("slow", {}), ("hello", {})):
            service.post("template.render", {"name": name, "data": data})
        service.post("catalog.list", {})
        lines = spans.read_text().splitlines()
        self.assertEqual(len(lines), 4)
        self.assertEqual([json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"][0]["name"] for line in lines],
                         ["render_prompt hello", "render_prompt hello", "render_prompt slow", "render_prompt hello"])
        self.assertNotIn("canary", "".join(lines))

    def test_logs_say_nothing_of_what_is_inside(self):
        service = self.serve()
        service.post("template.render", {"name": "hello", "data": {"name": "CANARY"}})
        service.post("text.render", {"language": "jinja", "source": "CANARY {{", "data": {}})
        service.ask("GET", "/CANARY?x=CANARY", fields=[("authorization", "Bearer CANARY")])
        entries = service.logs()
        self.assertEqual([(entry["method"], entry["route"], entry["status"]) for entry in entries],
                         [("POST", "/v1/template.render", 200), ("POST", "/v1/text.render", 422), ("GET", "unknown", 404)])
        self.assertGreaterEqual(entries[0]["ms"], 0)
        self.assertGreater(entries[0]["in"], 0)
        self.assertNotIn(b"CANARY", service.log)
        quiet = self.serve("--log", "errors")
        quiet.ask("GET", "/healthz")
        quiet.ask("GET", "/none")
        self.assertEqual([entry["status"] for entry in quiet.logs()], [404])

    def test_metrics(self):
        service = self.serve("--log", "off")
        for _ in range(3):
            service.post("template.render", {"name": "hello", "data": {"name": "x"}})
        service.post("template.render", {"name": "talk", "data": {"topic": "x"}})
        service.post("template.render", {"name": "slow"})
        for path in ("/a", "/b"):
            service.ask("GET", path)
        text = service.ask("GET", "/metrics").body.decode()
        for name in ("galley_http_requests_total", "galley_http_request_duration_seconds", "galley_renders_total",
                     "galley_tokens_total", "galley_cache_hits_total", "galley_limit_hits_total"):
            self.assertIn(f"# HELP {name} ", text)
            self.assertIn(f"# TYPE {name} ", text)
        self.assertIn('galley_http_requests_total{route="/v1/template.render",status="200"} 4', text)
        self.assertIn('galley_http_requests_total{route="unknown",status="404"} 2', text)
        self.assertIn('galley_http_request_duration_seconds_count{route="/v1/template.render"} 5', text)
        self.assertIn("\ngalley_renders_total 4\n", text)
        self.assertIn("\ngalley_limit_hits_total 1\n", text)
        self.assertNotIn('route="/a"', text)


    def counted(self, service, name):
        text = service.ask("GET", "/metrics").body.decode()
        return next((int(line.split()[1]) for line in text.splitlines() if line.startswith(name + " ")), None)

    def test_metrics_count_every_way_in(self):
        service = self.serve("--log", "off")

        def mcp(method, params):
            return service.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).json()

        def counts():
            return [self.counted(service, f"galley_{name}_total") for name in ("renders", "tokens", "limit_hits")]

        mcp("prompts/get", {"name": "hello", "arguments": {"name": "x"}})
        self.assertEqual(counts(), [1, 0, 0])
        mcp("prompts/get", {"name": "talk", "arguments": {"topic": "x"}})
        renders, tokens, _ = counts()
        self.assertEqual(renders, 2)
        self.assertGreater(tokens, 0)
        used = mcp("tools/call", {"name": "render", "arguments": {"name": "talk", "data": {"topic": "x"}}})
        used = used["result"]["structuredContent"]["usage"]["tokens"]
        self.assertEqual(counts(), [3, tokens + used, 0])
        mcp("tools/call", {"name": "render", "arguments": {"name": "slow"}})
        mcp("prompts/get", {"name": "slow"})
        self.assertEqual(counts(), [3, tokens + used, 2])
        mcp("ping", json.loads('{"a":' * 90 + "1" + "}" * 90))
        self.assertEqual(counts(), [3, tokens + used, 3])
        service.post("template.batch", {"name": "hello", "rows": [{"name": "a"}, {}, {"name": "b"}]})
        service.post("catalog.check", {})
        self.assertEqual(counts()[0], 5)

    def test_metrics_tell_whether_the_store_is_there(self):
        service = self.serve("--log", "off")
        self.assertIsNone(self.counted(service, "galley_store_up"))
        service.ask("POST", "/api/public/v2/prompts", {"name": "p", "prompt": "x"})
        self.assertEqual(self.counted(service, "galley_store_up"), 1)
        named = self.serve("--log", "off", "--store", f"sqlite:{self.root}/other.db")
        for _ in range(100):
            if self.counted(named, "galley_store_up") == 1:
                break
            time.sleep(0.05)
        self.assertEqual(self.counted(named, "galley_store_up"), 1)


class Access(ServiceTestCase):
    def tokens(self, **scopes):
        path = self.root / "tokens"
        lines = [f"{hashlib.sha256(name.encode()).hexdigest()} {scope} {name}" for name, scope in scopes.items()]
        path.write_text("\n".join(lines) + "\n")
        return path

    def bearer(self, token):
        return [("authorization", f"Bearer {token}")]

    def test_scopes_do_not_include_each_other(self):
        service = self.serve("--token-file", str(self.tokens(r="read", n="render", w="write", rn="read,render")))
        wants = {"read": ("catalog.list", {}), "render": ("template.render", {"name": "hello", "data": {"name": "x"}}),
                 "write": ("store.push", {"name": "p", "type": "jinja", "text": "x"})}
        has = {"r": {"read"}, "n": {"render"}, "w": {"write"}, "rn": {"read", "render"}}
        for token, scopes in has.items():
            for scope, (operation, params) in wants.items():
                answer = service.post(operation, params, self.bearer(token))
                self.assertEqual(answer.status, 200 if scope in scopes else 403, (token, scope, answer.body))
        # Whoever renders checks too; whoever reads lists, and no more.
        for operation, params in (("catalog.check", {}), ("chat.check", {"template": {}}), ("config.validate", {})):
            self.assertEqual(service.post(operation, params, self.bearer("r")).status, 403, operation)
            self.assertNotEqual(service.post(operation, params, self.bearer("n")).status, 403, operation)
        basic = base64.b64encode(b"r:r").decode()
        self.assertEqual(service.post("catalog.list", {}, [("authorization", f"Basic {basic}")]).status, 200)
        basic = base64.b64encode(b"n:r").decode()
        self.assertEqual(service.post("catalog.list", {}, [("authorization", f"Basic {basic}")]).status, 401)
        self.assertEqual({entry.get("token") for entry in service.logs() if entry["status"] == 200}, {"r", "n", "w", "rn"})

    def test_without_a_token(self):
        service = self.serve("--token-file", str(self.tokens(r="read")))
        answer = service.post("version", {})
        self.assertEqual((answer.status, answer.code()), (401, "unauthorized"))
        self.assertIn("Bearer", answer.fields["www-authenticate"])
        for path in ("/healthz", "/readyz"):
            self.assertEqual(service.ask("GET", path).status, 200)
        for path in ("/metrics", "/openapi.json", "/v1/operations", "/", "/api/public/v2/prompts"):
            self.assertEqual(service.ask("GET", path).status, 401, path)
        self.assertEqual(service.ask("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}).status, 401)

    def test_guessing_is_slowed(self):
        service = self.serve("--token-file", str(self.tokens(r="read")))
        statuses = [service.post("version", {}, self.bearer(f"guess{at}")).status for at in range(30)]
        self.assertIn(429, statuses)
        answer = service.post("version", {}, self.bearer("r"))
        self.assertEqual(answer.status, 429)
        self.assertGreaterEqual(int(answer.fields["retry-after"]), 1)
        time.sleep(1.1)
        self.assertEqual(service.post("version", {}, self.bearer("r")).status, 200)

    def test_the_file_is_read_again(self):
        path = self.tokens(r="read")
        service = self.serve("--token-file", str(path))
        self.tokens(other="read")
        for _ in range(40):
            if service.post("version", {}, self.bearer("other")).status == 200:
                break
            time.sleep(0.25)
        self.assertEqual(service.post("version", {}, self.bearer("r")).status, 401)
        path.write_text("nonsense\n")
        time.sleep(0.6)
        self.assertEqual(service.post("version", {}, self.bearer("other")).status, 200)

    def test_without_tokens_only_this_machine_is_listened_to(self):
        for address in ("0.0.0.0:0", "[::]:0"):
            done = subprocess.run([self.galley, "serve", "--listen", address], capture_output=True, timeout=30)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"--token-file", done.stderr)
        for address in ("nonsense", "127.0.0.1", "127.0.0.1:99999", "unix:"):
            done = subprocess.run([self.galley, "serve", "--listen", address], capture_output=True, timeout=30)
            self.assertEqual((address, done.returncode), (address, 2))

    def test_hosts_and_origins(self):
        service = self.serve("--host", "prompts.example.org")
        for host, status in ((f"127.0.0.1:{service.port}", 200), (f"localhost:{service.port}", 200),
                             ("prompts.example.org", 200), ("prompts.example.org:8080", 200), ("evil.example", 403),
                             (f"evil.example:{service.port}", 403), ("127.0.0.1:1", 403), ("127.0.0.1", 403), ("", 403)):
            data = f"GET /healthz HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
            self.assertEqual(Answer(service.raw(data.encode())).status, status, host)
        push = {"name": "p", "type": "jinja", "text": "x"}
        for origin, status in (("http://evil.example", 403), ("null", 403), (f"http://127.0.0.1:{service.port}", 200),
                               ("https://prompts.example.org", 200)):
            self.assertEqual(service.post("store.push", push, [("origin", origin)]).status, status, origin)
            ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            self.assertEqual(service.ask("POST", "/mcp", ping, [("origin", origin)]).status, status, origin)

    def test_read_only(self):
        service = self.serve("--read-only")
        self.assertEqual(service.post("store.push", {"name": "p", "type": "jinja", "text": "x"}).status, 403)
        self.assertEqual(service.ask("POST", "/api/public/v2/prompts", {"name": "p", "prompt": "x"}).status, 403)
        self.assertEqual(service.post("catalog.list", {}).status, 200)

    def test_rate(self):
        service = self.serve("--rate", "5")
        answers = [service.post("version", {}) for _ in range(12)]
        self.assertEqual(answers[0].status, 200)
        refused = [answer for answer in answers if answer.status == 429]
        self.assertTrue(refused)
        self.assertEqual(refused[0].code(), "rate-limited")
        self.assertGreaterEqual(int(refused[0].fields["retry-after"]), 1)

    def test_token_new(self):
        made = json.loads(subprocess.run([self.galley, "token", "new", "ann", "--scopes", "read", "--format", "json"],
                                         capture_output=True, check=True).stdout)
        self.assertEqual(made["line"], f"{hashlib.sha256(made['token'].encode()).hexdigest()} read ann")
        (self.root / "tokens").write_text(made["line"] + "\n")
        service = self.serve("--token-file", str(self.root / "tokens"))
        self.assertEqual(service.post("version", {}, self.bearer(made["token"])).status, 200)


class Mcp(ServiceTestCase):
    NEW = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}

    def post_mcp(self, service, method, params=None, fields=(), id_=1):
        message = {"jsonrpc": "2.0", "method": method, "params": params or {}}
        if id_ is not None:
            message["id"] = id_
        return service.ask("POST", "/mcp", message, fields)

    def test_both_eras(self):
        service = self.serve()
        answer = self.post_mcp(service, "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
        self.assertEqual(answer.json()["result"]["protocolVersion"], "2025-06-18")
        self.assertEqual(self.post_mcp(service, "notifications/initialized", id_=None).status, 202)
        answer = self.post_mcp(service, "prompts/get", {"name": "hello", "arguments": {"name": "Ann"}, "_meta": self.NEW},
                               [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "prompts/get"), ("mcp-name", "hello")])
        self.assertEqual(answer.json()["result"]["messages"][0]["content"]["text"], "Hello Ann!")

    def test_contradictions_and_versions(self):
        service = self.serve()
        for fields, params, code in (([("mcp-method", "tools/list")], {"_meta": self.NEW}, -32020),
                                     ([("mcp-protocol-version", "2025-11-25")], {"_meta": self.NEW}, -32020),
                                     ([("mcp-protocol-version", "1999-01-01")], {}, -32022),
                                     ([], {"_meta": {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}}, -32022)):
            answer = self.post_mcp(service, "prompts/list", params, fields)
            self.assertEqual((answer.status, answer.json()["error"]["code"]), (400, code))
        answer = self.post_mcp(service, "prompts/get", {"name": "hello", "_meta": self.NEW}, [("mcp-name", "other")])
        self.assertEqual((answer.status, answer.json()["error"]["code"]), (400, -32020))
        answer = service.ask("POST", "/mcp", b"{")
        self.assertEqual((answer.status, answer.json()["error"]["code"]), (400, -32700))

    def test_a_head_of_the_new_era_says_what_the_message_says(self):
        service = self.serve()
        name = "caf\u00e9"
        (self.templates / f"{name}.j2").write_text("ok")

        def ask(method, params, meta=self.NEW, **fields):
            head = {"mcp-protocol-version": "2026-07-28", "mcp-method": method, **fields}
            params = {**params, "_meta": meta} if meta else params
            answer = self.post_mcp(service, method, params, [(key.replace("_", "-"), value) for key, value in head.items() if value])
            return answer.status, answer.json().get("error", {}).get("code")

        encoded = "=?base64?" + base64.b64encode(name.encode()).decode() + "?="
        self.assertEqual(ask("prompts/get", {"name": name}, mcp_name=encoded), (200, None))
        self.assertEqual(ask("prompts/list", {}), (200, None))
        for wrong in ("=?base64?" + base64.b64encode(b"other").decode() + "?=", "=?base64?!?=", encoded.replace("=?=", "?="), None):
            self.assertEqual(ask("prompts/get", {"name": name}, mcp_name=wrong), (400, -32020), wrong)
        self.assertEqual(ask("resources/read", {"uri": "galley://template/hello"}, mcp_name="galley://template/hello"), (200, None))
        self.assertEqual(ask("resources/read", {"uri": "galley://template/hello"}, mcp_name="hello"), (400, -32020))
        self.assertEqual(ask("prompts/list", {}, **{"mcp-method": None}), (400, -32020))
        twice = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", "prompts/list"), ("mcp-method", "prompts/list")]
        self.assertEqual(self.post_mcp(service, "prompts/list", {"_meta": self.NEW}, twice).json()["error"]["code"], -32020)
        # What the head calls the new era carries it in the message, too.
        version = "io.modelcontextprotocol/protocolVersion"
        for meta in (None, {"x": 1}, {version: "2026-07-28"}):
            self.assertEqual(ask("prompts/list", {}, meta=meta), (400, -32602), meta)

    def test_a_version_of_the_old_era_is_not_asked_for_in_meta(self):
        answer = self.post_mcp(self.serve(), "prompts/list", {"_meta": {"io.modelcontextprotocol/protocolVersion": "2025-11-25"}})
        error = answer.json()["error"]
        self.assertEqual((answer.status, error["code"]), (400, -32022))
        self.assertEqual(error["data"], {"supported": ["2026-07-28"], "requested": "2025-11-25"})

    def test_lists_of_messages_belong_to_one_version(self):
        service = self.serve()
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        get = {"jsonrpc": "2.0", "id": 2, "method": "prompts/get", "params": {"name": "none"}}
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        for fields in ([], [("mcp-protocol-version", "2025-03-26")]):
            answer = service.ask("POST", "/mcp", [ping, note, get, 1], fields)
            self.assertEqual(answer.status, 200)
            self.assertEqual([(each["id"], each.get("error", {}).get("code")) for each in answer.json()],
                             [(1, None), (2, -32602), (None, -32600)])
            self.assertEqual(service.ask("POST", "/mcp", [note, note], fields).status, 202)
        for batch, fields in (([ping], [("mcp-protocol-version", "2025-06-18")]), ([], []), ([ping] * 101, [])):
            answer = service.ask("POST", "/mcp", batch, fields)
            self.assertEqual((answer.status, answer.json()["error"]["code"]), (400, -32600))

    def test_pushes_are_told(self):
        self.listen_and_push(self.serve("--store", f"sqlite:{self.root}/store.db"))

    def test_pushes_to_the_usual_store_are_told(self):
        self.listen_and_push(self.serve())

    def listen_and_push(self, service, other=None):
        uri = "galley://template/store:p"
        message = {"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen",
                   "params": {"_meta": self.NEW, "notifications": {"promptsListChanged": True, "resourceSubscriptions": [uri]}}}
        (other or service).post("store.push", {"name": "p", "type": "jinja", "text": "before"})
        with service.connect() as client:
            client.sendall(service.bytes_of("POST", "/mcp", message, [("accept", "text/event-stream")]))
            data = b""
            while b"acknowledged" not in data:
                data += client.recv(4096)
            self.assertEqual((other or service).post("store.push", {"name": "p", "type": "jinja", "text": "after"}).status, 200)
            while b"prompts/list_changed" not in data or b"resources/updated" not in data:
                data += client.recv(4096)
            self.assertIn(uri.encode(), data)

    def test_subscriptions_are_streams(self):
        service = self.serve()
        message = {"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen",
                   "params": {"_meta": self.NEW, "notifications": {"promptsListChanged": True}}}
        with service.connect() as client:
            client.sendall(service.bytes_of("POST", "/mcp", message, [("accept", "text/event-stream")]))
            data = b""
            while b"acknowledged" not in data:
                data += client.recv(4096)
            self.assertIn(b"text/event-stream", data)
            (self.templates / "new.j2").write_text("x")
            while b"prompts/list_changed" not in data:
                data += client.recv(4096)
            service.process.send_signal(signal.SIGTERM)
            data += read_all(client)
            self.assertIn(b'"resultType":"complete"', data)
        self.assertEqual(service.stop(), 0)


class Langfuse(ServiceTestCase):
    PATH = "/api/public/v2/prompts"

    def test_round_trips(self):
        service = self.serve()
        chat = [{"role": "system", "content": "You are {{x}}."}, {"type": "placeholder", "name": "history"},
                {"type": "chatmessage", "role": "user", "content": "Go --}} on"}]
        for request in ({"name": "a/text", "prompt": "Hi {{x}}", "labels": ["production"], "tags": ["t"], "config": {"temperature": 0.5, "s": "--}}"}},
                        {"name": "plain", "type": "text", "prompt": "No extras", "labels": ["production", "x"]},
                        {"name": "chat", "type": "chat", "prompt": chat, "config": {"a": [1]}, "labels": ["production"], "commitMessage": "why"}):
            made = service.ask("POST", self.PATH, request)
            self.assertEqual(made.status, 201, made.body)
            got = service.ask("GET", f"{self.PATH}/{request['name'].replace('/', '%2F')}").json()
            self.assertEqual(got, made.json())
            self.assertEqual((got["config"], got["tags"]), (request.get("config", {}), request.get("tags", [])))
            self.assertEqual(set(got["labels"]), {*request["labels"], "latest"})
            self.assertEqual(got["commitMessage"], request.get("commitMessage"))
            if request.get("type") == "chat":
                self.assertEqual([message.get("name") or message["content"] for message in got["prompt"]],
                                 ["You are {{x}}.", "history", "Go --}} on"])
            else:
                self.assertEqual(got["prompt"], request["prompt"])
        rendered = service.post("template.render", {"name": "store:a/text", "data": {"x": "Ann"}})
        self.assertEqual(rendered.json(), {"text": "Hi Ann"})

    def test_extras_come_back_as_they_were(self):
        service = self.serve()
        chat = [{"role": "user", "content": "Go"}]
        for config in ([], [1], "", "a\u2028b\u2029c\u0085d --}} e", 0, False, {"deep": [{}, None]}, {}):
            for prompt in ({"prompt": "Hi"}, {"type": "chat", "prompt": chat}):
                name = "c" + prompt.get("type", "text")
                made = service.ask("POST", self.PATH, {"name": name, "config": config, "labels": ["production"], **prompt})
                self.assertEqual(made.status, 201, made.body)
                self.assertEqual(service.ask("GET", f"{self.PATH}/{name}").json()["config"], config)
        comment = '{{!-- langfuse {"tags": ["x"]} --}}\nHi'
        made = service.ask("POST", self.PATH, {"name": "comment", "prompt": comment}).json()
        self.assertEqual((made["prompt"], made["tags"]), (comment, []))
        # Tags are those of the prompt, until a version brings others.
        for tags, expected in ((["a", "b"], ["a", "b"]), (None, ["a", "b"]), ([], [])):
            service.ask("POST", self.PATH, {"name": "t", "prompt": "x", **({} if tags is None else {"tags": tags})})
            self.assertEqual(service.ask("GET", f"{self.PATH}/t?version=1").json()["tags"], expected)

    def test_every_post_is_a_version(self):
        service = self.serve()
        for prompt in ({"name": "p", "prompt": "same"}, {"name": "c", "type": "chat", "prompt": [{"role": "user", "content": "same"}]}):
            for at in (1, 2, 3):
                made = service.ask("POST", self.PATH, {**prompt, "commitMessage": f"why {at}"}).json()
                self.assertEqual((made["version"], made["commitMessage"]), (at, f"why {at}"))
            ids = {service.ask("GET", f"{self.PATH}/{prompt['name']}?version={at}").json()["id"] for at in (1, 2, 3)}
            self.assertEqual(len(ids), 3)

    def test_a_chat_template_with_a_version_of_its_own_goes_on(self):
        service = self.serve()
        text = running.FILES["talk.chat.yaml"].replace("version: 1", "version: 7")
        self.assertEqual(service.post("store.push", {"name": "c", "type": "chat", "text": text}).status, 200)
        made = service.ask("POST", self.PATH, {"name": "c", "type": "chat", "prompt": [{"role": "user", "content": "x"}]})
        self.assertEqual((made.status, made.json()["version"]), (201, 2), made.body)

    def test_what_is_wrong_stores_nothing(self):
        service = self.serve()
        service.ask("POST", self.PATH, {"name": "p", "prompt": "one", "labels": ["production"]})
        for label in ("7", "a b", "", "x@y", "l" * 65):
            answer = service.ask("POST", self.PATH, {"name": "p", "prompt": "two", "labels": ["best", label]})
            self.assertEqual(answer.status, 400, (label, answer.body))
            answer = service.ask("PATCH", f"{self.PATH}/p/versions/1", {"newLabels": ["best", label]})
            self.assertEqual(answer.status, 400, (label, answer.body))
            self.assertTrue(answer.json()["diagnostics"][0]["message"])
        for wrong in ({"commitMessage": 1}, {"commitMessage": ["x"]}, {"isActive": "yes"}, {"type": 1}, {"type": "other"},
                      {"tags": "x"}, {"tags": [1]}, {"tags": {}}, {"labels": "x"}, {"labels": [1]}, {"labels": {}}):
            answer = service.ask("POST", self.PATH, {"name": "p", "prompt": "two", **wrong})
            self.assertEqual((answer.status, answer.code()), (400, "invalid-params"), wrong)
        got = service.ask("GET", f"{self.PATH}/p?label=latest").json()
        self.assertEqual((got["version"], set(got["labels"])), (1, {"production", "latest"}))

    def test_bad_names_are_bad_requests(self):
        service = self.serve()
        for name in ("n@1", "store:n", "", "../x", "a//b"):
            answer = service.ask("POST", self.PATH, {"name": name, "prompt": "x"})
            self.assertEqual(answer.status, 400, (name, answer.body))
        service.ask("POST", self.PATH, {"name": "n", "prompt": "x", "labels": ["production"]})
        for path in ("n%401", "store:n", "n?label=7", "n?label=a%40b", "n?label=a%20b", "n?label=%zz", "n?version=%"):
            self.assertEqual(service.ask("GET", f"{self.PATH}/{path}").status, 400, path)
        self.assertEqual(service.ask("GET", f"{self.PATH}?label=%00").status, 400)
        self.assertEqual(service.ask("PATCH", f"{self.PATH}/store:n/versions/1", {"newLabels": ["x"]}).status, 400)

    def test_a_name_may_look_like_a_version(self):
        service = self.serve()
        service.ask("POST", self.PATH, {"name": "a/versions/3", "prompt": "x", "labels": ["production"]})
        for path in ("a/versions/3", "a%2Fversions%2F3"):
            self.assertEqual(service.ask("GET", f"{self.PATH}/{path}").json()["name"], "a/versions/3")
        patched = service.ask("PATCH", f"{self.PATH}/a/versions/3/versions/1", {"newLabels": ["best"]})
        self.assertEqual((patched.status, patched.json()["name"]), (200, "a/versions/3"))
        self.assertEqual(service.ask("PATCH", f"{self.PATH}/a/versions/3", {"newLabels": ["best"]}).status, 404)
        self.assertEqual(service.ask("OPTIONS", f"{self.PATH}/a/versions/3").fields["allow"], "GET, HEAD, OPTIONS, PATCH")

    def test_versions_and_labels(self):
        service = self.serve()
        for at in range(3):
            service.ask("POST", self.PATH, {"name": "p", "prompt": f"text {at}"})
        self.assertEqual(service.ask("GET", f"{self.PATH}/p").status, 404)
        self.assertEqual(service.ask("GET", f"{self.PATH}/p?label=latest").json()["prompt"], "text 2")
        patched = service.ask("PATCH", f"{self.PATH}/p/versions/2", {"newLabels": ["production", "best"]})
        self.assertEqual(set(patched.json()["labels"]), {"production", "best"})
        self.assertEqual(service.ask("GET", f"{self.PATH}/p").json()["version"], 2)
        self.assertEqual(service.ask("GET", f"{self.PATH}/p?version=1").json()["prompt"], "text 0")
        for query, status in (("version=9", 404), ("label=none", 404), ("version=x", 400), ("version=1&label=a", 400)):
            self.assertEqual(service.ask("GET", f"{self.PATH}/p?{query}").status, status, query)
        self.assertEqual(service.ask("PATCH", f"{self.PATH}/p/versions/9", {"newLabels": ["x"]}).status, 404)
        self.assertEqual(service.ask("PATCH", f"{self.PATH}/p/versions/1", {"newLabels": ["latest"]}).status, 400)

    def test_pages(self):
        service = self.serve()
        self.assertEqual(service.ask("GET", self.PATH).json()["meta"]["totalItems"], 0)
        for at in range(5):
            service.ask("POST", self.PATH, {"name": f"p{at}", "prompt": "x", "labels": ["production"] if at else []})
        page = service.ask("GET", f"{self.PATH}?page=2&limit=2").json()
        self.assertEqual([row["name"] for row in page["data"]], ["p2", "p3"])
        self.assertEqual(page["meta"], {"page": 2, "limit": 2, "totalItems": 5, "totalPages": 3})
        self.assertEqual(service.ask("GET", f"{self.PATH}?label=production").json()["meta"]["totalItems"], 4)
        self.assertEqual(service.ask("GET", f"{self.PATH}?page=0").status, 400)
        service.ask("POST", self.PATH, {"name": "tagged", "prompt": "x", "tags": ["a b"]})
        self.assertEqual([row["name"] for row in service.ask("GET", f"{self.PATH}?tag=a%20b").json()["data"]], ["tagged"])

    def test_what_would_be_lost_is_refused(self):
        service = self.serve()
        for request in ({"name": "p", "prompt": "x", "unknown": 1}, {"name": "p", "type": "chat", "prompt": "x"},
                        {"name": "p", "type": "chat", "prompt": [{"role": "tool", "content": "x"}]},
                        {"name": "p", "type": "chat", "prompt": [{"role": "user", "content": "x", "name": "y"}]},
                        {"name": "p", "prompt": ["x"]}, {"prompt": "x"}, {"name": "p", "prompt": "x", "labels": ["latest"]}):
            answer = service.ask("POST", self.PATH, request)
            self.assertEqual((answer.status, answer.code()), (400, "invalid-params"), request)
        self.assertEqual(service.ask("GET", f"{self.PATH}/p?label=latest").status, 404)


class Postgresql(ServiceTestCase):
    """Two processes on one database."""

    NEW = Mcp.NEW

    def setUp(self):
        super().setUp()
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not programs:
            self.skipTest("PostgreSQL is not installed")
        self.programs = programs[-1].parent
        self.home = tempfile.mkdtemp(prefix="galley_pg")
        self.addCleanup(shutil.rmtree, self.home, True)
        self.user = []
        if os.geteuid() == 0:
            shutil.chown(self.home, "postgres", "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        self.run_program("initdb", "-D", f"{self.home}/data", "-U", "galley", "-A", "trust", "-E", "UTF8")
        self.run_program("pg_ctl", "-D", f"{self.home}/data", "-w", "-l", f"{self.home}/log", "-o",
                         f"-k {self.home} -c listen_addresses='' -c fsync=off", "start")
        self.addCleanup(self.run_program, "pg_ctl", "-D", f"{self.home}/data", "-m", "immediate", "stop")
        self.url = f"postgresql://galley@/postgres?host={self.home}"

    def run_program(self, name, *words):
        subprocess.run([*self.user, str(self.programs / name), *words], check=True, cwd="/", stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=120)

    def test_a_push_through_one_is_seen_by_the_other(self):
        first, second = (self.serve("--store", self.url) for _ in range(2))
        self.assertEqual(second.ask("GET", "/readyz").status, 200)
        for at in range(10):
            pushed = first.post("store.push", {"name": "p", "type": "jinja", "text": f"v{at}"})
            self.assertEqual(pushed.status, 200, pushed.body)
            # 10 ms, and the notice.
            for _ in range(100):
                text = second.post("template.render", {"name": "store:p"}).json().get("text")
                if text == f"v{at}":
                    break
                time.sleep(0.005)
            self.assertEqual(text, f"v{at}")
        self.assertIn("\ngalley_store_up 1\n", second.ask("GET", "/metrics").body.decode())
        Mcp.listen_and_push(self, first, second)
        first.post("store.push", {"name": "p", "type": "jinja", "text": "v9"})
        self.run_program("pg_ctl", "-D", f"{self.home}/data", "-m", "immediate", "stop")
        self.assertEqual(second.ask("GET", "/readyz").status, 503)
        self.assertEqual(second.post("store.push", {"name": "p", "type": "jinja", "text": "x"}).status, 503)
        self.run_program("pg_ctl", "-D", f"{self.home}/data", "-w", "-l", f"{self.home}/log", "-o",
                         f"-k {self.home} -c listen_addresses='' -c fsync=off", "start")
        for _ in range(100):
            if second.ask("GET", "/readyz").status == 200:
                break
            time.sleep(0.1)
        self.assertEqual(second.post("template.render", {"name": "store:p"}).json(), {"text": "v9"})


class Ends(ServiceTestCase):
    def test_term_answers_what_was_accepted(self):
        service = self.serve("--log", "off", "--threads", "2")
        body = {"name": "hello", "data": {"name": "x"}}
        lost, done, stopping = [], [], threading.Event()

        def load():
            while not stopping.is_set():
                try:
                    client = service.connect()
                except ConnectionRefusedError:
                    return
                with client:
                    data = b""
                    for _ in range(1000):
                        try:
                            client.sendall(service.bytes_of("POST", "/v1/template.render", body))
                        except (BrokenPipeError, ConnectionResetError):
                            lost.append("send")
                            return
                        try:
                            answer, data = read_answer(client, data)
                        except (AssertionError, ConnectionResetError):
                            lost.append("answer")
                            return
                        done.append(answer.status)
                        if answer.fields.get("connection") == "close":
                            break

        threads = [threading.Thread(target=load) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        self.assertEqual(service.process.wait(10), 0)
        self.assertLess(time.monotonic() - began, 10)
        stopping.set()
        for thread in threads:
            thread.join()
        self.assertEqual(lost, [])
        self.assertEqual(set(done), {200})

    def test_idle_connections_do_not_keep_it(self):
        service = self.serve()
        with service.connect() as client:
            self.assertEqual(service.stop(), 0)
            self.assertEqual(client.recv(1), b"")

    def test_work_for_those_who_left_does_not_keep_it(self):
        for _ in range(5):
            service = self.serve("--log", "off", "--threads", "1")
            slow = service.bytes_of("POST", "/v1/template.render", {"name": "slow"})
            for _ in range(40):
                client = service.connect()
                client.sendall(slow)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                client.close()
            began = time.monotonic()
            self.assertEqual(service.stop(), 0)
            self.assertLess(time.monotonic() - began, 10)

    def test_hangup_looks_again(self):
        service = self.serve()
        config = self.root / ".galley/config.toml"
        (self.root / "more").mkdir()
        (self.root / "more/extra.j2").write_text("extra")
        config.write_text('project-template-paths = ["more"]\n')
        service.process.send_signal(signal.SIGHUP)
        for _ in range(20):
            if service.post("template.render", {"name": "extra"}).status == 200:
                break
            time.sleep(0.1)
        self.assertEqual(service.post("template.render", {"name": "extra"}).json(), {"text": "extra"})

    def test_unix_sockets(self):
        path = self.root / "s.sock"
        service = self.serve(listen=("127.0.0.1:0", f"unix:{path}"))
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            client.sendall(b"GET /healthz HTTP/1.1\r\nhost: any\r\nconnection: close\r\n\r\n")
            self.assertEqual(Answer(read_all(client)).status, 200)
        self.assertEqual(service.stop(), 0)
        self.assertFalse(path.exists())

    def test_several_processes_share_a_port_and_a_store(self):
        first = self.serve("--reuse-port")
        second = self.serve("--reuse-port", listen=(f"127.0.0.1:{first.port}",))
        self.assertEqual(first.port, second.port)
        for at in range(20):
            self.assertEqual(first.post("store.push", {"name": "p", "type": "jinja", "text": f"v{at}"}).status, 200)
            for _ in range(4):
                self.assertEqual(first.post("template.render", {"name": "store:p"}).json(), {"text": f"v{at}"})


if __name__ == "__main__":
    ServiceTestCase.galley = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
