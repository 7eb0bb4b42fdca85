"""Real clients against `galley mcp` and `galley serve`: PyPI's mcp and langfuse, where they
are installed, and npm's @modelcontextprotocol/sdk, @modelcontextprotocol/client (of the new era),
@modelcontextprotocol/inspector, @modelcontextprotocol/conformance (which needs Node 22, that GALLEY_NODE
may name) and @langfuse/client, where GALLEY_NODE_CLIENTS names the directory that they are installed in.

usage: clients_test.py GALLEY

Ends with 77, which means skipped, where there is none of them.
"""

import asyncio
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.request

from running import FILES, Running

TOKEN = "galley_secret"

STDIO = """
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
const [galley, root] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1' });
await client.connect(new StdioClientTransport({ command: galley, args: ['mcp', '--project-root', root] }));
const names = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
if (!names.includes('hello')) throw new Error(`no hello among ${names}`);
const got = await client.getPrompt({ name: 'hello', arguments: { name: 'Ann' } });
if (got.messages[0].content.text !== 'Hello Ann!') throw new Error(JSON.stringify(got));
const called = await client.callTool({ name: 'render', arguments: { name: 'hello', data: { name: 'Bo' } } });
if (called.structuredContent.text !== 'Hello Bo!') throw new Error(JSON.stringify(called));
if (!(await client.callTool({ name: 'render', arguments: { name: 'none' } })).isError) throw new Error('no error');
await client.close();
"""

# The client of the new era, which asks for it, on both ways in.
STATELESS = """
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
const [galley, root, url] = process.argv.slice(2);
for (const transport of [new StdioClientTransport({ command: galley, args: ['mcp', '--project-root', root] }),
                         new StreamableHTTPClientTransport(new URL(url + '/mcp'))]) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const version = client.getNegotiatedProtocolVersion();
  if (version !== '2026-07-28') throw new Error(`the version is ${version}`);
  const names = (await client.listPrompts()).prompts.map((prompt) => prompt.name);
  if (!names.includes('hello')) throw new Error(`no hello among ${names}`);
  const got = await client.getPrompt({ name: 'hello', arguments: { name: 'Ann' } });
  if (got.messages[0].content.text !== 'Hello Ann!') throw new Error(JSON.stringify(got));
  const called = await client.callTool({ name: 'render', arguments: { name: 'hello', data: { name: 'Bo' } } });
  if (called.structuredContent.text !== 'Hello Bo!') throw new Error(JSON.stringify(called));
  const read = await client.readResource({ uri: 'galley://template/hello' });
  if (!read.contents[0].text.startsWith('Hello')) throw new Error(JSON.stringify(read));
  await client.close();
}
"""

LANGFUSE = """
import { LangfuseClient } from '@langfuse/client';
const [url, secretKey] = process.argv.slice(2);
const client = new LangfuseClient({ baseUrl: url, publicKey: 'ci', secretKey });
await client.prompt.create({ name: 'js/p', type: 'text', prompt: 'Yo {{n}}', labels: ['production'], config: { a: 1 } });
const got = await client.prompt.get('js/p');
if (got.compile({ n: 'Bo' }) !== 'Yo Bo' || got.config.a !== 1) throw new Error(JSON.stringify(got));
await client.prompt.create({ name: 'js/c', type: 'chat', labels: ['production'],
  prompt: [{ role: 'system', content: 'You are {{x}}' }, { type: 'placeholder', name: 'history' }] });
const chat = await client.prompt.get('js/c', { type: 'chat' });
const messages = chat.compile({ x: 'kind' }, { history: [{ role: 'user', content: 'q' }] });
if (messages.length !== 2 || messages[1].content !== 'q') throw new Error(JSON.stringify(messages));
await client.prompt.update({ name: 'js/p', version: 1, newLabels: ['best'] });
const best = await client.prompt.get('js/p', { label: 'best', cacheTtlSeconds: 0 });
if (best.version !== 1) throw new Error(JSON.stringify(best));
"""


async def hear_of(client, change):
    """Waits until the client is told of a change to the prompts."""
    async with client.listen(prompts_list_changed=True) as events:
        change()
        async with asyncio.timeout(20):
            assert "PromptsListChanged" in type(await anext(aiter(events))).__name__


