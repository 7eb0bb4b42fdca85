// Prints, as JSON, what the browser is to run: the fixtures that call an operation, and the
// cases of conformance files, each with the answer that Node gives.
//
//   node browser_cases.cjs SPEC [FILE.jsonl...]
"use strict";

const fs = require("node:fs");
const { callJson, GalleyError } = require("..");
const { listFixtures, operationOf, parseFixture, readCases } = require("./fixture.cjs");

function answer({ method, params }) {
  try {
    return callJson(method, params);
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error;
    return error.message;
  }
}

const [spec, ...files] = process.argv.slice(2);
const operations = listFixtures(spec).map(({ file }) => operationOf(parseFixture(fs.readFileSync(file, "utf8")))).filter(Boolean);
for (const file of files) {
  for (const { method, params } of readCases(file)) operations.push({ method, params });
}
// A page has no directories.
const possible = operations.filter(({ params }) => !params.includes('"dir":'));
process.stdout.write(JSON.stringify(possible.map((each) => ({ ...each, answer: answer(each) }))));
