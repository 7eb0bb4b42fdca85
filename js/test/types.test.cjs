// `galley types`, with the compiler of TypeScript as its reader.
"use strict";

const assert = require("node:assert/strict");
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");

const PACKAGE = path.join(__dirname, "..");

function compile(directory, source) {
  fs.writeFileSync(path.join(directory, "use.ts"), source);
  const compiler = path.join(PACKAGE, "node_modules", "typescript", "bin", "tsc");
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  return spawnSync(process.execPath, [compiler, ...options, "use.ts", "galley-templates.d.ts"], { cwd: directory, encoding: "utf8" });
}

test("a name that a template does not read does not compile", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "galley-"));
  try {
    const templates = path.join(directory, ".galley", "templates");
    fs.mkdirSync(templates, { recursive: true });
    fs.writeFileSync(path.join(templates, "hello.j2"), "Hello {{ name }}");
    fs.mkdirSync(path.join(directory, "node_modules"));
    fs.symlinkSync(PACKAGE, path.join(directory, "node_modules", "galley-prompts"));
    const written = spawnSync(process.execPath, [path.join(PACKAGE, "bin", "galley.cjs"), "types"], { cwd: directory, encoding: "utf8" });
    assert.equal(written.status, 0, written.stderr);

    const begin = 'import { Workspace } from "galley-prompts";\nconst ws = Workspace.openSync(".");\n';
    const right = compile(directory, `${begin}ws.template("hello").render({ name: "x" });\n`);
    assert.equal(right.status, 0, right.stdout);
    const wrong = compile(directory, `${begin}ws.template("hello").render({ nme: "x" });\n`);
    assert.match(wrong.stdout, /use\.ts\(3,.*nme/);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

