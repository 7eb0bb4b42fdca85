#!/usr/bin/env node
// The command of the package.  `types` is for projects in JavaScript; everything else is the
// command that C++ has.
"use strict";

const fs = require("node:fs");

const USAGE = "usage: galley types [FILE]    write the types of the templates here, to FILE or galley-templates.d.ts\n";

function types(words) {
  const [file = "galley-templates.d.ts", ...rest] = words;
  if (rest.length > 0 || file.startsWith("-")) {
    const wantsHelp = file === "--help" || file === "-h";
    (wantsHelp ? process.stdout : process.stderr).write(USAGE);
    return wantsHelp ? 0 : 2;
  }
  const { GalleyError, Workspace } = require("..");
  const { writeTypes } = require("../dist/node/types.js");
  try {
    fs.writeFileSync(file, writeTypes(Workspace.openSync(".")));
  } catch (error) {
    if (!(error instanceof GalleyError) && error.code === undefined) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  process.stderr.write(`${file} is written\n`);
  return 0;
}

const words = process.argv.slice(2);
if (words[0] === "types") {
  process.exitCode = types(words.slice(1));
} else {
  require(".."); // which says where the vocabularies are
  process.exitCode = require("../dist/node/command.js").runCommand(words);
}
