// What rendering a chat template gives.

import type { Diagnostic } from "./errors.js";
import { call } from "./operations.js";
import type {
  AnthropicRequest, GeminiRequest, HuggingFaceRequest, Message, MistralRequest, OpenAIRequest, RequestOptions,
  ResponsesRequest, Tool, ToolChoice,
} from "./requests.js";
import { vercelRequest, type VercelRequest } from "./vercel.js";

export interface ConversationData {
  messages: Message[];
  tokens: number;
  estimator: string;
  warnings: Diagnostic[];
  ledger?: unknown;
  responseFormat?: unknown;
  tools?: Tool[];
  toolChoice?: ToolChoice;
  model?: string;
}

/** The messages of a render, which never change. */
export class Conversation {
  /** In the canonical form, as `history.read` gives it. */
  readonly messages: readonly Message[];
  /** What was consumed of the budget. */
  readonly tokens: number;
  /** What counted them. */
  readonly estimator: string;
  /** Every decision of the render, where `explain` asked for it. */
  readonly ledger: unknown;
  /** How the answer should look, where the template says so. */
  readonly responseFormat: unknown;
  /** What the model may call, and whether it should, where the template says so. */
  readonly tools: readonly Tool[] | undefined;
  readonly toolChoice: ToolChoice | undefined;
  /** What the render was counted for; its rules hold for requests too. */
  readonly model: string | undefined;
  readonly #warnings: Diagnostic[];

  constructor(data: ConversationData) {
    this.messages = data.messages;
    this.tokens = data.tokens;
    this.estimator = data.estimator;
    this.#warnings = [...data.warnings];
    this.ledger = data.ledger;
    this.responseFormat = data.responseFormat;
    this.tools = data.tools;
    this.toolChoice = data.toolChoice;
    this.model = data.model;
  }

  /** What the render, and the requests made so far, could not keep. */
  get warnings(): readonly Diagnostic[] {
    return [...this.#warnings];
  }

  /** For OpenAI's Chat Completions. */
  openai(options?: RequestOptions): OpenAIRequest {
    return this.request("openai", options) as OpenAIRequest;
  }
  /** For OpenAI's Responses. */
  responses(options?: RequestOptions): ResponsesRequest {
    return this.request("responses", options) as ResponsesRequest;
  }
  /** For Anthropic's Messages. */
  anthropic(options?: RequestOptions): AnthropicRequest {
    return this.request("anthropic", options) as AnthropicRequest;
  }
  /** For Google's generateContent over HTTP. */
  gemini(options?: RequestOptions): GeminiRequest {
    return this.request("gemini", options) as GeminiRequest;
  }
  /** The same as the package @google/genai takes it: all but the contents is `config`. */
  google(options?: RequestOptions): { contents: GeminiRequest["contents"]; config: Omit<GeminiRequest, "contents"> } {
    const { contents, ...config } = this.gemini(options);
    return { contents, config };
  }
  /** For Mistral's Chat Completions. */
  mistral(options?: RequestOptions): MistralRequest {
    return this.request("mistral", options) as MistralRequest;
  }
  /** What the chat template of a model takes. */
  huggingface(options?: RequestOptions): HuggingFaceRequest {
    return this.request("huggingface", options) as HuggingFaceRequest;
  }
  /** For the package `ai`: `generateText({model, ...conv.vercel()})`. */
  vercel(): VercelRequest {
    return vercelRequest(this.messages);
  }
  /** For reading, and for models that complete a text. */
  text(options?: RequestOptions): string {
    return this.request("text", options) as string;
  }

  /** The request in any form that `chat.emit` knows. */
  request(as: string, options: RequestOptions = {}): unknown {
    const { responseFormat, tools, toolChoice, model } = this;
    const reply = call("chat.emit", { responseFormat, tools, toolChoice, model, ...options, messages: this.messages, as });
    const { request, text, diagnostics = [] } = reply as { request?: unknown; text?: unknown; diagnostics?: Diagnostic[] };
    for (const each of diagnostics) {
      if (!this.#warnings.some(({ code, message }) => code === each.code && message === each.message)) this.#warnings.push(each);
    }
    return request ?? text;
  }

  toJSON(): ConversationData {
    const { messages, tokens, estimator, warnings, ledger, responseFormat, tools, toolChoice, model } = this;
    return {
      messages: [...messages], tokens, estimator, warnings: [...warnings], ledger, responseFormat,
      tools: tools && [...tools], toolChoice, model,
    };
  }
}
