// The packages of providers take what conversations become: their types, by `tsc --strict`, and
// their clients.  They are installed in a folder of their own; where that cannot be done the
// test is skipped.
"use strict";

const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { before, describe, it } = require("node:test");

const PACKAGE = path.join(__dirname, "..");
const FOLDER = path.join(PACKAGE, "..", "node-consumers");

function run(program, ...words) {
  return spawnSync(program, words, { cwd: FOLDER, encoding: "utf8" });
}

// Nothing, or why the packages are not there.
function install() {
  fs.mkdirSync(FOLDER, { recursive: true });
  const old = path.join(FOLDER, "node_modules", ".installed");
  const wanted = fs.readFileSync(path.join(__dirname, "consumers", "package.json"), "utf8");
  fs.cpSync(path.join(__dirname, "consumers"), FOLDER, { recursive: true });
  if (!fs.existsSync(old) || fs.readFileSync(old, "utf8") !== wanted) {
    const done = run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error");
    if (done.status !== 0) return done.stderr.trim().split("\n").pop();
    fs.writeFileSync(old, wanted);
  }
  const link = path.join(FOLDER, "node_modules", "galley-prompts");
  fs.rmSync(link, { force: true, recursive: true });
  fs.symlinkSync(PACKAGE, link);
  return undefined;
}

describe("the packages of providers", () => {
  let missing;
  before(() => {
    missing = install();
  });

  it("have the types of what conversations become", (context) => {
    if (missing) return context.skip(missing);
    const { status, stdout } = run(process.execPath, "node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
    assert.equal(status, 0, stdout);
  });

  it("send what conversations become", (context) => {
    if (missing) return context.skip(missing);
    const { status, stdout, stderr } = run(process.execPath, "send.mjs");
    assert.equal(status, 0, stderr);
    const bodies = JSON.parse(stdout);
    const system = "You talk about the harbour.";
    const user = "Begin, Ann.";
    assert.deepEqual(bodies.openai.messages.map(({ content }) => content), [system, user]);
    assert.equal(bodies.openai.tools[0].function.name, "look");
    assert.equal(JSON.stringify(bodies.responses.input).includes(user), true);
    assert.equal(bodies.anthropic.system, system);
    assert.deepEqual(bodies.anthropic.messages, [{ role: "user", content: user }]);
    assert.equal(bodies.anthropic.tools[0].name, "look");
    assert.deepEqual(bodies.google.contents, [{ role: "user", parts: [{ text: user }] }]);
    assert.equal(bodies.google.systemInstruction.parts[0].text, system);
    assert.deepEqual(bodies.vercel.map(({ role }) => role), ["system", "user"]);
    assert.equal(bodies.vercel[0].content, system);
    assert.equal(bodies.vercel[1].content[0].text, user);
  });
});
