// Workspaces and their templates.
//
// Both hold handles of one instance of the module and know how they were made, so that they
// are made again when the instance was replaced.

import { Conversation, type ConversationData } from "./conversation.js";
import type { Diagnostic } from "./errors.js";
import { addFunction, FunctionKind, type Callable, type HelperOptions } from "./functions.js";
import { instance, isCurrent, type Instance } from "./instance.js";
import type { ParamsOf, ResultOf } from "./operation_types.js";
import { platform } from "./platform.js";
import type { TemplateInputs } from "./template_inputs.js";

export type Language = "jinja" | "handlebars" | "sections" | "chat";
export type Values = Record<string, unknown> | ReadonlyMap<string, unknown>;
export type Limits = Partial<Record<string, number>>;

export interface WorkspaceOptions {
  /** The project, where it is not the nearest upwards. */
  projectRoot?: string;
  /** A configuration file on top of the others. */
  config?: string;
  /** Keys of the configuration with their texts. */
  settings?: Record<string, string>;
  /** Options of templates, as `text.render` takes them. */
  jinja?: Record<string, unknown>;
  handlebars?: Record<string, unknown>;
  limits?: Limits;
}

export interface CompileOptions {
  language?: Language;
  /** As diagnostics call it. */
  name?: string;
  options?: Record<string, unknown>;
}

export interface RenderOptions {
  limits?: Limits;
  undefined?: "lenient" | "strict" | "chainable" | "debug";
  /** ISO time, for `strftime_now`. */
  now?: string;
}

export interface ChatOptions {
  /** Tokens. */
  budget?: number;
  /** Whose tokens they are, and whose rules hold. */
  model?: string;
  /** What counts them in place of the model's tokenizer. */
  estimator?: string;
  /** Messages to insert. */
  injections?: unknown[];
  squash?: boolean;
  /** Keep a ledger of every decision. */
  explain?: boolean;
  /** What fails or is dropped is an error, whatever the template says. */
  strict?: boolean;
  /** What `{{name}}` stands for inside of values. */
  macros?: Record<string, string>;
  limits?: Limits;
}

/** A variable that a template reads. */
export interface Input {
  name: string;
  /** Where a schema says so. */
  type: string;
  required: boolean;
  places: { file: string; line: number; column: number }[];
}

export interface Inputs {
  list: Input[];
  /** False where more may be read. */
  isComplete: boolean;
}

interface Addition {
  kind: FunctionKind;
  name: string;
  callable: Callable;
}

// Gives handles back that nobody holds any more.
const released = new FinalizationRegistry<Held>((held) => held.free());

/** A handle of the module. */
class Held {
  constructor(
    readonly instance: Instance,
    readonly handle: number,
    private readonly kind: "workspace" | "template",
  ) {}

  free(): void {
    if (!isCurrent(this.instance)) return;
    if (this.kind === "workspace") this.instance.exports.workspace_free(this.handle);
    else this.instance.exports.template_free(this.handle);
  }
}

type KnownNames = Extract<keyof TemplateInputs, string>;
type ValuesOf<Name> = Name extends KnownNames ? TemplateInputs[Name] : Values;

/** Where templates come from, and what they may use. */
export class Workspace {
  readonly #options: Record<string, unknown>;
  readonly #hasFiles: boolean;
  readonly #texts = new Map<string, string>();
  readonly #additions: Addition[] = [];
  readonly #templates = new Map<string, Template>();
  #held: Held | undefined;

  private constructor(hasFiles: boolean, options: Record<string, unknown>) {
    this.#hasFiles = hasFiles;
    this.#options = options;
    this.#handle();
  }

  /** The project in a directory, with its configuration, as the command opens it. */
  static async open(root = ".", options: WorkspaceOptions = {}): Promise<Workspace> {
    return Workspace.openSync(root, options);
  }

