// The types of a workspace's templates, for TypeScript.

import type { Input, Workspace } from "./workspace.js";

const TYPES: Readonly<Record<string, string>> = {
  string: "string", text: "string", integer: "number", int: "number", number: "number", float: "number",
  boolean: "boolean", bool: "boolean", list: "readonly unknown[]", array: "readonly unknown[]",
  map: "Record<string, unknown>", object: "Record<string, unknown>",
};

/** A module that tells the compiler what each template takes. */
export function writeTypes(workspace: Workspace): string {
  const lines: string[] = [];
  for (const name of namesOf(workspace)) lines.push(...entry(workspace, name));
  return [
    "// Written by `galley types`: what the templates of this workspace take.",
    'import "galley-prompts";',
    "",
    'declare module "galley-prompts" {',
    "  interface TemplateInputs {",
    ...lines,
    "  }",
    "}",
    "",
  ].join("\n");
}

function namesOf(workspace: Workspace): string[] {
  const { entries } = workspace.call("catalog.list") as { entries: { type: string; reachable_as?: string }[] };
  return entries.flatMap((each) => (each.type === "task" || !each.reachable_as ? [] : [each.reachable_as]));
}

// One that does not compile takes what it likes; `galley check` tells what is wrong with it.
function entry(workspace: Workspace, name: string): string[] {
  try {
    const { list, isComplete } = workspace.template(name).inputs;
    const fields = list.map((input) => `      ${JSON.stringify(input.name)}${input.required ? "" : "?"}: ${typeOf(input)};`);
    if (!isComplete) fields.push("      [more: string]: unknown;");
    return [`    ${JSON.stringify(name)}: {`, ...fields, "    };"];
  } catch {
    return [`    ${JSON.stringify(name)}: Record<string, unknown>;`];
  }
}

function typeOf(input: Input): string {
  return TYPES[input.type] ?? "unknown";
}
