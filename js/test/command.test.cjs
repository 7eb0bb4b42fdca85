// The command, from its module: it sees the working directory, and nothing else.
"use strict";

const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, describe, it } = require("node:test");

const COMMAND = path.join(__dirname, "..", "bin", "galley.cjs");

describe("the command", () => {
  let directory;
  const run = (words, options = {}) =>
    spawnSync(process.execPath, [COMMAND, ...words], { cwd: directory, encoding: "utf8", ...options });

  before(() => {
    directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "galley-")));
    fs.mkdirSync(path.join(directory, ".galley", "templates"), { recursive: true });
    fs.writeFileSync(path.join(directory, ".galley", "templates", "hello.j2"), "Hi {{ name }}");
    fs.writeFileSync(path.join(directory, "data.json"), '{"name": "Zo\u00eb"}');
  });
  after(() => fs.rmSync(directory, { recursive: true }));

  it("renders what is below the working directory", () => {
    assert.equal(run(["render", "hello", "--set", "name=Bo"]).stdout, "Hi Bo");
    assert.equal(run(["render", "hello", "--data=data.json"]).stdout, "Hi Zo\u00eb");
    assert.equal(run(["render", "hello", "-d", "-"], { input: '{"name": "In"}' }).stdout, "Hi In");
    assert.match(run(["list"]).stdout, /hello\.j2/);
  });

  it("runs operations, and counts with a vocabulary", () => {
    assert.equal(run(["call", "text.render", '{"language": "jinja", "source": "{{ a }}", "data": {"a": 1}}']).stdout, '{"text":"1"}\n');
    const counted = run(["call", "tokens.count", '{"text": "Hello, world", "tokenizer": "o200k"}']);
    assert.equal(JSON.parse(counted.stdout).tokens, 3);
  });

  it("sees nothing else", () => {
    const outside = path.join(directory, "..", `${path.basename(directory)}.json`);
    fs.writeFileSync(outside, '{"name": "out"}');
    fs.symlinkSync(outside, path.join(directory, "link.json"));
    try {
      for (const file of [outside, `../${path.basename(outside)}`, "link.json"]) {
        const { status, stdout } = run(["render", "hello", "-d", file]);
        assert.notEqual(status, 0, file);
        assert.equal(stdout, "");
      }
    } finally {
      fs.rmSync(outside);
    }
  });

  it("starts from the templates of the package, and changes nothing there", () => {
    const before = run(["list", "--tier", "builtin", "--names"]).stdout;
    assert.match(before, /^summarise$/m);
    const made = run(["new", "mine", "--from", "summarise"]);
    assert.equal(made.status, 0, made.stderr);
    assert.ok(fs.existsSync(path.join(directory, ".galley", "templates", "mine.j2")));
    const builtin = path.join(__dirname, "..", "dist", "templates");
    const text = fs.readFileSync(path.join(builtin, "summarise.j2"), "utf8");
    const untidy = path.join(builtin, "untidy.j2");
    fs.writeFileSync(untidy, "{{a}}");
    try {
      assert.notEqual(run(["fmt", untidy]).status, 0);
      assert.equal(fs.readFileSync(untidy, "utf8"), "{{a}}");
    } finally {
      fs.rmSync(untidy);
    }
    assert.equal(fs.readFileSync(path.join(builtin, "summarise.j2"), "utf8"), text);
    assert.equal(run(["list", "--tier", "builtin", "--names"]).stdout, before);
  });

  it("ends as the native one does", () => {
    assert.equal(run(["--version"]).status, 0);
    assert.match(run(["--help"]).stdout, /Commands:\n/);
    assert.match(run(["render", "--help"]).stdout, /--set KEY=VALUE/);
    for (const words of [["rendr"], ["render", "--st", "a=b"], ["render", "a", "b", "c"], ["budget", "hello", "--points", "x"], []]) {
      const { status, stderr } = run(words);
      assert.equal(status, 2, words.join(" "));
      assert.match(stderr, /^error\[usage\]/);
    }
    assert.equal(run(["render", "nothing"]).status, 3);
    assert.match(run(["serve"]).stderr, /not part of the command in WebAssembly/);
  });
});
