// Every fixture of tests/spec that calls an operation, through the WebAssembly: the same bytes
// as the native library gives.
"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const { callJson, GalleyError } = require("..");
const { listFixtures, operationOf, parseFixture } = require("./fixture.cjs");

const SPEC = path.join(process.env.GALLEY_SOURCE ?? path.join(__dirname, "..", ".."), "tests", "spec");

// What needs a database, a system or its files.
const NATIVE_ONLY = [/^store\//];

function run({ method, params }) {
  try {
    const text = callJson(method, params);
    const { diagnostics: _, ...result } = JSON.parse(text);
    const renders = method === "text.render" || method === "catalog.render";
    return renders && Object.keys(result).length === 1 ? { name: "text", body: result.text } : { name: "result", body: text };
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error;
    return { name: "error", body: error.message };
  }
}

test("fixtures", async (context) => {
  let count = 0;
  for (const { name, file } of listFixtures(SPEC)) {
    if (NATIVE_ONLY.some((pattern) => pattern.test(name))) continue;
    const sections = parseFixture(fs.readFileSync(file, "utf8"));
    const operation = operationOf(sections);
    if (!operation) continue;
    ++count;
    const { name: kind, body } = run(operation);
    const expected = sections.find((section) => ["error", "result", "text"].includes(section.name));
    if (expected?.name === kind && expected.body === body) continue;
    await context.test(name, () => assert.deepEqual({ name: kind, body }, { name: expected?.name, body: expected?.body }));
  }
  assert.ok(count > 1000, `${count} fixtures`);
});
