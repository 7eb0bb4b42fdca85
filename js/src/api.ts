// What the package exports, wherever it runs.

export { Conversation } from "./conversation.js";
export { GalleyError, type Diagnostic, type Position } from "./errors.js";
export { Markup, type HelperOptions, type NamedArguments } from "./functions.js";
export { limitMemory } from "./wasm_instance.js";
export { call, callJson, countTokens, type CountOptions } from "./operations.js";
export type { Operations, ParamsOf, ResultOf } from "./operation_types.js";
export { render } from "./render.js";
export * from "./template_inputs.js";
export type * from "./requests.js";
export type { VercelMessage, VercelRequest } from "./vercel.js";
export {
  Template, Workspace, type ChatOptions, type CompileOptions, type Input, type Inputs, type Language, type Limits,
  type RenderOptions, type Values, type WorkspaceOptions,
} from "./workspace.js";
export { handlebars } from "./handlebars/index.js";
export type { HandlebarsEnvironment, RuntimeOptions, TemplateDelegate } from "./handlebars/environment.js";
