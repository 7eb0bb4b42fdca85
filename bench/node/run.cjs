// Times rendering from JavaScript objects, all in one run: Handlebars.js, the drop-in, and
// templates of a workspace in WebAssembly and in the addon; then a render of two variables, and
// the start.  Times are of the processor.
//
//   node run.cjs PACKAGE HANDLEBARS WORKLOADS [ADDON]
//
// PACKAGE is build/node, HANDLEBARS the folder of Handlebars.js, WORKLOADS what
// bench/text/workloads.py wrote, ADDON is galley.node.
"use strict";

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const [packageFolder, handlebarsFolder, workloads, addon] = process.argv.slice(2).map((word) => path.resolve(word));
const reference = require(handlebarsFolder);
const galley = load("0");
const native = addon ? load(addon) : undefined;

const ROUNDS = 7;
const ROUND_MS = 200;

// The package, with an addon or, for `0`, with WebAssembly.
function load(chosen) {
  process.env.GALLEY_NATIVE = chosen;
  for (const file of Object.keys(require.cache)) if (file.startsWith(packageFolder)) delete require.cache[file];
  return require(packageFolder);
}

// The best round, in microseconds a call.
function time(run) {
  for (let index = 0; index < 1000; ++index) run();
  let best = Infinity;
  for (let round = 0; round < ROUNDS; ++round) {
    let count = 0;
    const begin = performance.now();
    const before = process.cpuUsage();
    do {
      for (let index = 0; index < 10; ++index) run();
      count += 10;
    } while (performance.now() - begin < ROUND_MS);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / count);
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
  const inWorkspace = ({ Workspace }) => {
    const files = Object.fromEntries(names.map((name) => [name, read(name)]));
    const main = Workspace.fromFiles(files, { handlebars: { noEscape: true } }).template("main");
    return (data) => main.render(data);
  };
  return {
    "Handlebars.js": of(reference.create()),
    "drop-in": of(galley.handlebars.create()),
    WebAssembly: inWorkspace(galley),
    ...(native ? { addon: inWorkspace(native) } : {}),
  };
}

function row(name, times) {
  const base = times["Handlebars.js"];
  const cells = Object.values(times).map((each) => `${each.toFixed(2)} µs (${(base / each).toFixed(2)}x)`);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

console.log(`| workload | Handlebars.js | drop-in | WebAssembly |${native ? " addon |" : ""}\n|---|---|---|---|${native ? "---|" : ""}`);
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
for (const [engine, made] of [["WebAssembly", galley], ["addon", native]]) {
  if (!made) continue;
  const jinja = made.Workspace.fromFiles({}).compile(two);
  const handlebars = made.Workspace.fromFiles({}).compile(two, { language: "handlebars" });
  const times = [jinja, handlebars].map((each) => time(() => each.render(values)).toFixed(2));
  console.log(`two variables, ${engine}: Jinja ${times[0]} µs, Handlebars ${times[1]} µs`);
}

process.env.GALLEY_NATIVE = "0";
const start = `const t = process.hrtime.bigint(); const g = require(${JSON.stringify(packageFolder)});
  const u = process.hrtime.bigint(); g.render("x"); console.log(Number(u - t) / 1e6, Number(process.hrtime.bigint() - u) / 1e6)`;
const starts = Array.from({ length: 5 }, () => execFileSync(process.execPath, ["-e", start], { encoding: "utf8" }).trim().split(" ").map(Number));
const best = (at) => Math.min(...starts.map((each) => each[at])).toFixed(1);
console.log(`start: import ${best(0)} ms, instance and first render ${best(1)} ms`);