async def try_mcp(server, mode, version, changes):
    from mcp import Client

    async with Client(server, mode=mode) as client:
        assert client.protocol_version == version, client.protocol_version
        prompts = await client.list_prompts()
        assert "hello" in [prompt.name for prompt in prompts.prompts]
        got = await client.get_prompt("hello", {"name": "Ann"})
        assert got.messages[0].content.text == "Hello Ann!"
        assert len((await client.list_tools()).tools) == 5
        called = await client.call_tool("render", {"name": "hello", "data": {"name": "Bo"}})
        assert called.structured_content == {"text": "Hello Bo!"}
        assert (await client.call_tool("render", {"name": "none"})).is_error
        read = await client.read_resource("galley://template/hello")
        assert read.contents[0].text == FILES["hello.j2"]
        for change in changes if mode == "auto" else ():
            await hear_of(client, change)


def python_mcp(galley, root, url):
    from mcp import StdioServerParameters, stdio_client

    def add_file():
        (root / ".galley/templates/added.j2").write_text(f"{time.monotonic()}")

    def push():
        params = {"name": "pushed", "type": "jinja", "text": f"{time.monotonic()}"}
        request = urllib.request.Request(url + "/v1/store.push", json.dumps(params).encode(), {"content-type": "application/json"})
        urllib.request.urlopen(request, timeout=20).close()

    for mode, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
        server = StdioServerParameters(command=galley, args=["mcp", "--project-root", str(root)])
        asyncio.run(try_mcp(stdio_client(server), mode, version, (add_file, push)))
        asyncio.run(try_mcp(url + "/mcp", mode, version, (add_file, push)))


def python_langfuse(url):
    os.environ["LANGFUSE_TRACING_ENABLED"] = "false"
    from langfuse import Langfuse

    client = Langfuse(host=url, public_key="ci", secret_key=TOKEN)
    client.create_prompt(name="a/p", prompt="Hi {{x}}", labels=["production"], tags=["t"], config={"k": 1})
    got = client.get_prompt("a/p")
    assert (got.compile(x="Ann"), got.config, got.tags) == ("Hi Ann", {"k": 1}, ["t"])
    client.create_prompt(name="c", type="chat", labels=["staging"], prompt=[
        {"role": "system", "content": "You are {{x}}"}, {"type": "placeholder", "name": "history"}])
    chat = client.get_prompt("c", type="chat", label="staging")
    assert chat.compile(x="kind", history=[{"role": "user", "content": "q"}]) == [
        {"role": "system", "content": "You are kind"}, {"role": "user", "content": "q"}]
    client.update_prompt(name="a/p", version=1, new_labels=["best"])
    assert set(client.get_prompt("a/p", version=1, cache_ttl_seconds=0).labels) == {"production", "best", "latest"}
    # The same text again is a version with a message of its own, and keeps the tags.
    again = client.create_prompt(name="a/p", prompt="Hi {{x}}", commit_message="again", config={"k": 2})
    assert (again.version, again.commit_message, again.tags) == (2, "again", ["t"])
    listed = client.api.prompts.list(name="a/p").data[0]
    assert (sorted(listed.versions), listed.last_config) == ([1, 2], {"k": 2})
    try:
        client.create_prompt(name="a/p", prompt="Hi", labels=["7"])
    except Exception as refused:
        assert getattr(refused, "status_code", None) == 400, refused
    else:
        raise AssertionError("a label that is a number was taken")
    assert client.get_prompt("a/p", label="latest", cache_ttl_seconds=0).version == 2


def node(directory, script, *words):
    path = pathlib.Path(directory) / f"galley_{abs(hash(script))}.mjs"
    path.write_text(script)
    try:
        subprocess.run(["node", str(path), *words], check=True, timeout=60)
    finally:
        path.unlink()


