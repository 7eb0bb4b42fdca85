"""What bad clients do to `galley serve`: requests that are none, slowness, leaving early.

usage: abuse_test.py GALLEY [unittest arguments]

GALLEY_ABUSE=full opens 10,000 connections and waits for every time-out.
"""

import json
import os
import resource
import socket
import struct
import sys
import threading
import time
import unittest

from running import Answer, ServiceTestCase, read_all, read_answer

FULL = os.environ.get("GALLEY_ABUSE") == "full"
RENDER = {"name": "hello", "data": {"name": "Ann"}}


class Abuse(ServiceTestCase):
    def setUp(self):
        super().setUp()
        self.service = self.serve("--log", "off")

    def assert_well(self):
        """The service still answers, as it should."""
        answer = self.service.post("template.render", RENDER)
        self.assertEqual((answer.status, answer.json()), (200, {"text": "Hello Ann!"}))

    def host(self):
        return f"host: 127.0.0.1:{self.service.port}\r\n"

    def first_status(self, data, **more):
        answer = self.service.raw(data, **more)
        return Answer(answer).status if answer else None

    def test_malformed_requests(self):
        host = self.host()
        post = f"POST /v1/version HTTP/1.1\r\n{host}"
        for data in ("GET / HTTP/1.1\n" + host + "\n", "GET /healthz HTTP/1.1\r\n\r\n",
                     f"GET /healthz HTTP/1.1\r\n{host}{host}\r\n", "\r\n\r\n", "\0\r\n\r\n", "GET\r\n\r\n",
                     f"GET /healthz HTTP/1.1\r\n{host}x\0y: z\r\n\r\n", f"GET /heal\0thz HTTP/1.1\r\n{host}\r\n",
                     f"GET http://127.0.0.1/healthz HTTP/1.1\r\n{host}\r\n", f"GET healthz HTTP/1.1\r\n{host}\r\n",
                     f"GET /healthz HTTP/1.1\r\n{host}a: b\r\n c\r\n\r\n", f"GET /healthz HTTP/1.1\r\n{host}a : b\r\n\r\n",
                     f"GET /healthz HTTP/9.9\r\n{host}\r\n", f"GET /healthz\r\n{host}\r\n",
                     post + "content-length: 2\r\ncontent-length: 2\r\n\r\n{}",
                     post + "content-length: 2\r\ncontent-length: 3\r\n\r\n{}",
                     post + "content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
                     post + "transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
                     post + "transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
                     post + "transfer-encoding: identity\r\n\r\n",
                     post + "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n",
                     post + "content-length: -1\r\n\r\n", post + "content-length: 1e3\r\n\r\n",
                     post + "content-length: 99999999999999999999\r\n\r\n",
                     post + "transfer-encoding: chunked\r\n\r\n-2\r\nab\r\n0\r\n\r\n",
                     post + "transfer-encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
                     post + "transfer-encoding: chunked\r\n\r\nzz\r\n",
                     post + "transfer-encoding: chunked\r\n\r\n2;" + "x" * 400 + "\r\n{}\r\n0\r\n\r\n",
                     post + "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx-trailer: 1\r\n\r\n",
                     post + "transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
                     f"GET /{'a' * 9000} HTTP/1.1\r\n{host}\r\n", f"GET /healthz HTTP/1.1\r\n{host}x: {'a' * 20000}\r\n\r\n",
                     f"GET /healthz HTTP/1.1\r\n{host}" + "a: b\r\n" * 100 + "\r\n",
                     "GET / HTTP/1.1\r\n" + "a" * 100000, "a" * 100000):
            status = self.first_status(data.encode("latin-1"))
            self.assertTrue(status is None or 400 <= status < 600, (status, data[:120]))
            self.assertNotEqual(status, 200)
        self.assert_well()

    def test_what_is_refused_does_not_become_a_request(self):
        """A body that is not believed must not be read as the next request."""
        smuggled = f"GET /v1/operations HTTP/1.1\r\n{self.host()}\r\n"
        for field in ("transfer-encoding: gzip", "content-length: 4\r\ntransfer-encoding: chunked", "content-length: x"):
            data = f"POST /v1/version HTTP/1.1\r\n{self.host()}{field}\r\n\r\n{smuggled}"
            answer = self.service.raw(data.encode())
            self.assertEqual(answer.count(b"HTTP/1.1 "), 1, field)
            self.assertNotIn(b"template.render", answer)

    def test_many_requests_in_one_go(self):
        one = self.service.bytes_of("POST", "/v1/template.render", RENDER)
        with self.service.connect() as client:
            sender = threading.Thread(target=lambda: client.sendall(one * 1000))
            sender.start()
            data = b""
            for _ in range(1000):
                answer, data = read_answer(client, data)
                self.assertEqual(answer.json(), {"text": "Hello Ann!"})
            sender.join()

    def test_every_early_end(self):
        whole = self.service.bytes_of("POST", "/v1/template.render", RENDER)
        for size in range(len(whole)):
            with self.service.connect() as client:
                client.sendall(whole[:size])
        self.assert_well()

    def test_byte_by_byte(self):
        whole = self.service.bytes_of("POST", "/v1/template.render", RENDER, [("connection", "close")])
        with self.service.connect() as client:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for at in range(len(whole)):
                client.sendall(whole[at:at + 1])
            self.assertEqual(Answer(read_all(client)).json(), {"text": "Hello Ann!"})

    def test_chunks(self):
        body = json.dumps(RENDER).encode()
        chunks = b"".join(b"1\r\n" + body[at:at + 1] + b"\r\n" for at in range(len(body)))
        head = f"POST /v1/template.render HTTP/1.1\r\n{self.host()}transfer-encoding: Chunked\r\n"
        data = (head + "connection: close\r\n\r\n").encode() + chunks + b"0\r\n\r\n"
        self.assertEqual(Answer(self.service.raw(data)).json(), {"text": "Hello Ann!"})

    def test_a_half_closed_client_gets_its_answer(self):
        for params in (RENDER, {"name": "talk", "data": {"topic": "x"}}):
            data = self.service.bytes_of("POST", "/v1/template.render", params)
            self.assertEqual(Answer(self.service.raw(data, half_close=True)).status, 200)

    def test_continue(self):
        body = json.dumps(RENDER).encode()
        with self.service.connect() as client:
            client.sendall(f"POST /v1/template.render HTTP/1.1\r\n{self.host()}expect: 100-continue\r\n"
                           f"content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode())
            self.assertEqual(client.recv(100), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(body)
            self.assertEqual(Answer(read_all(client)).json(), {"text": "Hello Ann!"})

    def test_a_body_that_is_only_announced(self):
        for length in (2 << 30, (8 << 20) + 1):
            data = f"POST /v1/version HTTP/1.1\r\n{self.host()}content-length: {length}\r\n\r\n"
            self.assertEqual(self.first_status(data.encode()), 413)
        chunked = f"POST /v1/version HTTP/1.1\r\n{self.host()}transfer-encoding: chunked\r\n\r\n900000\r\n"
        self.assertEqual(self.first_status(chunked.encode()), 413)
        # Whoever does not wait is told, too.
        data = f"POST /v1/version HTTP/1.1\r\n{self.host()}content-length: {9 << 20}\r\n\r\n".encode() + b"x" * (1 << 20)
        self.assertEqual(self.first_status(data), 413)
        self.assert_well()

    def test_clients_that_leave(self):
        slow = self.service.bytes_of("POST", "/v1/template.render", {"name": "slow"})
        for at in range(60):
            client = self.service.connect()
            client.sendall(slow)
            if at % 2:  # a reset, not an end
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        self.assert_well()
        # None of them is kept; the one that asks is.
        for _ in range(100):
            text = self.service.ask("GET", "/metrics").body.decode()
            if "\ngalley_http_connections 1\n" in text:
                break
            time.sleep(0.1)
        self.assertIn("\ngalley_http_connections 1\n", text)

    def processor_seconds(self):
        with open(f"/proc/{self.service.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait_for_abandoned(self, count):
        for _ in range(600):
            if f"\ngalley_http_abandoned_total {count}\n" in self.service.ask("GET", "/metrics").body.decode():
                return
            time.sleep(0.05)
        self.fail(f"not {count} abandoned")

    def test_leaving_stops_a_render(self):
        """A run of tests would take seconds; one that only closed is seen by the second look."""
        began = self.processor_seconds()
        self.assertEqual(self.service.post("template.render", {"name": "slow"}).status, 422)
        one = max(self.processor_seconds() - began, 0.02)
        number = max(40, int(10 / one))
        cases = "".join(f"- name: c{at}\n  context: {{}}\n  expect: {{text: x}}\n" for at in range(number))
        files = {"a.j2": (self.templates / "slow.j2").read_text(), "a.test.yaml": "cases:\n" + cases}
        many = self.service.bytes_of("POST", "/v1/tests.run", {"workspace": {"files": files}})
        for count, is_reset in ((1, True), (2, False)):
            client = self.service.connect()
            client.sendall(many)
            time.sleep(0.2)
            if is_reset:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            began = self.processor_seconds()
            client.close()
            self.wait_for_abandoned(count)
            self.assertLess(self.processor_seconds() - began, number * one / 2)
        self.assert_well()

    def test_slow_heads_are_cut(self):
        clients = [self.service.connect() for _ in range(50)]
        for client in clients:
            client.sendall(b"GET /healthz HTTP/1.1\r\nx: ")
        began = time.monotonic()
        # Each byte that comes changes nothing.
        while time.monotonic() - began < 4:
            time.sleep(0.5)
            for client in clients:
                client.sendall(b"x")
            self.assert_well()
        for client in clients:
            answer = read_all(client)
            self.assertEqual(Answer(answer).status, 408)
            client.close()
        self.assertLess(time.monotonic() - began, 9)

    @unittest.skipUnless(FULL, "takes 30 seconds")
    def test_slow_bodies_and_readers_are_cut(self):
        with self.service.connect(40) as client:
            client.sendall(f"POST /v1/version HTTP/1.1\r\n{self.host()}content-length: 100000\r\n\r\n".encode())
            began = time.monotonic()
            try:
                while time.monotonic() - began < 20:
                    client.sendall(b" ")
                    time.sleep(0.5)
            except OSError:
                pass
            self.assertLess(time.monotonic() - began, 15)
        big = {"workspace": {"files": {"a.j2": "{{ x * 900000 }}"}}, "name": "a", "data": {"x": "y"}}
        with self.service.connect(60) as client:
            client.sendall(self.service.bytes_of("POST", "/v1/catalog.render", big) * 20)
            time.sleep(14)
            self.assertLess(len(read_all(client)), 20 * 900000)
        self.assert_well()

    def test_many_idle_connections(self):
        count = 10_000 if FULL else 500
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 100), hard))
        before = self.memory()
        clients = []
        try:
            for _ in range(count):
                clients.append(self.service.connect())
            for client in clients:
                client.sendall(self.service.bytes_of("GET", "/healthz"))
            for client in clients:
                self.assertEqual(read_answer(client)[0].status, 200)
            self.assert_well()
            grown = self.memory() - before
            self.assertLess(grown, 64 << 20 if FULL else 8 << 20)
            if FULL:
                print(f"{count} idle connections: {grown >> 10} KiB")
        finally:
            for client in clients:
                client.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        self.assert_well()

    def memory(self):
        with open(f"/proc/{self.service.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

    def test_a_queue_that_is_full(self):
        """More slow renders than wait: the rest is told at once, and nobody is forgotten."""
        slow = self.service.bytes_of("POST", "/v1/template.render", {"name": "slow"}, [("connection", "close")])
        clients = [self.service.connect(60) for _ in range(400)]
        for client in clients:
            client.sendall(slow)
        statuses = [Answer(read_all(client)).status for client in clients]
        self.assertLessEqual(set(statuses), {422, 503})
        self.assertIn(422, statuses)
        for client in clients:
            client.close()
        self.assert_well()


if __name__ == "__main__":
    ServiceTestCase.galley = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
