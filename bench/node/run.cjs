// Times rendering from JavaScript objects, all in one run: Handlebars.js, the drop-in, and
// templates of a workspace in WebAssembly; then a render of two variables, and the start.
//
//   node run.cjs PACKAGE HANDLEBARS WORKLOADS
//
// PACKAGE is build/node, HANDLEBARS the folder of Handlebars.js, WORKLOADS what
// bench/text/workloads.py wrote.
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const [packageFolder, handlebarsFolder, workloads] = process.argv.slice(2).map((word) => path.resolve(word));
const galley = require(packageFolder);
const reference = require(handlebarsFolder);

const ROUNDS = 7;
const ROUND_MS = 200;

// The best round, in microseconds a call.
function time(run) {
  for (let index = 0; index < 20; ++index) run();
  let best = Infinity;
  for (let round = 0; round < ROUNDS; ++round) {
    let count = 0;
    const begin = performance.now();
    let took = 0;
    do {
      for (let index = 0; index < 10; ++index) run();
      count += 10;
      took = performance.now() - begin;
    } while (took < ROUND_MS);
    best = Math.min(best, (took * 1000) / count);
  }
  return best;
}

function engines(folder) {
  const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".hbs"));
  const of = (environment) => {
    for (const name of names) if (name !== "main.hbs") environment.registerPartial(name.slice(0, -4), read(name));
    return environment.compile(read("main.hbs"), { noEscape: true });
  };
  const workspace = galley.Workspace.fromFiles(Object.fromEntries(names.map((name) => [name, read(name)])), { handlebars: { noEscape: true } });
  const main = workspace.template("main");
  return { "Handlebars.js": of(reference.create()), "drop-in": of(galley.handlebars.create()), WebAssembly: (data) => main.render(data) };
}

function row(name, times) {
  const base = times["Handlebars.js"];
  const cells = Object.values(times).map((each) => `${each.toFixed(2)} µs (${(base / each).toFixed(2)}x)`);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

console.log("| workload | Handlebars.js | drop-in | WebAssembly |\n|---|---|---|---|");
for (const name of fs.readdirSync(workloads).sort()) {
  const folder = path.join(workloads, name);
  if (!fs.existsSync(path.join(folder, "main.hbs"))) continue;
  const data = JSON.parse(fs.readFileSync(path.join(folder, "data.json"), "utf8"));
  const all = engines(folder);
  const texts = new Set(Object.values(all).map((render) => render(data)));
  if (texts.size !== 1) console.log(`${name}: the engines differ`);
  row(name, Object.fromEntries(Object.entries(all).map(([engine, render]) => [engine, time(() => render(data))])));
}

const two = "Hello {{ name }}, you are {{ count }}";
const values = { name: "Ann", count: 3 };
const jinja = galley.Workspace.fromFiles({}).compile(two);
const handlebars = galley.Workspace.fromFiles({}).compile(two, { language: "handlebars" });
console.log(`\ntwo variables: Jinja ${time(() => jinja.render(values)).toFixed(2)} µs, Handlebars ${time(() => handlebars.render(values)).toFixed(2)} µs`);

const start = `const t = process.hrtime.bigint(); const g = require(${JSON.stringify(packageFolder)});
  const u = process.hrtime.bigint(); g.render("x"); console.log(Number(u - t) / 1e6, Number(process.hrtime.bigint() - u) / 1e6)`;
const starts = Array.from({ length: 5 }, () => execFileSync(process.execPath, ["-e", start], { encoding: "utf8" }).trim().split(" ").map(Number));
const best = (at) => Math.min(...starts.map((each) => each[at])).toFixed(1);
console.log(`start: import ${best(0)} ms, instance and first render ${best(1)} ms`);
