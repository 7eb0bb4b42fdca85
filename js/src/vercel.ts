// Conversations as the package `ai` takes them.

import type { Message, Part } from "./requests.js";

type JsonValue = null | string | number | boolean | JsonValue[] | { [key: string]: JsonValue };

type UserPart =
  | { type: "text"; text: string }
  | { type: "image"; image: string | URL; mediaType?: string }
  | { type: "file"; data: string | URL; mediaType: string; filename?: string };

type AssistantPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: JsonValue };

interface ToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "text"; value: string } | { type: "error-text"; value: string };
}

export type VercelMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string | UserPart[] }
  | { role: "assistant"; content: string | AssistantPart[] }
  | { role: "tool"; content: ToolResultPart[] };

export interface VercelRequest {
  /** The system messages that the conversation begins with. */
  instructions?: string;
  messages: VercelMessage[];
}

export function vercelRequest(messages: readonly Message[]): VercelRequest {
  const names = new Map<string, string>();
  const first = messages.findIndex(({ role }) => role !== "system");
  const leading = messages.slice(0, first < 0 ? messages.length : first);
  const rest = messages.slice(leading.length).map((message) => messageOf(message, names));
  const instructions = leading.map(({ content }) => textOf(content)).join("\n\n");
  return leading.length > 0 ? { instructions, messages: rest } : { messages: rest };
}

function messageOf({ role, content }: Message, names: Map<string, string>): VercelMessage {
  if (typeof content === "string") {
    if (role === "tool") throw new TypeError("a tool message must hold results");
    return { role, content };
  }
  switch (role) {
    case "system":
      return { role, content: textOf(content) };
    case "user":
      return { role, content: content.flatMap(userPart) };
    case "assistant":
      return { role, content: content.flatMap((part) => assistantPart(part, names)) };
    case "tool":
      return { role, content: content.flatMap((part) => resultPart(part, names)) };
  }
}

function userPart(part: Part): UserPart[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "image":
      return [{ type: "image", image: place(part), ...(part.mime ? { mediaType: part.mime } : {}) }];
    case "audio":
    case "file":
      return [{ type: "file", data: place(part), mediaType: part.mime ?? "application/octet-stream", ...("name" in part && part.name ? { filename: part.name } : {}) }];
    default:
      return [];
  }
}

function assistantPart(part: Part, names: Map<string, string>): AssistantPart[] {
  switch (part.type) {
    case "text":
    case "refusal":
      return [{ type: "text", text: part.text }];
    case "thinking":
      return part.text === undefined ? [] : [{ type: "reasoning", text: part.text }];
    case "tool_call":
      names.set(part.id, part.name);
      return [{ type: "tool-call", toolCallId: part.id, toolName: part.name, input: inputOf(part.arguments) }];
    default:
      return [];
  }
}

function resultPart(part: Part, names: Map<string, string>): ToolResultPart[] {
  if (part.type !== "tool_result") return [];
  const type = part.isError ? "error-text" : "text";
  const toolName = part.name ?? names.get(part.id) ?? "";
  return [{ type: "tool-result", toolCallId: part.id, toolName, output: { type, value: textOf(part.content) } }];
}

// Models write arguments that are no JSON, too.
function inputOf(text: string): JsonValue {
  try {
    return JSON.parse(text || "{}") as JsonValue;
  } catch {
    return { INVALID_JSON: text };
  }
}

function place(media: { url?: string; data?: string; fileId?: string }): string | URL {
  return media.url !== undefined ? new URL(media.url) : media.data ?? media.fileId ?? "";
}

function textOf(content: string | Part[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type} left out]`)).join("\n");
}
