// What the first part of the module must be able to do by itself: the fixtures of rendering,
// those that fail too, and calls of the classes.
//
//   node first_part.cjs PROFILE
//
// runs it on a module that notes which functions run, and writes what that noted: js/build.sh
// splits the module by it.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

process.env.GALLEY_NATIVE = "0";
const { callJson, GalleyError, handlebars, render, Workspace } = require("..");
const { instance } = require("../dist/node/instance.js");
const { listFixtures, operationOf, parseFixture } = require("./fixture.cjs");

const SPEC = path.join(process.env.GALLEY_SOURCE ?? path.join(__dirname, "..", ".."), "tests", "spec");
const FOLDERS = /^(agents|chat|compose|discover|emit|explain|handlebars|history|jinja|sections)\//;
const OPERATIONS = new Set([
  "catalog.list", "catalog.render", "chat.emit", "chat.explain", "chat.render", "sections.render", "template.render",
  "text.render", "tokens.count",
]);
const PROVIDERS = ["openai", "responses", "anthropic", "gemini", "mistral", "huggingface", "vercel", "text"];
const PROFILE_ROOM = 2 ** 20;

function rethrow(error) {
  throw error;
}

// A diagnostic is a result too.
function attempt(run, onError) {
  try {
    run();
  } catch (error) {
    if (!(error instanceof GalleyError)) onError(error);
  }
}

// The same by the classes, as far as they have what the operation takes.
function runWithClasses({ method, params }) {
  const { language, source, data, templates = {}, options, template, context, budget } = JSON.parse(params);
  if (method === "text.render" && typeof source === "string") {
    const ending = language === "handlebars" ? ".hbs" : ".j2";
    const files = Object.entries(templates).map(([name, text]) => [name + ending, text]);
    const made = Workspace.fromFiles(Object.fromEntries(files)).compile(source, { language, ...(options ? { options } : {}) });
    attempt(() => made.render(data), rethrow);
    made.render(data, { undefined: "strict" });
  } else if (method.startsWith("chat.") && template?.workspace?.files) {
    const made = Workspace.fromFiles(template.workspace.files).template(template.name);
    const conversation = made.renderChat(context, typeof budget === "number" ? { budget } : {});
    for (const provider of PROVIDERS) attempt(() => conversation[provider](), rethrow);
  }
}

function runFixtures(onError) {
  let count = 0;
  for (const { name, file } of listFixtures(SPEC)) {
    if (!FOLDERS.test(name)) continue;
    const operation = operationOf(parseFixture(fs.readFileSync(file, "utf8")));
    if (!operation || !OPERATIONS.has(operation.method)) continue;
    attempt(() => callJson(operation.method, operation.params), onError);
    attempt(() => runWithClasses(operation), onError);
    ++count;
  }
  return count;
}

// As the studio asks, with the files of a project.
function runOperations(onError) {
  const files = {
    "t/a.j2": "{% extends 'base' %}{% block b %}{{ x }}{% include 'parts/c' %}{% endblock %}",
    "t/base.j2": "{% block b %}{% endblock %}",
    "t/parts/c.j2": "{{ y | upper }}",
    "t/d.hbs": "{{> parts/e}}{{#if x}}{{x}}{{/if}}",
    "t/parts/e.hbs": "{{#each xs}}{{this}}{{/each}}",
    "t/f.sections.yaml": "id: f\nsections:\n  A: {text: '{{x}}'}\nplaceholders:\n  x: {type: string}\n",
  };
  for (const name of ["a", "d", "f", "missing"]) {
    const params = { workspace: { files, roots: { project: ["t"] } }, name, data: { x: "1", y: "z", xs: [2] } };
    for (const more of [{}, { tokenizer: "chars/4" }]) {
      attempt(() => callJson("template.render", JSON.stringify({ ...params, ...more })), onError);
    }
  }
}

function runClasses(onError) {
  const workspace = Workspace.fromFiles({
    "hello.j2": "{% extends 'base' %}{% block b %}{{ name | up }} {{ 1.5 }}{% endblock %}",
    "base.j2": "{% block b %}{% endblock %}",
    "list.hbs": "{{#each items}}{{this}}{{/each}}{{> part}}",
    "part.hbs": "{{#if a}}{{a}}{{/if}}",
    "chat.chat.yaml": "version: 1\nlayout:\n- role: user\n  content: Hi {{ name }}\n",
  });
  workspace.addFilter("up", (text) => text.toUpperCase());
  workspace.template("hello").render({ name: "Ann" });
  workspace.template("list").render({ items: [1, "\u00e9", 2.5, null, true, new Date(0)], a: { b: [1n] } });
  runOperations(onError);
  attempt(() => workspace.template("chat").renderChat({ name: "Ann" }, { budget: 4000 }).openai(), onError);
  attempt(() => workspace.template("hello").render({}), onError);
  attempt(() => workspace.template("helo"), onError);
  attempt(() => render("{{ x", {}), onError);
  attempt(() => Workspace.openSync(path.join(SPEC, "jinja")).call("catalog.list", {}), onError);
  const own = handlebars.create();
  own.registerHelper("up", (text) => String(text).toUpperCase());
  own.registerPartial("p", "<{{a}}>");
  own.compile("{{up a}} {{#if b}}x{{else}}y{{/if}} {{> p}} {{#each c}}{{@index}}{{this}}{{/each}}")({ a: "x", c: [1, 2] });
}

/** Runs it all and gives the number of fixtures; `onError` gets what is thrown that is no diagnostic. */
function runFirstPart(onError) {
  runClasses(onError);
  return runFixtures(onError);
}

function writeProfile(file) {
  runFirstPart(rethrow);
  const { exports, memory } = instance();
  const at = exports.input(PROFILE_ROOM);
  const size = exports.__write_profile(at, PROFILE_ROOM);
  fs.writeFileSync(file, Buffer.from(memory.buffer, at, size));
}

if (require.main === module) writeProfile(process.argv[2]);
module.exports = { runFirstPart };
