// What Handlebars.js has as `Utils`, and safe texts.

import { Markup } from "../functions.js";

/** A text that is not escaped. */
export class SafeString extends Markup {}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;", "`": "&#x60;", "=": "&#x3D;",
};
const ESCAPED = /[&<>"'`=]/g;

export function escapeExpression(value: unknown): string {
  let text: string;
  if (typeof value === "string") {
    text = value;
  } else {
    if (value === null || value === undefined) return "";
    const { toHTML } = value as { toHTML?: unknown };
    if (value && toHTML) return (toHTML as () => string).call(value);
    if (!value) return `${value as string}`;
    text = `${value as string}`;
  }
  return text.search(ESCAPED) < 0 ? text : text.replace(ESCAPED, (found) => ESCAPES[found]!);
}

/** Adds the own properties of all `sources` to `target`. */
export function extend<T extends object>(target: T, ...sources: unknown[]): T {
  for (const source of sources) {
    for (const key in source as Record<string, unknown>) {
      if (Object.prototype.hasOwnProperty.call(source, key)) {
        (target as Record<string, unknown>)[key] = (source as Record<string, unknown>)[key];
      }
    }
  }
  return target;
}

export function isEmpty(value: unknown): boolean {
  if (!value && value !== 0) return true;
  return Array.isArray(value) && value.length === 0;
}

export function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function";
}

export const isArray = Array.isArray;
export const { toString } = Object.prototype;

export function indexOf(array: readonly unknown[], value: unknown): number {
  return array.indexOf(value);
}

export type Frame = Record<string, unknown>;

/** A frame of data over another. */
export function createFrame(object: unknown): Frame {
  const frame: Frame = extend({}, object);
  frame["_parent"] = object;
  return frame;
}

export function blockParams(params: unknown[] & { path?: unknown }, ids: unknown): unknown[] {
  params.path = ids;
  return params;
}

export function appendContextPath(contextPath: string | undefined, id: string): string {
  return (contextPath ? `${contextPath}.` : "") + id;
}
