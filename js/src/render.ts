// Rendering a text without a workspace of one's own.

import { Workspace, type CompileOptions, type RenderOptions, type Template, type Values } from "./workspace.js";

// As many texts as a program is likely to render in turn.
const MAX_KEPT = 256;

let workspace: Workspace | undefined;
const kept = new Map<string, Template>();

/** Compiles a text, Jinja unless `language` says otherwise, and renders it. */
export function render(source: string, values?: Values, options: CompileOptions & RenderOptions = {}): string {
  const { language = "jinja", name, options: compiled, ...rest } = options;
  const key = JSON.stringify([source, language, name, compiled]);
  let template = kept.get(key);
  if (!template) {
    workspace ??= Workspace.fromFiles();
    template = workspace.compile(source, { language, ...(name === undefined ? {} : { name }), ...(compiled ? { options: compiled } : {}) });
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, template);
  }
  return template.render(values, Object.keys(rest).length > 0 ? rest : undefined);
}
