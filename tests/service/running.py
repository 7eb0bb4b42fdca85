"""A service that runs for a test, and clients that speak raw bytes."""

import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import tempfile
import time
import unittest

FILES = {
    "hello.j2": "Hello {{ name }}!",
    "pair.hbs": "{{a}} and {{b}}",
    "broken.j2": "{% if %}",
    "slow.j2": "{% for a in range(1000) %}{% for b in range(1000) %}{% set x = a + b %}{% endfor %}{% endfor %}done",
    "talk.chat.yaml": """id: talk
name: Talk
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: user, content: "Begin."}
slots: {}
""",
    "hello.test.yaml": "cases:\n- name: greets\n  context: {name: Ann}\n  expect: {text: 'Hello Ann!'}\n",
}


class Answer:
    """A response, read from its bytes."""

    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1])
        self.fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.fields[name.lower()] = value.strip()

    def json(self):
        return json.loads(self.body)

    def code(self):
        return self.json()["diagnostics"][0]["code"]


class Running:
    """A process of the service."""

    def __init__(self, galley, root, *options, listen=("127.0.0.1:0",)):
        words = [galley, "serve", "--project-root", str(root)]
        for address in listen:
            words += ["--listen", address]
        self.process = subprocess.Popen(
            words + list(options), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(root), "XDG_CONFIG_HOME": str(root / "config")})
        self.log = b""
        self.places = []
        for _ in listen:
            line = self.process.stderr.readline().decode()
            if not line.startswith("listening on "):
                raise RuntimeError(line + self.process.stderr.read().decode())
            self.places.append(line.split()[2])
        port = [place for place in self.places if place.startswith("http://")]
        self.port = int(port[0].rsplit(":", 1)[1]) if port else 0
        os.set_blocking(self.process.stderr.fileno(), False)

    def connect(self, timeout=20):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, data, timeout=20, half_close=False):
        """All that comes back to some bytes, until the service closes the connection."""
        with self.connect(timeout) as client:
            client.sendall(data)
            if half_close:
                client.shutdown(socket.SHUT_WR)
            return read_all(client)

    def ask(self, method, path, body=None, fields=(), host=None):
        """One request on a connection of its own."""
        return Answer(self.raw(self.bytes_of(method, path, body, (*fields, ("connection", "close")), host)))

    def bytes_of(self, method, path, body=None, fields=(), host=None):
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"host: {host or f'127.0.0.1:{self.port}'}"]
        if body is not None:
            lines += [f"content-length: {len(body)}"]
            if not any(name == "content-type" for name, _ in fields):
                lines += ["content-type: application/json"]
        lines += [f"{name}: {value}" for name, value in fields]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + (body or b"")

    def post(self, operation, params, fields=()):
        return self.ask("POST", f"/v1/{operation}", params, fields)

    def logs(self):
        """The lines that were logged so far."""
        time.sleep(0.05)
        while select.select([self.process.stderr], [], [], 0.1)[0]:
            data = os.read(self.process.stderr.fileno(), 1 << 20)
            if not data:
                break
            self.log += data
        return [json.loads(line) for line in self.log.decode().splitlines()]

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.process.stderr.close()
        return status


def read_all(client):
    data = b""
    while True:
        try:
            part = client.recv(1 << 16)
        except ConnectionResetError:
            return data
        if not part:
            return data
        data += part


def read_answer(client, data=b""):
    """One response of a connection that stays, and what follows it."""
    while b"\r\n\r\n" not in data:
        part = client.recv(1 << 16)
        assert part, f"closed after {data!r}"
        data += part
    head, _, rest = data.partition(b"\r\n\r\n")
    answer = Answer(head + b"\r\n\r\n")
    length = int(answer.fields.get("content-length", 0))
    while len(rest) < length:
        part = client.recv(1 << 16)
        assert part, "closed in the middle of a body"
        rest += part
    answer.body = rest[:length]
    return answer, rest[length:]


class ServiceTestCase(unittest.TestCase):
    galley = ""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name).resolve()
        self.templates = self.root / ".galley/templates"
        for name, text in FILES.items():
            path = self.templates / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.running = []

    def tearDown(self):
        for service in self.running:
            if service.process.poll() is None:
                service.process.kill()
                service.process.wait()
            service.process.stderr.close()
        self.directory.cleanup()

    def serve(self, *options, **more):
        self.running.append(Running(self.galley, self.root, *options, **more))
        return self.running[-1]
