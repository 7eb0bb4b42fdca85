// Runs Handlebars.js' own suite against the drop-in: what its specifications say of the API.
//
//   node handlebars_suite.cjs SPEC [FILE...]      SPEC is the folder `spec` of its sources
//
// Left out is what looks inside of Handlebars.js: its tokens, its compiler's text, its source
// maps and its command.  Prints a line for each case that fails, then the counts.
"use strict";

const path = require("node:path");
const vm = require("node:module");

const [spec, ...chosen] = process.argv.slice(2);
const API = [
  "basic", "blocks", "builtins", "compiler", "data", "helpers", "partials", "regressions", "runtime", "security",
  "strict", "subexpressions", "utils", "whitespace-control",
];
const LEAST = 0.97;

const tools = vm.createRequire(path.join(__dirname, "..", "package.json"));
const Mocha = tools("mocha");
const chai = tools("chai");
chai.use(tools("dirty-chai"));

global.expect = chai.expect;
global.sinon = tools("sinon");
global.Handlebars = require("..").handlebars;
require(path.resolve(spec, "env", "common.js"));
global.handlebarsEnv = undefined;
global.CompilerContext = {
  compile: (template, options) => global.handlebarsEnv.template(JSON.parse(global.handlebarsEnv.precompile(template, options))),
  compileWithPartial: (template, options) => global.handlebarsEnv.compile(template, options),
};

const mocha = new Mocha({ ui: "bdd", reporter: class {} });
for (const name of chosen.length > 0 ? chosen : API) mocha.addFile(path.resolve(spec, `${name}.js`));
mocha.suite.beforeEach(() => {
  global.handlebarsEnv = global.Handlebars.create();
});

let passed = 0;
let failed = 0;
mocha
  .run()
  .on("pass", () => ++passed)
  .on("fail", (test, error) => {
    ++failed;
    console.log(`failed: ${test.fullTitle()}\n    ${String(error.message).split("\n")[0]}`);
  })
  .on("end", () => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = passed > 0 && passed >= LEAST * (passed + failed) ? 0 : 1;
  });
