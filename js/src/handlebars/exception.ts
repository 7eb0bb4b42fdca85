// The error that Handlebars.js throws, with the place it stands at.

import type { Location } from "./tree.js";

export class Exception extends Error {
  declare description?: string;
  declare fileName?: string;
  declare lineNumber?: number;
  declare endLineNumber?: number;
  declare column?: number;
  declare endColumn?: number;
  declare number?: number;

  constructor(message: string, node?: { loc?: Location | undefined } | null) {
    const loc = node?.loc;
    super(loc ? `${message} - ${loc.start.line}:${loc.start.column}` : message);
    if (!loc) return;
    this.lineNumber = loc.start.line;
    this.endLineNumber = loc.end.line;
    this.column = loc.start.column;
    this.endColumn = loc.end.column;
  }
}
