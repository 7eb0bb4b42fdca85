// The requests that conversations become, as the packages of the providers type them: what
// is here can be handed to them as it is.

export interface Tool {
  name: string;
  description?: string;
  /** The JSON Schema of an object. */
  parameters: Record<string, unknown>;
  strict?: boolean;
}

export interface RequestOptions {
  /** Whose rules hold; absent: the newest. */
  model?: string;
  tools?: Tool[];
  toolChoice?: ToolChoice;
  responseFormat?: unknown;
}

export type ToolChoice = "auto" | "none" | "required" | { name: string };

// ---------------------------------------------------------------------------
// The canonical form

interface Media {
  url?: string;
  /** Base64. */
  data?: string;
  mime?: string;
  fileId?: string;
}

export type Part =
  | { type: "text"; text: string }
  | ({ type: "image"; detail?: string } & Media)
  | ({ type: "audio" } & Media)
  | ({ type: "file"; name?: string } & Media)
  | { type: "thinking"; text?: string; signature?: string; redacted?: string }
  | { type: "refusal"; text: string }
  /** `arguments` are JSON as the model wrote it. */
  | { type: "tool_call"; id: string; name: string; arguments: string }
  | { type: "tool_result"; id: string; name?: string; content: string | Part[]; isError?: boolean }
  | { type: "opaque"; provider: string; value: unknown };

export interface Message {
  role: "system" | "user" | "assistant" | "tool";
  content: string | Part[];
  name?: string;
  /** The model goes on from here. */
  prefix?: boolean;
  cache?: unknown;
}

// ---------------------------------------------------------------------------
// OpenAI

interface TextPart {
  type: "text";
  text: string;
}

type OpenAIUserPart =
  | TextPart
  | { type: "image_url"; image_url: { url: string; detail?: "auto" | "low" | "high" } }
  | { type: "input_audio"; input_audio: { data: string; format: "wav" | "mp3" } }
  | { type: "file"; file: { file_data?: string; file_id?: string; filename?: string } };

interface OpenAIToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export type OpenAIMessage =
  | { role: "system"; content: string | TextPart[]; name?: string }
  | { role: "developer"; content: string | TextPart[]; name?: string }
  | { role: "user"; content: string | OpenAIUserPart[]; name?: string }
  | { role: "assistant"; content?: string | (TextPart | { type: "refusal"; refusal: string })[] | null; name?: string; refusal?: string | null; tool_calls?: OpenAIToolCall[] }
  | { role: "tool"; content: string | TextPart[]; tool_call_id: string };

export interface OpenAIRequest {
  messages: OpenAIMessage[];
  tools?: { type: "function"; function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean } }[];
  tool_choice?: "auto" | "none" | "required" | { type: "function"; function: { name: string } };
  response_format?:
    | { type: "text" }
    | { type: "json_object" }
    | { type: "json_schema"; json_schema: { name: string; schema?: Record<string, unknown>; strict?: boolean } };
}

type ResponsesPart =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" | "low" | "high" }
  | { type: "input_file"; file_data?: string; filename?: string; file_id?: string };

export type ResponsesItem =
  | { role: "system" | "developer" | "user" | "assistant"; content: string | ResponsesPart[]; type?: "message" }
  | { type: "function_call"; call_id: string; name: string; arguments: string }
  | { type: "function_call_output"; call_id: string; output: string };

export interface ResponsesRequest {
  input: ResponsesItem[];
  tools?: { type: "function"; name: string; description?: string; parameters: Record<string, unknown>; strict: boolean }[];
  tool_choice?: "auto" | "none" | "required" | { type: "function"; name: string };
  text?: { format: { type: "text" } | { type: "json_object" } | { type: "json_schema"; name: string; schema: Record<string, unknown>; strict?: boolean } };
}

// ---------------------------------------------------------------------------
// Anthropic

interface CacheControl {
  cache_control?: { type: "ephemeral"; ttl?: "5m" | "1h" };
}

type AnthropicText = { type: "text"; text: string } & CacheControl;
type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

type AnthropicImage = {
  type: "image";
  source: { type: "base64"; data: string; media_type: ImageType } | { type: "url"; url: string };
} & CacheControl;

type AnthropicBlock =
  | AnthropicText
  | AnthropicImage
  | ({ type: "document"; source: { type: "base64"; data: string; media_type: "application/pdf" } | { type: "url"; url: string } } & CacheControl)
  | ({ type: "tool_use"; id: string; name: string; input: Record<string, unknown> } & CacheControl)
  | ({ type: "tool_result"; tool_use_id: string; content?: string | (AnthropicText | AnthropicImage)[]; is_error?: boolean } & CacheControl)
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string };

export interface AnthropicRequest {
  system?: string | AnthropicText[];
  messages: { role: "user" | "assistant"; content: string | AnthropicBlock[] }[];
  tools?: ({ name: string; description?: string; input_schema: { type: "object"; [field: string]: unknown } } & CacheControl)[];
  tool_choice?: { type: "auto" } | { type: "any" } | { type: "none" } | { type: "tool"; name: string };
}

// ---------------------------------------------------------------------------
// Google

interface GeminiPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  inlineData?: { mimeType: string; data: string };
  fileData?: { mimeType?: string; fileUri: string };
  functionCall?: { id?: string; name: string; args: Record<string, unknown> };
  functionResponse?: { id?: string; name: string; response: Record<string, unknown> };
}

export interface GeminiRequest {
  contents: { role: "user" | "model"; parts: GeminiPart[] }[];
  systemInstruction?: { parts: GeminiPart[] };
  tools?: { functionDeclarations: { name: string; description?: string; parametersJsonSchema?: unknown }[] }[];
  toolConfig?: { functionCallingConfig: { mode?: never; allowedFunctionNames?: string[] } };
  generationConfig?: { responseMimeType?: string; responseJsonSchema?: unknown };
}

// ---------------------------------------------------------------------------
// Mistral and Hugging Face

export interface MistralRequest {
  messages: { role: string; content?: unknown; [field: string]: unknown }[];
  [field: string]: unknown;
}

export interface HuggingFaceRequest {
  messages: { role: string; content?: unknown; [field: string]: unknown }[];
  [field: string]: unknown;
}
