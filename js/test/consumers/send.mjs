// Hands conversations to the clients of the providers, whose requests go nowhere, and to the
// package `ai` with a model of ours.  Prints the bodies that the clients would have sent.

import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Workspace } from "galley-prompts";
import OpenAI from "openai";

const TALK = `
id: talk
name: Talk
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: user, content: "Begin, {{name}}."}
slots: {}
`;

const bodies = {};
const sendTo = (name) => async (_url, { body }) => {
  bodies[name] = JSON.parse(body);
  return new Response("{}", { status: 200, headers: { "content-type": "application/json" } });
};
const client = (name) => ({ apiKey: "none", fetch: sendTo(name) });

const conversation = Workspace.fromFiles({ "talk.chat.yaml": TALK }).template("talk").renderChat({ topic: "the harbour", name: "Ann" });
const tools = [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }];

await new OpenAI(client("openai")).chat.completions.create({ model: "gpt-5", ...conversation.openai({ tools }) });
await new OpenAI(client("responses")).responses.create({ model: "gpt-5", ...conversation.responses() });
await new Anthropic(client("anthropic")).messages.create({ model: "claude-sonnet-4-5", max_tokens: 9, ...conversation.anthropic({ tools }) });
globalThis.fetch = sendTo("google");
await new GoogleGenAI({ apiKey: "none" }).models.generateContent({ model: "gemini-2.5-flash", ...conversation.google() });

const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    bodies.vercel = prompt;
    return {
      content: [{ type: "text", text: "Yes." }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
      warnings: [],
    };
  },
});
await generateText({ model, ...conversation.vercel() });
console.log(JSON.stringify(bodies));
