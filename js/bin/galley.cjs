#!/usr/bin/env node
// The command of the package.  What it does itself is for projects in JavaScript; everything
// else is an operation, by its name.
"use strict";

const fs = require("node:fs");
const { call, GalleyError, Workspace } = require("..");
const { writeTypes } = require("../dist/node/types.js");

const USAGE = `usage: galley types [FILE]             write the types of the templates here, to FILE or
                                       galley-templates.d.ts
       galley render NAME [DATA.json]  print a template of this directory
       galley call METHOD [PARAMS]     run any operation on JSON; \`galley call operations.list\`
                                       tells which there are
`;

function readJson(text) {
  return JSON.parse(text ?? "{}");
}

const COMMANDS = {
  types(file = "galley-templates.d.ts") {
    fs.writeFileSync(file, writeTypes(Workspace.openSync(".")));
    process.stderr.write(`${file} is written\n`);
  },
  render(name, data) {
    if (name === undefined) return usage();
    const template = Workspace.openSync(".").template(name);
    const values = readJson(data === undefined ? undefined : fs.readFileSync(data, "utf8"));
    const text = template.language === "chat" ? `${JSON.stringify(template.renderChat(values).messages, null, 2)}\n` : template.render(values);
    process.stdout.write(text);
  },
  call(method, params) {
    if (method === undefined) return usage();
    process.stdout.write(`${JSON.stringify(call(method, readJson(params)))}\n`);
  },
};

function usage() {
  process.stderr.write(USAGE);
  process.exitCode = 2;
}

const [command, ...words] = process.argv.slice(2);
if (command === "help" || command === "--help" || command === "-h") {
  process.stdout.write(USAGE);
} else if (!Object.hasOwn(COMMANDS, command ?? "")) {
  usage();
} else {
  try {
    COMMANDS[command](...words);
  } catch (error) {
    if (!(error instanceof GalleyError) && !(error instanceof SyntaxError) && error.code === undefined) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
