// Sends conformance cases through the WebAssembly and prints what differs.
//
//   node conformance.cjs [--native GALLEY] FILE.jsonl...
//
// A case is {name, method, params, expect}.  With --native each answer must also be, byte for
// byte, that of `GALLEY rpc`.
"use strict";

const { spawnSync } = require("node:child_process");
const path = require("node:path");
const { callJson, GalleyError } = require("..");
const { readCases } = require("./fixture.cjs");

function answer(method, params) {
  try {
    const text = callJson(method, params);
    return { text, result: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof GalleyError)) throw error;
    return { error: { data: { diagnostics: error.diagnostics } } };
  }
}

function agrees(want, got) {
  if (Array.isArray(want)) {
    return Array.isArray(got) && want.length === got.length && want.every((item, index) => agrees(item, got[index]));
  }
  if (want !== null && typeof want === "object") {
    return got !== null && typeof got === "object" && Object.entries(want).every(([key, item]) => key in got && agrees(item, got[key]));
  }
  return Object.is(want, got) || (want === 0 && got === 0);
}

function codes(response) {
  const holder = response.result ?? response.error?.data;
  return (holder?.diagnostics ?? []).map((diagnostic) => diagnostic.code);
}

// Undefined where the response is as expected, else how it differs.
function verdict({ expect }, response) {
  const brief = (value) => JSON.stringify(value)?.slice(0, 400);
  if ("error" in expect) {
    if (!response.error) return `wanted error ${expect.error}, got ${brief(response.result)}`;
    const [first] = codes(response);
    if (expect.error !== "*" && first !== expect.error) return `wanted error ${expect.error}, got ${first}`;
  } else {
    if (response.error) return `wanted ${brief(expect.result)}, got error ${brief(response.error)}`;
    if (!agrees(expect.result, response.result)) return `wanted ${brief(expect.result)}\n      got    ${brief(response.result)}`;
  }
  const missing = (expect.warnings ?? []).filter((code) => !codes(response).includes(code));
  if (missing.length > 0) return `wanted warnings ${missing}, got ${codes(response)}`;
  const extra = (expect.without ?? []).filter((code) => codes(response).includes(code));
  return extra.length > 0 ? `wanted no warnings ${extra}` : undefined;
}

// What `galley rpc` answers to all cases of a file, line by line.
function nativeAnswers(program, cases) {
  const input = cases.map((each, id) => `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(each.method)},"params":${each.params}}`).join("\n");
  const done = spawnSync(program, ["rpc"], { input: `${input}\n`, maxBuffer: 2 ** 30 });
  return done.stdout.toString("utf8").trimEnd().split("\n");
}

function sameAsNative(response, id, line) {
  const native = JSON.parse(line);
  if (response.error) {
    return JSON.stringify(response.error.data.diagnostics) === JSON.stringify(native.error?.data?.diagnostics);
  }
  return line === `{"jsonrpc":"2.0","id":${id},"result":${response.text}}`;
}

function runFile(file, program) {
  const cases = readCases(file);
  const native = program ? nativeAnswers(program, cases) : [];
  const counts = { passed: 0, failed: 0, differing: 0 };
  cases.forEach((each, id) => {
    const response = answer(each.method, each.params);
    const why = verdict(each, response);
    if (why === undefined) ++counts.passed;
    else ++counts.failed;
    if (why !== undefined) console.log(`FAIL ${each.name}\n      ${why}`);
    if (program && !sameAsNative(response, id, native[id])) {
      ++counts.differing;
      console.log(`DIFFERS ${each.name}\n      wasm   ${(response.text ?? JSON.stringify(response.error)).slice(0, 300)}\n      native ${native[id]?.slice(0, 300)}`);
    }
  });
  const compared = program ? `, ${counts.differing} differ from native` : "";
  console.log(`${path.basename(file)}: ${counts.passed} of ${cases.length}${compared}`);
  return counts;
}

const words = process.argv.slice(2);
const at = words.indexOf("--native");
const program = at >= 0 ? words.splice(at, 2)[1] : undefined;
const total = { passed: 0, failed: 0, differing: 0 };
for (const file of words) {
  const counts = runFile(file, program);
  for (const key of Object.keys(total)) total[key] += counts[key];
}
console.log(`${total.passed} passed, ${total.failed} failed`);
if (program) console.log(`${total.differing} differ from native`);
process.exitCode = total.passed > 0 && total.failed + total.differing === 0 ? 0 : 1;
