// Fixtures of tests/spec, as tests/fixtures/fixture.h describes them.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const EXPECTED = ["output", "error", "exit", "result", "text"];
const GIVEN = ["run", "before", "input", "call", "render", "data"];

/** The sections of a fixture: {name, argument, body}. */
function parseFixture(text) {
  const sections = [];
  for (const line of text.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("--- ")) {
      const [name, ...rest] = line.slice(4).split(" ");
      sections.push({ name, argument: rest.join(" "), lines: [] });
    } else if (sections.length > 0) {
      sections[sections.length - 1].lines.push(line.startsWith("\\--- ") ? line.slice(1) : line);
    }
  }
  return sections.map(({ name, argument, lines }) => ({ name, argument, body: lines.join("\n") }));
}

const isFile = (section) => !EXPECTED.includes(section.name) && !GIVEN.includes(section.name);

/** {method, params as JSON} of a case that calls an operation; undefined of one that runs the command. */
function operationOf(sections) {
  const files = Object.fromEntries(sections.filter(isFile).map(({ name, body }) => [name, body]));
  const call = sections.find(({ name }) => name === "call");
  if (call) {
    let params = call.body.replace('"@files"', () => JSON.stringify(files));
    for (const [name, body] of Object.entries(files)) params = params.split(`"@:${name}"`).join(JSON.stringify(body));
    return { method: call.argument, params };
  }
  const render = sections.find(({ name }) => name === "render");
  if (!render) return undefined;
  const [language, ...options] = render.argument.split(" ");
  const parts = [
    `"language":${JSON.stringify(language)}`,
    `"source":${JSON.stringify(render.body)}`,
    `"data":${sections.find(({ name }) => name === "data")?.body ?? "{}"}`,
    `"templates":${JSON.stringify(files)}`,
  ];
  if (options.length > 0) parts.push(`"options":${options.join(" ")}`);
  return { method: "text.render", params: `{${parts.join(",")}}` };
}

/** The text of a member of a JSON object: numbers keep the form that they are written in. */
function memberText(json, key) {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  let depth = 0;
  let name;
  let begin = -1;
  for (let token = tokens.exec(json); token; token = tokens.exec(json)) {
    const [text] = token;
    if (depth === 1 && begin >= 0 && (text === "," || text === "}")) {
      if (name === key) return json.slice(begin, token.index).trim();
      begin = -1;
    }
    if (text === "{" || text === "[") ++depth;
    else if (text === "}" || text === "]") --depth;
    else if (depth === 1 && begin < 0 && text === ":") begin = tokens.lastIndex;
    else if (depth === 1 && begin < 0 && text !== ",") name = JSON.parse(text);
  }
  return undefined;
}

/** The cases of a conformance file, {name, method, params as JSON, expect}. */
function readCases(file) {
  const lines = fs.readFileSync(file, "utf8").split("\n").filter((line) => line.trim());
  return lines.map((line) => ({ ...JSON.parse(line), params: memberText(line, "params") ?? "{}" }));
}

/** All fixtures below a directory, by their paths from there. */
function listFixtures(directory) {
  return fs.readdirSync(directory, { recursive: true })
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => ({ name, file: path.join(directory, name) }));
}

module.exports = { listFixtures, operationOf, parseFixture, readCases };
