#!/usr/bin/env python3
"""What `galley serve` takes: requests a second of one core, latencies, memory.

    run.py [--galley FILE] [--results DIR] [--document FILE] [--seconds N] [--requests N]

The service has one thread on one core; wrk, on another, sends a cached two-variable render over
connections that stay open.  h2load then sends 20,000 requests a second, half of what is wanted,
and keeps every latency.  10,000 clients send one request each and stay; and wrk goes on until a
million requests were answered.  Where other work runs, the processor time of a request, which the
kernel counts for the process, says more than the clock does.  All of it is on loopback.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "text"))

import report  # noqa: E402
import run as side_by_side  # noqa: E402

TEMPLATE = "Dear {{ name }}, welcome to {{ place }}."
BODY = '{"name":"hello","data":{"name":"Ann","place":"the harbour"}}'
LUA = f"""wrk.method = "POST"
wrk.body = '{BODY}'
wrk.headers["content-type"] = "application/json"
"""
PACED = 20_000  # requests a second
CLIENTS = 20
IDLE = 10_000


class Service:
    """`galley serve` on the first core."""

    def __init__(self, galley, root):
        self.process = subprocess.Popen(
            ["taskset", "-c", "0", galley, "serve", "--project-root", str(root), "--listen", "127.0.0.1:0",
             "--threads", "1", "--log", "off"], stderr=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.process.stderr.readline())[0]
        self.address = ("127.0.0.1", int(self.url.rsplit(":", 1)[1]))

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def processor(self):
        """Seconds so far: (its own, the kernel's)"""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return tuple(int(fields[at]) / os.sysconf("SC_CLK_TCK") for at in (11, 12))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(15)


def run_wrk(service, root, connections, seconds):
    before = service.processor()
    done = subprocess.run(["taskset", "-c", "1", "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency",
                           "-s", str(root / "render.lua"), f"{service.url}/v1/template.render"],
                          text=True, stdout=subprocess.PIPE, check=True).stdout
    if "Non-2xx" in done:
        sys.exit(done)
    requests = int(re.search(r"(\d+) requests in", done)[1])
    used = [after - earlier for after, earlier in zip(service.processor(), before)]
    return {"connections": connections, "requests": requests,
            "per_second": float(re.search(r"Requests/sec:\s+([\d.]+)", done)[1]),
            "own": used[0] / requests * 1e9, "kernel": used[1] / requests * 1e9}


def run_paced(service, root, seconds):
    """Latencies in seconds where requests come at a fixed rate."""
    (root / "body").write_text(BODY)
    log = root / "latencies"
    subprocess.run(["taskset", "-c", "1", "h2load", "--h1", "-t1", f"-c{CLIENTS}", f"--rps={PACED // CLIENTS}",
                    "-D", str(seconds), "-d", str(root / "body"), "-H", "content-type: application/json",
                    f"--log-file={log}", f"{service.url}/v1/template.render"], check=True, stdout=subprocess.PIPE)
    rows = [line.split("\t") for line in log.read_text().splitlines()]
    times = sorted(int(row[2]) / 1e6 for row in rows if row[1] == "200")
    if len(times) != len(rows):
        sys.exit(f"{len(rows) - len(times)} of {len(rows)} requests failed")
    return {"requests": len(times), "per_second": len(times) / seconds,
            "p50": times[len(times) // 2], "p99": times[len(times) * 99 // 100]}


def ask(client, service):
    head = (f"POST /v1/template.render HTTP/1.1\r\nHost: 127.0.0.1:{service.address[1]}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n")
    client.sendall((head + BODY).encode())
    answer = b""
    while b"harbour" not in answer:
        piece = client.recv(4096)
        if not piece:
            sys.exit("the service closed a connection")
        answer += piece


def run_idle(service):
    """How much memory clients take that were answered and stay."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, IDLE + 1000), hard))
    before = service.memory()
    clients = []
    for _ in range(IDLE):
        clients.append(socket.create_connection(service.address))
        ask(clients[-1], service)
    grown = service.memory() - before
    ask(clients[0], service)
    for client in clients:
        client.close()
    return {"connections": IDLE, "bytes": grown}


def run_long(service, root, requests):
    """How memory grows from a tenth of the requests to all of them."""
    done, before = 0, None
    while done < requests:
        done += run_wrk(service, root, 32, 5)["requests"]
        if before is None and done >= requests / 10:
            before = service.memory()
    return {"requests": done, "bytes": service.memory() - (before or 0)}


def measure(arguments, root):
    templates = root / ".galley/templates"
    templates.mkdir(parents=True)
    (templates / "hello.j2").write_text(TEMPLATE)
    (root / "render.lua").write_text(LUA)
    service = Service(arguments.galley, root)
    try:
        run_wrk(service, root, 16, 2)  # until everything is warm
        found = {"full": run_wrk(service, root, 32, arguments.seconds),
                 "paced": run_paced(service, root, arguments.seconds),
                 "idle": run_idle(service),
                 "long": run_long(service, root, arguments.requests)}
    finally:
        status = service.end()
    if status != 0:
        sys.exit(f"the service ended with {status}")
    return found


def table(found):
    full, paced, idle, long = found["full"], found["paced"], found["idle"], found["long"]
    each = full["own"] + full["kernel"]
    return "\n".join([
        "| | measured | wanted |", "|---|---|---|",
        f"| requests a second, {full['connections']} connections, by the clock | {full['per_second']:,.0f} | 40,000 |",
        f"| processor time of a request | {report.duration(each)}, of which the kernel's {report.duration(full['kernel'])} | 25 µs |",
        f"| requests a second that one core has the time for | {1e9 / each:,.0f} | 40,000 |",
        f"| latency at {paced['per_second']:,.0f} requests a second | 50 %: {paced['p50'] * 1e3:.2f} ms, 99 %: {paced['p99'] * 1e3:.2f} ms | 99 % under 2 ms |",
        f"| memory of {idle['connections']:,} idle connections | {idle['bytes'] / 1e6:.1f} MB | 64 MB |",
        f"| growth over {long['requests']:,} requests | {long['bytes'] / 1e6:.1f} MB | none |"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--galley", default=str(ROOT / "build/release/bin/galley"))
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--document", type=pathlib.Path, default=ROOT / "docs/performance.md")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--requests", type=int, default=1_000_000)
    arguments = parser.parse_args()
    missing = [tool for tool in ("wrk", "h2load", "taskset") if not shutil.which(tool)]
    if missing:
        sys.exit(f"{', '.join(missing)} missing: install wrk and nghttp2-client")
    about = side_by_side.machine()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(arguments, pathlib.Path(folder))
    about["load_after"] = [round(load, 1) for load in os.getloadavg()]
    print(table(found))
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "service.json").write_text(json.dumps({"machine": about, **found}, indent=1) + "\n")
    report.update_document(arguments.document, "service", f"{report.machine_line(about)}\n\n" + table(found))


if __name__ == "__main__":
    main()
