// The package as applications use it.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { describe, it } = require("node:test");
const v8 = require("node:v8");
const vm = require("node:vm");
const { Worker } = require("node:worker_threads");
const galley = require("..");
const { call, countTokens, engine, GalleyError, limitMemory, Markup, render, Workspace } = galley;

const CHAT = `
id: talk
name: Talk
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: user, content: "Begin, {{name}}."}
slots: {}
`;

describe("rendering", () => {
  it("renders a text", () => {
    assert.equal(render("Hello {{ name }}: {{ topics|join(', ') }}", { name: "Ann", topics: ["harbour", "weather"] }), "Hello Ann: harbour, weather");
    assert.equal(render("{{#each l}}{{this}} {{/each}}", { l: [1, "ä", true] }, { language: "handlebars" }), "1 ä true ");
  });

  it("renders templates of a workspace in memory", () => {
    const workspace = Workspace.fromFiles({ "hello.j2": "{% include 'name.j2' %}!", "name.j2": "<{{ name }}>" });
    const hello = workspace.template("hello");
    assert.equal(hello.render({ name: "Zoë 🚢" }), "<Zoë 🚢>!");
    assert.equal(hello.name, "hello");
    assert.equal(hello.language, "jinja");
    assert.deepEqual(hello.inputs.list.map(({ name }) => name), ["name"]);
    assert.equal(hello.inputs.isComplete, true);
  });

  it("opens a directory", async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "galley-"));
    try {
      fs.mkdirSync(path.join(directory, ".galley", "templates"), { recursive: true });
      fs.writeFileSync(path.join(directory, ".galley", "templates", "hello.j2"), "Hi {{ name }}");
      const workspace = await Workspace.open(directory);
      const hello = workspace.template("hello");
      assert.equal(hello.render({ name: "Bo" }), "Hi Bo");
      fs.writeFileSync(path.join(directory, ".galley", "templates", "hello.j2"), "Ho {{ name }}");
      assert.equal(workspace.refresh().template("hello").render({ name: "Bo" }), "Ho Bo");
      assert.equal(hello.render({ name: "Bo" }), "Hi Bo");
      await assert.rejects(Workspace.open(path.join(directory, "nowhere")).then((made) => made.template("x")), GalleyError);
    } finally {
      fs.rmSync(directory, { recursive: true });
    }
  });

  it("takes long texts, and many values", () => {
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: index, text: "é".repeat(100) }));
    const text = render("{% for r in rows %}{{ r.id }}{{ r.text }}{% endfor %}", { rows });
    assert.equal(text, rows.map(({ id, text: each }) => id + each).join(""));
  });

  it("is also a module, with its names", async () => {
    const imported = await import("galley-prompts");
    assert.equal(imported.Workspace, Workspace);
    for (const name of Object.keys(galley)) assert.ok(name in imported, name);
  });
});

describe("chat", () => {
  const workspace = Workspace.fromFiles({ "talk.chat.yaml": CHAT });

  it("gives requests", () => {
    const conversation = workspace.template("talk").renderChat({ topic: "the harbour", name: "Ann" }, { budget: 4000 });
    assert.deepEqual(conversation.messages, [
      { role: "system", content: "You talk about the harbour." },
      { role: "user", content: "Begin, Ann." },
    ]);
    assert.deepEqual(conversation.openai(), { messages: conversation.messages });
    assert.deepEqual(conversation.anthropic(), {
      system: "You talk about the harbour.",
      messages: [{ role: "user", content: "Begin, Ann." }],
    });
    assert.equal(conversation.gemini().contents.length, 1);
    assert.deepEqual(Object.keys(conversation.google()), ["contents", "config"]);
    assert.match(conversation.text(), /Begin, Ann\./);
    assert.ok(conversation.tokens > 0);
  });

  it("takes tools", () => {
    const conversation = workspace.template("talk").renderChat({ topic: "x", name: "y" });
    const tools = [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }];
    assert.equal(conversation.openai({ tools }).tools.length, 1);
    assert.equal(conversation.anthropic({ tools }).tools[0].name, "look");
  });

  it("writes the tools of the template, and tells what a form loses", () => {
    const agent = [
      "id: agent", "name: Agent", "task: turn_generation", "version: 1",
      "tools: [{ name: look, parameters: { type: object, properties: {} }, strict: true }]",
      "toolChoice: required",
      'layout: [{ kind: message, role: user, content: "{{topic}}" }]',
      "slots: {}",
    ].join("\n");
    const conversation = Workspace.fromFiles({ "agent.chat.yaml": agent }).template("agent").renderChat({ topic: "x" });
    assert.equal(conversation.openai().tools[0].function.name, "look");
    assert.equal(conversation.openai().tool_choice, "required");
    assert.deepEqual(conversation.warnings, []);
    conversation.gemini();
    conversation.gemini();
    assert.deepEqual(conversation.warnings.map(({ code }) => code), ["strict-dropped"]);
    conversation.text();
    assert.deepEqual(conversation.warnings.map(({ code }) => code), ["strict-dropped", "unknown-key", "unknown-key"]);
  });

  it("explains", () => {
    assert.notEqual(workspace.template("talk").renderChat({ topic: "x", name: "y" }, { explain: true }).ledger, undefined);
  });

  it("counts tokens", () => {
    assert.equal(countTokens("Hello, world", "o200k"), 4 - 1);
    assert.equal(countTokens("Hello, world", { tokenizer: "cl100k" }), 3);
    assert.ok(countTokens("Hello, world") > 0);
  });
});

