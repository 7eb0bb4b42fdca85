// What conversations become goes into the packages of the providers as it is: this must
// compile.  Nothing here is run.

import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { generateText, type LanguageModel } from "ai";
import { handlebars, render, Workspace } from "galley-prompts";
import OpenAI from "openai";

export async function consume(vercel: LanguageModel): Promise<void> {
  const workspace = await Workspace.open(".");
  const conversation = workspace.template("talk").renderChat({ topic: "x" }, { budget: 4000, model: "gpt-5" });
  const tools = [{ name: "look", parameters: { type: "object" } }];

  const openai = new OpenAI();
  await openai.chat.completions.create({ model: "gpt-5", ...conversation.openai({ tools }) });
  await openai.responses.create({ model: "gpt-5", ...conversation.responses() });
  await new Anthropic().messages.create({ model: "claude-sonnet-4-5", max_tokens: 100, ...conversation.anthropic({ tools }) });
  await new GoogleGenAI({}).models.generateContent({ model: "gemini-2.5-flash", ...conversation.google() });
  await generateText({ model: vercel, ...conversation.vercel() });

  const text: string = workspace.template("hello").render({ name: "Ann" });
  // @ts-expect-error: `galley types` told the compiler what `hello` takes.
  workspace.template("hello").render({ nme: "Ann" });
  // @ts-expect-error: and of which type it is.
  workspace.template("hello").render({ name: 1 });
  // Names that are made while running are not known.
  workspace.template(text).render({ anything: 1 });
  render("x", { a: 1 }, { language: "jinja" });
  handlebars.compile<{ a: number }>("{{a}}")({ a: 1 });
}
