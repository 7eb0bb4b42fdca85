// The snippets of the two READMEs run as they stand, in a project that has what they name.
"use strict";

const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const PACKAGE = path.join(__dirname, "..");
const SOURCE = process.env.GALLEY_SOURCE ?? path.join(PACKAGE, "..", "..");
const CHAT = `id: ID
name: Snippet
version: 1
task: turn_generation
layout:
  - {kind: message, role: user, content: "Hello {{name}}"}
slots: {}
`;
// What stands around the snippets: values, and a client that keeps what it is given.
const AROUND = `const context = { name: "Ann" };
const sent = [];
const openai = { chat: { completions: { create: async (body) => void sent.push(body) } } };
`;

function snippetsOf(file) {
  return [...fs.readFileSync(file, "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
}

function inProject(action) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "galley-"));
  try {
    const templates = path.join(directory, ".galley", "templates");
    fs.mkdirSync(templates, { recursive: true });
    fs.writeFileSync(path.join(templates, "hello.j2"), "Hello {{ name }}");
    for (const id of ["assistant", "turn_writer"]) fs.writeFileSync(path.join(templates, `${id}.chat.yaml`), CHAT.replace("ID", id));
    fs.mkdirSync(path.join(directory, "node_modules"));
    fs.symlinkSync(PACKAGE, path.join(directory, "node_modules", "galley-prompts"));
    return action(directory);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
}

// What a snippet sends, as JSON.
function run(directory, code) {
  const imports = code.includes("import ") ? "" : 'import { Workspace } from "galley-prompts";\n';
  const file = path.join(directory, "snippet.mjs");
  fs.writeFileSync(file, `${imports}${AROUND}${code}\nconsole.log(JSON.stringify(sent));\n`);
  const done = spawnSync(process.execPath, [file], { cwd: directory, encoding: "utf8" });
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout);
}

for (const file of [path.join(SOURCE, "README.md"), path.join(PACKAGE, "README.md")]) {
  test(`${path.relative(SOURCE, file)} runs`, () => {
    const snippets = snippetsOf(file);
    assert.ok(snippets.length > 0);
    const sent = inProject((directory) => snippets.flatMap((code) => run(directory, code)));
    assert.deepEqual(sent, [{ model: "gpt-5", messages: [{ role: "user", content: "Hello Ann" }] }]);
  });
}