describe("errors", () => {
  it("have diagnostics and a caret", () => {
    assert.throws(() => render("{{ a + }}", {}, { name: "broken.j2" }), (error) => {
      assert.ok(error instanceof GalleyError);
      assert.ok(error.diagnostics.length > 0);
      assert.equal(error.code, error.diagnostics[0].code);
      assert.match(error.message, /broken\.j2:1:/);
      assert.match(error.message, /\^/);
      return true;
    });
  });

  it("name templates that are not there", () => {
    assert.throws(() => Workspace.fromFiles({}).template("nope"), { code: "template-not-found" });
  });

  it("keep to limits", () => {
    assert.throws(() => render("{% for i in range(100000) %}x{% endfor %}", {}, { limits: { steps: 1000 } }), { code: "limit-steps" });
  });
});

describe("values", () => {
  const print = (value) => render("{{ v|tojson }}", { v: value });

  it("are those of JSON, maps and dates", () => {
    assert.equal(print({ a: [1, -2.5, 2 ** 40, true, null, "x"] }), '{"a": [1, -2.5, 1099511627776, true, null, "x"]}');
    assert.equal(print(new Map([["b", 1], ["a", 2]])), '{"b": 1, "a": 2}');
    assert.equal(print(new Date(0)), '"1970-01-01T00:00:00.000Z"');
    assert.equal(print(2n ** 63n - 1n), "9223372036854775807");
    assert.equal(print({ a: undefined, b: [undefined] }), '{"b": [null]}');
    assert.equal(print(Object.assign(Object.create(null), { x: 1 })), '{"x": 1}');
  });

  it("are refused with their path", () => {
    class Point {}
    const cycle = { list: [] };
    cycle.list.push(cycle);
    const refused = [
      [{ a: { b: [0, () => 1] } }, /^\$\.v\.a\.b\[1\] is a function/],
      [{ "x y": new Point() }, /^\$\.v\["x y"\] is an instance of Point/],
      [[2n ** 63n], /^\$\.v\[0\] is a BigInt beyond 64 bits/],
      [cycle, /^\$\.v\.list\[0\] holds itself/],
      [Symbol("s"), /^\$\.v is a symbol/],
      [NaN, /^\$\.v is NaN/],
      [new Date(NaN), /invalid Date/],
      [new Set(), /instance of Set/],
    ];
    for (const [value, message] of refused) assert.throws(() => print(value), { name: "TypeError", message });
    assert.throws(() => render("x", [1]), TypeError);
    // And what comes next is not disturbed.
    assert.equal(print(1), "1");
  });

  it("come whole, whatever they are made of", () => {
    const texts = ["", "a", "é", "\u{1f6a2}", "x".repeat(63), "x".repeat(64), "x".repeat(65), "é".repeat(500), "x".repeat(5000), "mixed \u2014 text"];
    for (const first of texts) {
      for (const second of texts) {
        assert.equal(render("{{ a }}|{{ b.c }}|{{ b.a }}", { a: first, b: { c: second, a: first } }), `${first}|${second}|${first}`);
      }
    }
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`key ${index}`, index]));
    assert.equal(render("{{ m|length }}{{ m['key 5999'] }}", { m: many }), "60005999");
    assert.equal(render("{{ m|length }}{{ m['key 5998'] }}", { m: many }), "60005998");
  });

  it("of other realms are plain, and what was added to all objects is not theirs", () => {
    assert.equal(print(vm.runInNewContext("({a: [1, {b: 2}]})")), '{"a": [1, {"b": 2}]}');
    Object.prototype.added = 1;
    try {
      assert.equal(print({ a: 1 }), '{"a": 1}');
    } finally {
      delete Object.prototype.added;
    }
  });

  it("with lone surrogates print U+FFFD", () => assert.equal(render("{{ s }}", { s: "a\ud800b" }), "a\ufffdb"));
});

