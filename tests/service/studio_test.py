"""The page of the studio and what only it asks for: its headers, files that are read and
saved, texts that are not saved yet, and the token that lets one browser in.

usage: studio_test.py GALLEY [unittest arguments]
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import unittest

import running
from running import Running, ServiceTestCase


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


class Page(ServiceTestCase):
    def test_the_policy_is_that_of_the_contract(self):
        service = self.serve("--log", "off")
        first, second = service.ask("GET", "/"), service.ask("GET", "/")
        policy = first.fields["content-security-policy"]
        nonce = re.search(r"'nonce-([0-9a-f]{32})'", policy)[1]
        self.assertEqual(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' "
                         f"'nonce-{nonce}'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
                         "frame-ancestors 'none'")
        self.assertNotEqual(policy, second.fields["content-security-policy"])
        self.assertEqual(first.fields["x-content-type-options"], "nosniff")
        self.assertEqual(first.fields["cache-control"], "no-store")
        page = first.body.decode()
        if "data-scopes" not in page:
            self.skipTest("this command was built without the studio")
        self.assertIn(f'nonce="{nonce}"', page)
        self.assertIn('data-scopes="read render write"', page)
        # No script and no style is in the page itself.
        self.assertEqual(re.findall(r"<script[^>]*>", page), ['<script type="module" src="/studio.js">'])
        self.assertNotRegex(page, r"<style|\sstyle=|\son[a-z]+=|javascript:")

    def test_its_files_are_sent_once(self):
        service = self.serve("--log", "off")
        answer = service.ask("GET", "/studio.js")
        if answer.status == 404:
            self.skipTest("this command was built without the studio")
        self.assertEqual(answer.fields["content-type"], "text/javascript; charset=utf-8")
        self.assertEqual(answer.fields["x-content-type-options"], "nosniff")
        again = service.ask("GET", "/studio.js", fields=[("if-none-match", answer.fields["etag"])])
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(service.ask("GET", "/studio.css").fields["content-type"], "text/css; charset=utf-8")
        self.assertEqual(service.ask("POST", "/studio.js").status, 405)

    def test_it_renders_with_the_package_that_the_project_has(self):
        version = subprocess.run([self.galley, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
        package = self.root / "node_modules" / "galley-prompts"
        (package / "dist" / "wasm").mkdir(parents=True)
        (package / "dist" / "wasm" / "galley.wasm").write_bytes(b"\0asm\1\0\0\0")
        for there, is_served in ((version, True), ("0.0.1", False)):
            (package / "package.json").write_text(json.dumps({"name": "galley-prompts", "version": there}))
            service = self.serve("--log", "off")
            page = service.ask("GET", "/").body.decode()
            if "data-scopes" not in page:
                self.skipTest("this command was built without the studio")
            self.assertEqual('data-module="/galley.wasm"' in page, is_served)
            module = service.ask("GET", "/galley.wasm")
            self.assertEqual(module.status, 200 if is_served else 404)
            if is_served:
                self.assertEqual((module.fields["content-type"], module.body), ("application/wasm", b"\0asm\1\0\0\0"))

    def test_without_the_page_there_are_no_files_of_it(self):
        service = self.serve("--no-studio", "--log", "off")
        for path in ("/", "/studio.js", "/studio.css", "/studio.svg", "/galley.wasm"):
            self.assertEqual(service.ask("GET", path).status, 404)

    def test_a_read_only_page_says_so(self):
        page = self.serve("--read-only", "--log", "off").ask("GET", "/").body.decode()
        if "data-scopes" in page:
            self.assertIn('data-scopes="read render"', page)


class Files(ServiceTestCase):
    def test_a_template_is_read_as_it_is(self):
        service = self.serve("--log", "off")
        (self.templates / "bad.chat.yaml").write_text("a: [b\n")
        answer = service.post("file.read", {"name": "bad"}).json()
        self.assertEqual((answer["path"], answer["text"], answer["digest"]),
                         (".galley/templates/bad.chat.yaml", "a: [b\n", digest("a: [b\n")))
        self.assertEqual(answer["entry"]["type"], "chat")
        self.assertEqual(service.post("file.read", {"path": ".galley/templates/bad.chat.yaml"}).json()["text"], "a: [b\n")
        for params, status in (({"path": "../x.j2"}, 403), ({"path": "/etc/passwd"}, 403), ({"path": "none.j2"}, 404), ({"path": ".env"}, 400), ({"path": ".galley/config.toml"}, 400),
                               ({}, 400), ({"name": "a", "path": "b"}, 400), ({"name": "none"}, 404)):
            self.assertEqual(service.post("file.read", params).status, status, params)

    def test_saving_is_refused_where_the_file_changed(self):
        service = self.serve("--log", "off")
        path = ".galley/templates/new.j2"
        answer = service.post("file.write", {"path": path, "text": "one"})
        self.assertEqual((answer.status, answer.json()), (200, {"path": path, "digest": digest("one")}))
        self.assertEqual((self.root / path).read_text(), "one")
        again = service.post("file.write", {"path": path, "text": "two"})
        self.assertEqual((again.status, again.code()), (409, "stale-push"))
        self.assertEqual(service.post("file.write", {"path": path, "text": "two", "base": digest("one")}).status, 200)
        (self.root / path).write_text("theirs")
        late = service.post("file.write", {"path": path, "text": "three", "base": digest("two")})
        self.assertEqual((late.status, late.code()), (409, "stale-push"))
        self.assertEqual((self.root / path).read_text(), "theirs")
        (self.root / path).unlink()
        gone = service.post("file.write", {"path": path, "text": "three", "base": digest("theirs")})
        self.assertEqual((gone.status, gone.code()), (409, "stale-push"))
        self.assertFalse((self.root / path).exists())

    def test_only_templates_and_tests_below_the_root_are_written(self):
        service = self.serve("--log", "off")
        outside = self.root.parent / (self.root.name + "-outside.j2")
        outside.write_text("outside")
        self.addCleanup(outside.unlink)
        (self.templates / "link.j2").symlink_to(outside)
        os.mkfifo(self.templates / "pipe.j2")
        for path in ("../x.j2", "/tmp/x.j2", "~/x.j2", ".git/hooks/pre-commit", ".galley/config.toml", "x.py", "data.json",
                     ".galley/templates/link.j2", ".galley/templates/pipe.j2", "a/../../x.j2", ""):
            answer = service.post("file.write", {"path": path, "text": "x"})
            self.assertGreaterEqual(answer.status, 400, path)
            answer = service.post("file.write", {"path": path, "text": "x", "base": digest("outside")})
            self.assertGreaterEqual(answer.status, 400, path)
        self.assertEqual(outside.read_text(), "outside")
        self.assertTrue((self.templates / "link.j2").is_symlink())
        self.assertFalse((self.root / "x.py").exists())
        large = service.post("file.write", {"path": ".galley/templates/large.j2", "text": "x" * (2 << 20)})
        self.assertEqual((large.status, large.code()), (422, "limit-size"))
        self.assertFalse((self.templates / "large.j2").exists())
        self.assertEqual(service.post("file.write", {"path": ".galley/templates/a.test.yaml", "text": "cases: []\n"}).status, 200)

    def test_a_read_only_service_saves_nothing(self):
        service = self.serve("--read-only", "--log", "off")
        answer = service.post("file.write", {"path": ".galley/templates/x.j2", "text": "x"})
        self.assertEqual(answer.status, 403)
        self.assertFalse((self.templates / "x.j2").exists())

    def test_a_page_of_another_site_saves_nothing(self):
        service = self.serve("--log", "off")
        answer = service.post("file.write", {"path": ".galley/templates/x.j2", "text": "x"}, fields=[("origin", "http://evil.example")])
        self.assertEqual(answer.status, 403)


class Unsaved(ServiceTestCase):
    def test_what_is_not_saved_is_what_is_rendered(self):
        service = self.serve("--log", "off")
        (self.templates / "outer.j2").write_text("<{% include 'hello' %}>")
        entry = service.post("catalog.resolve", {"name": "hello"}).json()
        unsaved = {"unsaved": {entry["absolute_path"]: "Typed {{ name }}"}}
        asked = {"name": "outer", "data": {"name": "Ann"}, "workspace": unsaved}
        self.assertEqual(service.post("template.render", asked).json()["text"], "<Typed Ann>")
        relative = {"unsaved": {".galley/templates/" + entry["relative_path"]: "Typed {{ name }}"}}
        self.assertEqual(service.post("template.render", {**asked, "workspace": relative}).json()["text"], "<Typed Ann>")
        # The file is as it was, and so is what others see.
        self.assertNotIn("Typed", service.post("template.render", {"name": "hello", "data": {"name": "Ann"}}).json()["text"])
        self.assertEqual(service.post("catalog.resolve", {"name": "hello", "workspace": unsaved}).json(), entry)

    def test_it_is_checked_and_explained(self):
        service = self.serve("--log", "off")
        path = service.post("catalog.resolve", {"name": "talk"}).json()["absolute_path"]
        text = service.post("file.read", {"name": "talk"}).json()["text"]
        broken = {"unsaved": {path: text + "\nlayout: 3\n"}}
        found = service.post("catalog.check", {"workspace": broken, "names": ["talk"]}).json()["findings"]
        self.assertTrue(any(each["severity"] == "error" for each in found), found)
        longer = {"unsaved": {path: text.replace("role: user", "role: assistant")}}
        told = service.post("chat.explain", {"template": {"name": "talk", "workspace": longer}, "context": {"topic": "tea"}})
        self.assertEqual(told.status, 200, told.body)
        self.assertIn("assistant", [each["role"] for each in told.json()["messages"]])

    def test_a_new_file_is_found(self):
        service = self.serve("--log", "off")
        unsaved = {"unsaved": {".galley/templates/fresh/new.j2": "New {{ x }}"}}
        answer = service.post("template.render", {"name": "fresh/new", "data": {"x": 1}, "workspace": unsaved})
        self.assertEqual(answer.json(), {"text": "New 1"})

    def test_it_leads_nowhere_else(self):
        service = self.serve("--log", "off")
        for workspace, status in (({"unsaved": {}, "dir": "/"}, 403), ({"unsaved": {"../x.j2": "x"}}, 400),
                                  ({"unsaved": {"a.j2": 1}}, 400), ({"unsaved": {"/etc/x.j2": "x"}}, 404)):
            answer = service.post("template.render", {"name": "x", "workspace": workspace})
            self.assertEqual(answer.status, status, (workspace, answer.body))


class Names(ServiceTestCase):
    def test_what_templates_can_call(self):
        service = self.serve("--log", "off")
        jinja = service.post("text.names", {"language": "jinja"}).json()
        self.assertIn({"name": "join", "parameters": ["d?", "attribute?"]}, jinja["filters"])
        self.assertIn("defined", [each["name"] for each in jinja["tests"]])
        self.assertIn("range", [each["name"] for each in jinja["functions"]])
        self.assertTrue(service.post("text.names", {"language": "handlebars"}).json()["helpers"])


class OneTimeToken(ServiceTestCase):
    def studio(self, *options):
        process = subprocess.Popen([self.galley, "studio", "--no-browser", "--project-root", str(self.root), *options],
                                   stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   env={**os.environ, "HOME": str(self.root), "XDG_CONFIG_HOME": str(self.root / "config")})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        place = process.stderr.readline().decode().split()[2]
        address = process.stderr.readline().decode().split()[1]
        service = Running.__new__(Running)
        service.process, service.port = process, int(place.rsplit(":", 1)[1])
        return service, address.removeprefix(place)

    def test_it_opens_the_page_once(self):
        service, path = self.studio()
        self.assertRegex(path, r"^/\?token=galley_[A-Za-z0-9_-]{20,}$")
        for refused in ("/", "/?token=x", "/?x", "/v1/operations", "/metrics"):
            self.assertEqual(service.ask("GET", refused).status, 401, refused)
        self.assertEqual(service.post("catalog.list", {}).status, 401)
        answer = service.ask("GET", path)
        self.assertEqual((answer.status, answer.fields["location"]), (303, "/"))
        cookie = answer.fields["set-cookie"]
        for part in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(part, cookie)
        # The address is spent, whoever has it.
        self.assertEqual(service.ask("GET", path).status, 401)
        known = [("cookie", "other=1; " + cookie.split(";")[0])]
        self.assertEqual(service.ask("GET", "/", fields=known).status, 200)
        self.assertEqual(service.post("catalog.list", {}, fields=known).status, 200)
        written = service.post("file.write", {"path": ".galley/templates/n.j2", "text": "n"}, fields=known)
        self.assertEqual(written.status, 200)
        wrong = [("cookie", cookie.split(";")[0][:-1] + "x")]
        self.assertEqual(service.post("catalog.list", {}, fields=wrong).status, 401)
        self.assertEqual(service.ask("GET", "/healthz").status, 200)

    def test_a_read_only_studio_saves_nothing(self):
        service, path = self.studio("--read-only")
        known = [("cookie", service.ask("GET", path).fields["set-cookie"].split(";")[0])]
        self.assertEqual(service.post("file.write", {"path": ".galley/templates/n.j2", "text": "n"}, fields=known).status, 403)
        self.assertEqual(service.post("template.render", {"name": "hello", "data": {"name": "Ann"}}, fields=known).status, 200)


if __name__ == "__main__":
    ServiceTestCase.galley = os.path.abspath(sys.argv.pop(1))
    unittest.main()