def inspect(directory, galley, root):
    """The command line of the inspector."""
    def ask(*words):
        done = subprocess.run(["node_modules/.bin/mcp-inspector", "--cli", galley, "mcp", "--project-root", str(root),
                               *words], cwd=directory, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    assert "hello" in [prompt["name"] for prompt in ask("--method", "prompts/list")["prompts"]]
    got = ask("--method", "prompts/get", "--prompt-name", "hello", "--prompt-args", "name=Ann")
    assert got["messages"][0]["content"]["text"] == "Hello Ann!", got
    called = ask("--method", "tools/call", "--tool-name", "render", "--tool-arg", "name=hello", 'data={"name":"Bo"}')
    assert called["structuredContent"] == {"text": "Hello Bo!"}, called


SCENARIO_FILES = {
    "test_simple_prompt.j2": "A simple prompt.",
    "test_prompt_with_arguments.j2": "arg1='{{ arg1 }}', arg2='{{ arg2 }}'",
}
# Of the official scenarios those that are not about tools and resources of one special server.
SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "prompts-get-simple",
             "prompts-get-with-args", "completion-complete", "dns-rebinding-protection",
             # of 2026-07-28, which versions of the suite from 0.2 on have
             "server-stateless", "http-header-validation", "caching", "sep-2164-resource-not-found",
             "input-required-result-unsupported-methods"]


def run_scenarios(directory, url):
    """False where Node is too old for them."""
    node_program = os.environ.get("GALLEY_NODE", "node")
    version = subprocess.run([node_program, "--version"], text=True, capture_output=True, check=True).stdout
    if int(version.lstrip("v").split(".")[0]) < 22:
        return False
    suite = [node_program, "node_modules/@modelcontextprotocol/conformance/dist/index.js"]

    def run(*words):
        return subprocess.run([*suite, *words], cwd=directory, text=True, capture_output=True, timeout=60)

    known = run("list").stdout.split()
    for scenario in SCENARIOS:
        if scenario not in known:
            continue
        done = run("server", "--url", f"{url}/mcp", "--scenario", scenario)
        # A check that needs a tool of one special server says so.
        errors = [line for line in done.stdout.splitlines() if "Error:" in line and "Not testable" not in line]
        assert "Passed: " in done.stdout and not errors, f"{scenario}: {done.stdout}{done.stderr}"
    return True


def try_node(clients, galley, root, open_url, url):
    """Those that are installed in the directory."""
    tried = []
    for package, attempt in (
            ("@modelcontextprotocol/sdk", lambda: node(clients, STDIO, galley, str(root))),
            ("@modelcontextprotocol/client", lambda: node(clients, STATELESS, galley, str(root), open_url)),
            ("@modelcontextprotocol/inspector", lambda: inspect(clients, galley, root)),
            ("@modelcontextprotocol/conformance", lambda: run_scenarios(clients, open_url)),
            ("@langfuse/client", lambda: node(clients, LANGFUSE, url, TOKEN))):
        if (pathlib.Path(clients) / "node_modules" / package).exists():
            if attempt() is not False:
                tried.append(package)
    return tried


def main():
    galley = os.path.abspath(sys.argv[1])
    tried = []
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory).resolve()
        for name, text in {**FILES, **SCENARIO_FILES}.items():
            path = root / ".galley/templates" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (root / "tokens").write_text(f"{hashlib.sha256(TOKEN.encode()).hexdigest()} read,render,write ci\n")
        open_service = Running(galley, root, "--log", "off")
        service = Running(galley, root, "--log", "off", "--token-file", str(root / "tokens"))
        url = f"http://127.0.0.1:{service.port}"
        try:
            for name, attempt in (("mcp", lambda: python_mcp(galley, root, f"http://127.0.0.1:{open_service.port}")),
                                  ("langfuse", lambda: python_langfuse(url))):
                try:
                    __import__(name)
                except ImportError:
                    continue
                attempt()
                tried.append(name)
            clients = os.environ.get("GALLEY_NODE_CLIENTS")
            if clients:
                tried += try_node(clients, galley, root, f"http://127.0.0.1:{open_service.port}", url)
        finally:
            open_service.stop()
            service.stop()
    print("tried:", ", ".join(tried) or "none is installed")
    sys.exit(0 if tried else 77)


if __name__ == "__main__":
    main()