describe("functions", () => {
  it("are filters, tests and globals", () => {
    const workspace = Workspace.fromFiles({})
      .addFilter("shout", (text, mark = "!", named = {}) => text.toUpperCase() + mark + (named.end ?? ""))
      .addTest("even", (number) => number % 2 === 0)
      .addGlobal("pair", (a, b) => ({ a, b: [b] }));
    const template = workspace.compile("{{ 'a'|shout }}{{ 'b'|shout('?', end='.') }}{{ 4 is even }}{{ pair(1, 'x').b[0] }}");
    assert.equal(template.render(), "A!B?.Truex");
  });

  it("are helpers and block helpers", () => {
    const workspace = Workspace.fromFiles({})
      .addHelper("link", (url, options) => new Markup(`<a href="${url}">${options.hash.text}</a>`))
      .addBlockHelper("twice", function (options) {
        return options.fn(this) + options.fn({ name: "<b>" }) + options.inverse(this);
      });
    const template = workspace.compile('{{link "/x" text="y"}}{{#twice}}[{{name}}]{{else}}-{{/twice}}', { language: "handlebars" });
    assert.equal(template.render({ name: "a" }), '<a href="/x">y</a>[a][<b>]-');
  });

  it("are loaders and sources", () => {
    const workspace = Workspace.fromFiles({}).addLoader("jinja", (name) => (name === "part" ? "part of {{ n }}" : undefined));
    assert.equal(workspace.compile("{% include 'part' %}").render({ n: 3 }), "part of 3");
  });

  it("that throw end the render with their error as cause", () => {
    const thrown = new RangeError("too far");
    const workspace = Workspace.fromFiles({}).addGlobal("fail", () => {
      throw thrown;
    });
    assert.throws(() => workspace.compile("{{ fail() }}").render(), (error) => {
      assert.equal(error.code, "helper-failed");
      assert.equal(error.cause, thrown);
      return true;
    });
    assert.equal(workspace.compile("fine").render(), "fine");
  });

  it("must be synchronous", () => {
    const workspace = Workspace.fromFiles({}).addGlobal("later", async () => 1);
    assert.throws(() => workspace.compile("{{ later() }}").render(), (error) => /Promise/.test(error.cause.message));
  });

  it("may render themselves", () => {
    const inner = Workspace.fromFiles({}).compile("<{{ x }}>");
    const workspace = Workspace.fromFiles({}).addGlobal("inner", (x) => inner.render({ x }));
    assert.equal(workspace.compile("{{ a }}{{ inner('b') }}{{ c }}").render({ a: "a", c: "c" }), "a<b>c");
  });
});

describe("operations", () => {
  it("are all there", () => {
    assert.ok(call("operations.list").operations.length > 30);
    assert.throws(() => call("no.such"), { code: "unknown-method" });
    assert.deepEqual(Workspace.fromFiles({ "a.j2": "A" }).call("catalog.render", { name: "a", data: {} }).text, "A");
  });
});

describe("the instance", () => {
  // Of the module its memory, of the addon that of the process, which the collector shares.
  const memoryOf = () => {
    const { instance } = require("../dist/node/instance.js");
    return instance().memory?.buffer.byteLength ?? Math.round(process.memoryUsage().rss / 2 ** 25);
  };

  it("does not grow", () => {
    const template = Workspace.fromFiles({}).compile("Hello {{ name }}, {{ count }}");
    const renders = Number(process.env.GALLEY_RENDERS ?? 1_000_000);
    for (let index = 0; index < 1000; ++index) template.render({ name: "Ann", count: index });
    const before = memoryOf();
    for (let index = 0; index < renders; ++index) template.render({ name: "Ann", count: index });
    const grown = memoryOf() - before;
    assert.ok(engine === "wasm" ? grown === 0 : grown <= 1, `${grown}`);
  });

  it("gives back what templates, workspaces and contexts took", { skip: engine !== "wasm" }, async () => {
    v8.setFlagsFromString("--expose-gc");
    const gc = vm.runInNewContext("gc");
    const make = () => Workspace.fromFiles({ "a.j2": "{{ x }}".repeat(10_000) }).template("a").render({ x: "y", large: "y".repeat(500_000) });
    const collect = async () => {
      for (let round = 0; round < 3; ++round) {
        gc();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const makeMany = async (count) => {
      for (let index = 0; index < count; ++index) {
        make();
        if (index % 10 === 9) await collect();
      }
    };
    await makeMany(20);
    const before = memoryOf();
    await makeMany(100);
    assert.ok(memoryOf() <= before * 1.2, `${before} bytes became ${memoryOf()}`);
  });

  it("is replaced when it is out of memory", { skip: engine !== "wasm" }, () => {
    limitMemory(32 * 2 ** 20);
    try {
      const workspace = Workspace.fromFiles({ "big.j2": "{{ x }}", "small.j2": "ok {{ x }}" });
      const small = workspace.template("small");
      const big = workspace.template("big");
      assert.equal(small.render({ x: 1 }), "ok 1");
      assert.throws(() => big.render({ x: "0123456789".repeat(4_000_000) }), (error) => {
        assert.ok(error instanceof GalleyError);
        assert.equal(error.code, "out-of-memory");
        assert.match(error.message, /replaced/);
        return true;
      });
      assert.equal(small.render({ x: 2 }), "ok 2");
      assert.equal(workspace.template("small").render({ x: 3 }), "ok 3");
    } finally {
      limitMemory(2 ** 31);
    }
  });

  it("is one for each worker", async () => {
    const source = `
      const { parentPort, workerData } = require("node:worker_threads");
      const { render } = require(workerData);
      parentPort.postMessage(render("{{ a }}", { a: "w" }));`;
    const workers = [1, 2, 3].map(() => new Worker(source, { eval: true, workerData: path.join(__dirname, "..") }));
    const texts = await Promise.all(workers.map((worker) => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject))));
    assert.deepEqual(texts, ["w", "w", "w"]);
  });
});