  static openSync(root = ".", options: WorkspaceOptions = {}): Workspace {
    const { absolute } = platform;
    if (!absolute) throw new Error("there are no files here; use Workspace.fromFiles");
    const { projectRoot, config, ...rest } = options;
    return new Workspace(true, {
      ...rest,
      root: absolute(root),
      ...(projectRoot === undefined ? {} : { projectRoot: absolute(projectRoot) }),
      ...(config === undefined ? {} : { config: absolute(config) }),
    });
  }

  /** One without files but these, each under the name a file would have: `mail/hello.j2`. */
  static fromFiles(files: Record<string, string> | ReadonlyMap<string, string> = {}, options: WorkspaceOptions = {}): Workspace {
    const workspace = new Workspace(false, { ...options });
    for (const [name, text] of files instanceof Map ? files : Object.entries(files)) workspace.add(name, text);
    return workspace;
  }

  /** Adds a template in front of all others, or puts another text in its place. */
  add(name: string, text: string): this {
    this.#texts.set(name, text);
    this.#templates.clear();
    addText(this.#handle(true), name, text);
    return this;
  }

  /** Looks at the files again.  Templates that are held stay what they are. */
  refresh(): this {
    this.#templates.clear();
    const { instance: made, handle } = this.#handle();
    made.call((exports) => exports.workspace_refresh(handle));
    return this;
  }

  /** The template that a name means, compiled once. */
  template<Name extends KnownNames>(name: Name): Template<ValuesOf<Name>>;
  template(name: string): Template;
  template(name: string): Template {
    let found = this.#templates.get(name);
    if (!found) {
      found = new Template((held) => {
        const size = held.instance.input().raw(name);
        return held.instance.call((exports) => exports.workspace_load(held.handle, size));
      }, () => this.#handle());
      this.#templates.set(name, found);
    }
    return found;
  }

  /** A template of its own; it may name those of the workspace. */
  compile(source: string, options: CompileOptions = {}): Template {
    return new Template((held) => {
      held.instance.input().map({ ...options, source });
      return held.instance.call((exports) => exports.workspace_compile(held.handle));
    }, () => this.#handle());
  }

  /** Runs an operation on values; where `params` names no workspace it works with this one. */
  call<Method extends string>(method: Method, params = {} as ParamsOf<Method>): ResultOf<Method> {
    const { instance: made, handle } = this.#handle();
    const input = made.input();
    const size = input.raw(method);
    input.map(params as Values);
    made.call((exports) => exports.workspace_call(handle, size));
    return JSON.parse(made.output()) as ResultOf<Method>;
  }

  /** Functions for all templates.  They come before the first template is loaded. */
  addFilter(name: string, filter: (value: never, ...rest: never[]) => unknown): this {
    return this.#add(FunctionKind.Filter, name, filter);
  }
  addTest(name: string, test: (value: never, ...rest: never[]) => unknown): this {
    return this.#add(FunctionKind.Test, name, test);
  }
  addGlobal(name: string, global: (...values: never[]) => unknown): this {
    return this.#add(FunctionKind.Global, name, global);
  }
  addHelper(name: string, helper: (this: unknown, ...values: never[]) => unknown): this {
    return this.#add(FunctionKind.Helper, name, helper);
  }
  /** One that renders the block it is called with itself, with `options.fn`. */
  addBlockHelper(name: string, helper: (this: unknown, ...values: never[]) => unknown): this {
    return this.#add(FunctionKind.BlockHelper, name, helper);
  }
  /** A source of chat templates. */
  addSource(name: string, source: (args: never, context: never) => unknown): this {
    return this.#add(FunctionKind.Source, name, source);
  }
  /** A way to count tokens. */
  addTokenizer(name: string, count: (text: string) => number): this {
    return this.#add(FunctionKind.Tokenizer, name, count as Callable);
  }
  /** Where texts come from that nothing else has. */
  addLoader(language: "jinja" | "handlebars", load: (name: string) => string | undefined): this {
    const kind = language === "jinja" ? FunctionKind.JinjaLoader : FunctionKind.HandlebarsLoader;
    return this.#add(kind, "", load as Callable);
  }

  #add(kind: FunctionKind, name: string, callable: Callable): this {
    if (typeof callable !== "function") throw new TypeError(`${name} must be a function`);
    bind(this.#handle(), { kind, name, callable });
    this.#additions.push({ kind, name, callable });
    return this;
  }

  // The workspace in the instance there is; `isNew`: the last text is added by the caller.
  #handle(isNew = false): Held {
    const made = instance();
    if (this.#held?.instance === made) return this.#held;
    made.input().map(this.#options);
    const handle = made.call((exports) => exports.workspace_new(this.#hasFiles ? 1 : 0));
    const held = new Held(made, handle, "workspace");
    if (this.#held) released.unregister(this);
    released.register(this, held, this);
    this.#held = held;
    for (const addition of this.#additions) bind(held, addition);
    const texts = [...this.#texts];
    if (isNew) texts.pop();
    for (const [name, text] of texts) addText(held, name, text);
    return held;
  }
}

function bind({ instance: made, handle }: Held, { kind, name, callable }: Addition): void {
  const id = addFunction(made, kind, callable);
  const size = made.input().raw(name);
  made.call((exports) => exports.workspace_function(handle, kind, id, size));
}

function addText({ instance: made, handle }: Held, name: string, text: string): void {
  const input = made.input();
  const nameSize = input.raw(name);
  const size = input.raw(text);
  made.call((exports) => exports.workspace_add(handle, nameSize, size));
}

/** One compiled template of any type.  It stays what it is whatever becomes of the files. */
export class Template<In = Values> {
  readonly #load: (workspace: Held) => number;
  readonly #workspace: () => Held;
  #held: Held;
  #facts: { name: string; language: Language; warnings: Diagnostic[] } | undefined;

  /** @internal */
  constructor(load: (workspace: Held) => number, workspace: () => Held) {
    this.#load = load;
    this.#workspace = workspace;
    this.#held = this.#make();
  }

  get name(): string {
    return this.#describe().name;
  }
  get language(): Language {
    return this.#describe().language;
  }
  /** What the author should know though it compiled. */
  get warnings(): readonly Diagnostic[] {
    return this.#describe().warnings;
  }
  /** What it and all that it names read from the values. */
  get inputs(): Inputs {
    const { instance: made, handle } = this.#handle();
    made.call((exports) => exports.template_inputs(handle));
    return JSON.parse(made.output()) as Inputs;
  }

  /** The text of a template that is no chat template. */
  render(values?: In, options?: RenderOptions): string {
    const { instance: made, handle } = this.#handle();
    const input = made.input();
    input.map(values);
    if (options) input.map(options);
    return made.render(handle, options ? 1 : 0);
  }

  /** The messages of a chat template. */
  renderChat(values?: In, options: ChatOptions = {}): Conversation {
    const { instance: made, handle } = this.#handle();
    const input = made.input();
    input.map(values);
    input.map(options);
    made.call((exports) => exports.template_chat(handle));
    return new Conversation({ ...(JSON.parse(made.output()) as ConversationData), model: options.model });
  }

  #describe(): { name: string; language: Language; warnings: Diagnostic[] } {
    if (!this.#facts) {
      const { instance: made, handle } = this.#handle();
      made.call((exports) => exports.template_describe(handle));
      this.#facts = JSON.parse(made.output()) as { name: string; language: Language; warnings: Diagnostic[] };
    }
    return this.#facts;
  }

  #handle(): Held {
    if (this.#held.instance !== instance()) this.#held = this.#make();
    return this.#held;
  }

  #make(): Held {
    const workspace = this.#workspace();
    const held = new Held(workspace.instance, this.#load(workspace), "template");
    released.unregister(this);
    released.register(this, held, this);
    return held;
  }
}

export type { HelperOptions };
