// What each operation takes and gives.  Generated from src/api/operations.def by
// `./dev format`.

/** where templates are: in memory, in a project as it is configured, or below a base */
export interface Workspace {
  /** the texts of files by their paths: a workspace in memory */
  files?: Record<string, unknown>;
  /** the directory where the project is looked for */
  dir?: string;
  /** the project, where it is not the nearest upwards */
  project_root?: string;
  /** a configuration file on top of the others */
  config?: string;
  /** keys of the configuration with their texts */
  settings?: Record<string, string>;
  /** a directory that is read without configuration */
  base?: string;
  /** where templates lie below `base`, or among `files` */
  roots?: Roots;
  /** what names of templates end with */
  extensions?: readonly unknown[];
  /** where `store:` names lead, such as sqlite:prompts.db */
  store?: string;
  /** templates that are found by their paths; each is a given */
  given?: readonly unknown[];
  /** texts that an editor holds in place of files on disk, by their paths */
  unsaved?: Record<string, unknown>;
}

/** the directories of a workspace by tier */
export interface Roots {
  /** directories of the project */
  project?: readonly unknown[];
  /** directories of the user */
  user?: readonly unknown[];
  /** directories that come with the program */
  builtin?: readonly unknown[];
}

/** a template of a workspace that is found by its path */
export interface Given {
  /** the file, or what messages call it */
  path: string;
  /** its text, where it is not read from the file */
  text?: string;
  /** jinja, handlebars, sections or chat, where the name does not tell */
  type?: unknown;
  /** a name of the catalog comes before it */
  fallback?: boolean;
}

/** a chat template of a workspace; or the document itself */
export interface Template {
  /** the files; without it those of the working directory */
  workspace?: Workspace;
  /** the template, or a path such as ./a.chat.yaml */
  name: string;
}

/** a document as it is written */
export interface DocumentText {
  /** the document */
  text: string;
  /** what messages call it */
  name?: string;
  /** how it is written */
  format?: "json" | "yaml";
}

/** what a source gives to a render */
export interface SourceValue {
  /** the name of the source */
  source: string;
  /** the arguments that it stands for; without them any others */
  args?: Record<string, unknown>;
  /** what the source gives */
  value: unknown;
}

/** a part of the data of a render */
export interface Layer {
  /** JSON, YAML or TOML */
  text?: string;
  /** what messages call the text; its ending tells the format */
  name?: string;
  /** json, yaml or toml, where the name does not tell */
  format?: unknown;
  /** one value instead: the keys that lead to it, with dots between */
  path?: string;
  /** the value */
  value?: unknown;
  /** the value as JSON */
  json?: string;
}

/** a tokenizer */
export interface Definition {
  /** whose file it is */
  format: "huggingface" | "tiktoken" | "tekken" | "sentencepiece";
  /** the file */
  text?: string;
  /** the file, where it is no text */
  base64?: string;
  /** how text is split, where the file does not say */
  pattern?: string;
}

/** what a model is to answer with */
export interface ResponseFormat {
  /** json_schema */
  type: unknown;
  /** the schema */
  schema: Record<string, unknown>;
}

/** `options` of a Jinja template; the defaults are those of workspaces */
export interface JinjaOptions {
  /** drop the line break behind a tag */
  trim_blocks?: boolean;
  /** drop the blanks before a tag on its line */
  lstrip_blocks?: boolean;
  /** keep the line break at the end */
  keep_trailing_newline?: boolean;
  /** what line breaks become */
  newline_sequence?: string;
  /** escape what is printed, for HTML */
  autoescape?: boolean;
  /** what a missing name is */
  undefined?: "default" | "strict" | "chainable" | "debug";
  block_start_string?: string;
  block_end_string?: string;
  variable_start_string?: string;
  variable_end_string?: string;
  comment_start_string?: string;
  comment_end_string?: string;
  /** what begins a line that is a tag */
  line_statement_prefix?: string;
  /** what begins a comment up to the end of the line */
  line_comment_prefix?: string;
  /** of `do`, `loopcontrols`, `generation`, `i18n`, `debug` */
  extensions?: readonly unknown[];
  /** `huggingface`: as models' chat templates are rendered */
  profile?: unknown;
  /** the time that `strftime_now` tells, as in 2026-01-31T12:00:00 */
  now?: string;
  /** `tojson` escapes what HTML would read */
  html_json?: boolean;
}

/** `options` of a Handlebars template; the defaults are those of workspaces */
export interface HandlebarsOptions {
  /** do not escape for HTML */
  noEscape?: boolean;
  /** a missing name is an error */
  strict?: boolean;
  /** a missing object on the way is an error */
  assumeObjects?: boolean;
  /** look for names in the contexts around, too */
  compat?: boolean;
  /** do not indent partials as their tags are */
  preventIndent?: boolean;
  /** keep the lines of tags that stand alone */
  ignoreStandalone?: boolean;
  /** partials see only what they are given */
  explicitPartialContext?: boolean;
  /** false: no @ variables; or a map of more of them */
  data?: unknown;
  /** how lists and maps are printed */
  structures?: "json" | "js";
}

export interface Operations {
  /** everything that is wrong with the templates of a workspace */
  "catalog.check": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the templates to check; without it all but those that come with Galley */
      names?: readonly string[];
      /** also print the findings */
      format?: "text" | "sarif" | "github";
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** how many templates were read */
      checked: number;
      errors: number;
      warnings: number;
      /** the diagnostics */
      findings: unknown[];
      /** the findings in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** what a stage of the pipeline made of a template */
  "catalog.dump": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the stage */
      stage: "catalog" | "document" | "flat" | "tokens" | "ast" | "code" | "artifact";
      /** the template; the catalog needs none */
      name?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the output of the stage */
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** which templates extend, include and import which */
  "catalog.graph": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** where to begin; without it everywhere */
      names?: readonly string[];
      /** also print the graph */
      format?: "text" | "dot" | "mermaid";
      limits?: Record<string, number>;
    };
    result: {
      /** {name, path or null, problem?} */
      nodes: unknown[];
      /** {from, to, kind}: indices of nodes */
      edges: unknown[];
      /** the graph in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** what a template of a workspace needs and offers */
  "catalog.inspect": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template */
      name: string;
      /** also how often each node of a chat template changes */
      cache?: boolean;
      /** the provider whose marks the nodes have */
      as?: unknown;
      /** whose rules hold */
      model?: string;
      /** rules that replace the provider's */
      prices?: Record<string, unknown>;
      /** an example, to count its tokens */
      data?: Record<string, unknown>;
      /** the paths in `data` that were given one by one, as texts */
      set?: readonly unknown[];
      limits?: Record<string, number>;
    };
    result: {
      /** its entry in the catalog */
      entry: Record<string, unknown>;
      /** {where, line, class, running, by?, tokens?, mark?} */
      cache?: unknown[];
      /** what it and all it uses read from the data */
      variables?: string[];
      /** the same: {name, type?, required, places} */
      inputs?: unknown[];
      /** false where it may read more than that */
      complete?: boolean;
      /** the names by prefix: inputs (I_), controls (C_), mechanisms (M_), other; and the tags `<O_...>` as outputs */
      interface?: Record<string, unknown>;
      extends?: unknown;
      includes?: string[];
      imports?: string[];
      blocks?: string[];
      macros?: string[];
      /** whether it computes names of templates */
      dynamic?: boolean;
      /** slots, lanes, sources and anchors of a chat template */
      chat?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** every template of a workspace, in look-up order */
  "catalog.list": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** only those of this tier */
      tier?: "project" | "user" | "builtin";
      /** only those of this type */
      type?: "jinja" | "handlebars" | "sections" | "chat" | "task" | "model";
      /** only those whose name holds this text */
      filter?: string;
      /** also tell where was looked */
      roots?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** the entries */
      entries: unknown[];
      /** where they were looked for: {tier, name, path, state: searched|missing|...} */
      roots?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** a name that leads to a template */
  "catalog.reach": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** its tier */
      tier: "project" | "user" | "builtin";
      /** which root of the tier */
      root_index: number;
      /** its path below the root */
      relative_path: string;
      limits?: Record<string, number>;
    };
    result: {
      /** a name that resolves to that file, or null */
      name: unknown;
      diagnostics?: unknown[];
    };
  };
  /** renders a template of a workspace by its name */
  "catalog.render": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template */
      name: string;
      /** what it may read */
      data?: Record<string, unknown>;
      /** of its language */
      options?: JinjaOptions | HandlebarsOptions;
      /** also give a message of this role */
      role?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** what was rendered */
      text: string;
      /** {role, content}, where `role` was given */
      message?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** the template that a name means */
  "catalog.resolve": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the name */
      name: string;
      limits?: Record<string, number>;
    };
    result: {
      logical_name: string;
      tier: string;
      relative_path: string;
      absolute_path: unknown;
      root_index: number;
      extension: string;
      type: string;
      /** a name that leads here, or null */
      reachable_as: unknown;
      diagnostics?: unknown[];
    };
  };
  /** the text of a template of a workspace */
  "catalog.show": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template */
      name: string;
      /** also what it uses, directly or not */
      resolved?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      entry: Record<string, unknown>;
      path: string;
      text: string;
      /** {path, text} of what it uses */
      linked?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** every template that matches a name, and why one is chosen */
  "catalog.which": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the name */
      name: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the entry, or null */
      winner: unknown;
      /** {entry, status: chosen|ambiguous|shadowed, why} */
      matches: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** what changes in a conversation as its budget grows */
  "chat.budget": {
    params: {
      /** the document, or {workspace, name} */
      template: Record<string, unknown>;
      /** the data of the render */
      context: Record<string, unknown>;
      /** the paths in `context` that were given one by one, as texts */
      set?: readonly unknown[];
      /** {name: value}, or [{source, args?, value}] for each reference */
      sources?: unknown;
      /** ask the caller for other sources: only in galley rpc */
      callbacks?: boolean;
      /** the task kind that the template must be for */
      task?: string;
      /** the only sources that the template may name */
      allowedSources?: readonly string[];
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** messages to insert */
      injections?: readonly unknown[];
      /** the same as {text, name?, format?}: YAML or JSON text */
      injectionsText?: Record<string, unknown>;
      /** lanes under those of the template */
      laneDefaults?: unknown;
      /** what fails or is dropped is an error */
      strict?: boolean;
      /** what `{{name}}` stands for inside of values */
      macros?: Record<string, unknown>;
      /** join neighbours of one role */
      squash?: boolean;
      /** the smallest budget */
      from: number | string;
      /** the largest budget */
      to: number | string;
      /** how many changes to tell */
      points?: number;
      /** `text`: also print the changes */
      format?: unknown;
      /** columns of the text */
      width?: number;
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      from: number;
      to: number;
      /** how many there are */
      changes: number;
      /** {maxTokens, tokens, messages, appeared, vanished, exact, ...} */
      points: unknown[];
      /** for people */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** checks a chat template and tells what it uses */
  "chat.check": {
    params: {
      /** the document, or {workspace, name} */
      template: Record<string, unknown>;
      /** the task kind that the template must be for */
      task?: string;
      /** the only sources that the template may name */
      allowedSources?: readonly string[];
      limits?: Record<string, number>;
    };
    result: {
      /** of what the template means */
      digest: string;
      sources: string[];
      anchors: string[];
      slots: string[];
      diagnostics?: unknown[];
    };
  };
  /** where two renders part, which line and value did it, and what a cache keeps */
  "chat.diff": {
    params: {
      /** parameters of chat.render or template.render, or a saved result */
      a: Record<string, unknown>;
      /** the same */
      b: Record<string, unknown>;
      /** the provider whose request is compared */
      as?: unknown;
      /** whose rules and prices hold */
      model?: string;
      /** rules and prices that replace the provider's */
      prices?: Record<string, unknown>;
      /** also print the differences */
      format?: "text" | "github" | "html";
      /** columns of the text */
      width?: number;
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** whether the requests are equal */
      same: boolean;
      /** {bytes, tokens, of}: what both begin with */
      prefix: Record<string, unknown>;
      /** {message, byte, place, file?, line?, path?, cause}, or null */
      first: unknown;
      /** {tokens, cost, fullHitCost, why?}: what stays cached; not of texts */
      survives?: Record<string, unknown>;
      /** {message, cause, place, path?, before, after, tokens} */
      changes: unknown[];
      /** of section templates: {name, change, by?, was?} */
      sections?: unknown[];
      /** the differences in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** writes a conversation as the request of a provider */
  "chat.emit": {
    params: {
      /** {role, content, name?, prefix?, cache?} */
      messages: readonly unknown[];
      /** [{name, description?, parameters, strict?}] */
      tools?: unknown;
      /** auto, none, required or {name} */
      toolChoice?: unknown;
      /** {type, schema} */
      responseFormat?: unknown;
      /** messages, openai, responses, anthropic, gemini, mistral, huggingface or text */
      as: unknown;
      /** whose rules hold; absent: the newest */
      model?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the request */
      request?: unknown;
      /** where `as` is text */
      text?: string;
      /** as huggingface: what the chat template of the model prints */
      prompt?: string;
      /** of the prompt */
      tokens?: number;
      diagnostics?: unknown[];
    };
  };
  /** why each message of a conversation is there, and what is not */
  "chat.explain": {
    params: {
      /** the document, or {workspace, name} */
      template: Record<string, unknown>;
      /** the data of the render */
      context: Record<string, unknown>;
      /** the paths in `context` that were given one by one, as texts */
      set?: readonly unknown[];
      /** {name: value}, or [{source, args?, value}] for each reference */
      sources?: unknown;
      /** ask the caller for other sources: only in galley rpc */
      callbacks?: boolean;
      /** the task kind that the template must be for */
      task?: string;
      /** the only sources that the template may name */
      allowedSources?: readonly string[];
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** messages to insert */
      injections?: readonly unknown[];
      /** the same as {text, name?, format?}: YAML or JSON text */
      injectionsText?: Record<string, unknown>;
      /** lanes under those of the template */
      laneDefaults?: unknown;
      /** what fails or is dropped is an error */
      strict?: boolean;
      /** what `{{name}}` stands for inside of values */
      macros?: Record<string, unknown>;
      /** join neighbours of one role */
      squash?: boolean;
      /** the budget */
      maxTokens?: number | string;
      /** the provider that `cache: auto` places marks for */
      as?: unknown;
      /** also print the explanation */
      format?: "text" | "html";
      /** columns of the text */
      width?: number;
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** {tokens, maxTokens, estimator, exactness, estimatedMargin?, model?} */
      usage: Record<string, unknown>;
      file?: string;
      /** {role, prefix?, tokens, parts} */
      messages: unknown[];
      budgets: unknown[];
      /** the items of each loop: {where, source, items, shown, ...} */
      dropped: unknown[];
      /** what is not there, and why */
      drops: unknown[];
      /** for a provider's cache: {where, message?, tokens, why, ttl?} */
      marks?: unknown[];
      /** for people */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** renders a chat template into messages within a token budget */
  "chat.render": {
    params: {
      /** the document, or {workspace, name} */
      template: Record<string, unknown>;
      /** the data of the render */
      context: Record<string, unknown>;
      /** the paths in `context` that were given one by one, as texts */
      set?: readonly unknown[];
      /** {name: value}, or [{source, args?, value}] for each reference */
      sources?: unknown;
      /** ask the caller for other sources: only in galley rpc */
      callbacks?: boolean;
      /** the task kind that the template must be for */
      task?: string;
      /** the only sources that the template may name */
      allowedSources?: readonly string[];
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** messages to insert */
      injections?: readonly unknown[];
      /** the same as {text, name?, format?}: YAML or JSON text */
      injectionsText?: Record<string, unknown>;
      /** lanes under those of the template */
      laneDefaults?: unknown;
      /** what fails or is dropped is an error */
      strict?: boolean;
      /** what `{{name}}` stands for inside of values */
      macros?: Record<string, unknown>;
      /** join neighbours of one role */
      squash?: boolean;
      /** the budget; without it unlimited */
      maxTokens?: number | string;
      /** also give the ledger */
      explain?: boolean;
      /** the provider that `cache: auto` places marks for */
      as?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      /** {role, content, name?, prefix?, cache?, pin?} */
      messages: unknown[];
      /** {tokens, maxTokens, estimator, exactness, estimatedMargin?, model?} */
      usage: Record<string, unknown>;
      /** the items of each loop: {where, source, items, shown, ...} */
      dropped: unknown[];
      /** as the template says */
      responseFormat?: unknown;
      /** what the model may call: {name, description?, parameters, ...} */
      tools?: unknown[];
      /** which of them, as the template says */
      toolChoice?: unknown;
      /** one record for each decision */
      ledger?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the JSON Schema of chat templates or of task kinds */
  "chat.schema": {
    params: {
      /** which */
      document?: "chat" | "task";
      limits?: Record<string, number>;
    };
    result: {
      /** the schema */
      schema: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** what a conversation costs with a prompt cache, by how the template trims it */
  "chat.simulate": {
    params: {
      /** the document, or {workspace, name} */
      template: Record<string, unknown>;
      /** messages, or {messages, data?} */
      conversation?: unknown;
      /** the seed of a conversation made up; instead */
      synthetic?: number;
      /** the provider */
      as?: unknown;
      /** whose rules and prices hold */
      model?: string;
      /** the budget of each request */
      maxTokens?: number | string;
      /** rules and prices that replace the provider's */
      prices?: Record<string, unknown>;
      /** also print a table, or plot the cost */
      format?: "text" | "svg";
      limits?: Record<string, number>;
    };
    result: {
      /** {name, hits, cost, meanTokens} */
      policies: unknown[];
      /** for each request {POLICY: {tokens, hits}} */
      turns: unknown[];
      /** what would save most */
      advice: string[];
      /** in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** applies response transforms to a model's reply */
  "chat.transform": {
    params: {
      /** the transforms */
      transforms?: readonly unknown[];
      /** the chat template that has them; instead */
      template?: Record<string, unknown>;
      /** the reply */
      text: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the reply afterwards */
      text: string;
      /** the indices of those that matched */
      applied: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the configuration files, weakest first */
  "config.path": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      limits?: Record<string, number>;
    };
    result: {
      /** {layer, path, exists} */
      files: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** checks the configuration */
  "config.validate": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** a configuration to check instead */
      text?: string;
      /** how messages call it */
      name?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** true; problems are diagnostics */
      valid: boolean;
      diagnostics?: unknown[];
    };
  };
  /** each value of the configuration and what set it */
  "config.view": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      limits?: Record<string, number>;
    };
    result: {
      project_root: string;
      /** {key, value, layer, origin or null, about?} */
      settings: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the data of a render from several files and values */
  "data.merge": {
    params: {
      /** {text, name?, format?}, {path, value} or {path, json}; later ones win */
      layers: readonly unknown[];
      limits?: Record<string, number>;
    };
    result: {
      /** maps are merged, all else is replaced */
      data: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** every diagnostic code with its severity and meaning */
  "diagnostics.list": {
    params: {
      /** only this one */
      code?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** {code, severity, about}; of one code also {example?, mend} */
      codes: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** a file of a workspace as it is, whatever is wrong with it */
  "file.read": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** a template */
      name?: string;
      /** the file, from the top of the project; instead */
      path?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** from the top of the project, or null where it lies elsewhere */
      path: unknown;
      /** all of it */
      text: string;
      /** SHA-256 of the text */
      digest: string;
      /** of a template: its entry in the catalog */
      entry?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** saves a template or a test, unless somebody changed it meanwhile */
  "file.write": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the file, from the top of the project */
      path: string;
      /** all of it */
      text: string;
      /** the digest of what it was made from; null or absent: it is new */
      base?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      path: string;
      /** SHA-256 of the text */
      digest: string;
      diagnostics?: unknown[];
    };
  };
  /** reads a JSON, YAML, TOML or Markdown document, or front matter */
  "format.read": {
    params: {
      /** the document */
      text?: string;
      /** a file of the workspace; instead */
      file?: string;
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the syntax; else the name tells */
      format?: "json" | "yaml" | "toml" | "front-matter" | "markdown";
      /** how messages call the text */
      name?: string;
      /** also where each part is written */
      positions?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** of JSON, YAML and TOML */
      value?: unknown;
      /** of front matter */
      metadata?: unknown;
      /** behind front matter */
      body?: string;
      /** of Markdown: {level, title, parent, text, range?} */
      sections?: unknown[];
      /** {path, range, key?} */
      positions?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** reads a conversation in the form of any provider, and mends it */
  "history.read": {
    params: {
      /** the conversation */
      messages: readonly unknown[];
      /** its form; by default its shape tells */
      format?: "messages" | "openai" | "responses" | "anthropic" | "gemini" | "mistral" | "huggingface";
      /** what becomes of calls without an answer */
      repair?: "stub" | "drop" | "error";
      limits?: Record<string, number>;
    };
    result: {
      /** canonical messages */
      messages: unknown[];
      /** what was mended: diagnostics */
      warnings: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** a document of another tool as a template of ours, with what was lost */
  "import.template": {
    params: {
      /** the document */
      text?: string;
      /** a folder of rules, {path: text}; instead of `text` */
      files?: Record<string, string>;
      /** the tool; by default the document tells */
      format?: string;
      /** the name of the template */
      name?: string;
      /** how messages call the text */
      file?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the template */
      text: string;
      /** its type */
      type: string;
      /** what `files` call it, as in NAME.test.yaml */
      name?: string;
      /** what was lost: {code, message} */
      warnings: unknown[];
      /** {name, text} of others that it needs */
      files: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** reports everything that is wrong with an instruction set */
  "instructions.check": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the manifest, from the top of the workspace */
      manifest?: string;
      /** the manifest, from the working directory; instead of `manifest` */
      path?: string;
      /** the directory that includes stay in */
      root?: string;
      /** warnings are errors */
      strict?: boolean;
      /** what is merely odd is let through */
      lenient?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** the kinds */
      active: string[];
      /** how many warnings */
      findings: number;
      diagnostics?: unknown[];
    };
  };
  /** tells what an instruction set is made of, and what overrides what */
  "instructions.explain": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the manifest, from the top of the workspace */
      manifest?: string;
      /** the manifest, from the working directory; instead of `manifest` */
      path?: string;
      /** the directory that includes stay in */
      root?: string;
      /** warnings are errors */
      strict?: boolean;
      /** what is merely odd is let through */
      lenient?: boolean;
      /** only this kind */
      kind?: string;
      limits?: Record<string, number>;
    };
    result: {
      manifest: string;
      estimator: string;
      tokens: number;
      /** {kind, tokens, override_mode, inputs, discarded, sections} */
      kinds: unknown[];
      /** for people */
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** writes an instruction set as the file of another tool */
  "instructions.export": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the manifest, from the top of the workspace */
      manifest?: string;
      /** the manifest, from the working directory; instead of `manifest` */
      path?: string;
      /** the directory that includes stay in */
      root?: string;
      /** warnings are errors */
      strict?: boolean;
      /** what is merely odd is let through */
      lenient?: boolean;
      /** the tool */
      to: unknown;
      /** only tell whether the files are current */
      check?: boolean;
      /** overwrite what was not written by galley */
      force?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** {path, state: written|unchanged} */
      files: unknown[];
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** writes a commented example of an instruction set */
  "instructions.init": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** from the top of the workspace */
      manifest?: string;
      /** from the working directory; instead */
      path?: string;
      /** overwrite what is there */
      force?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** {path, state} */
      files: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** resolves an instruction set from its manifest */
  "instructions.resolve": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the manifest, from the top of the workspace */
      manifest?: string;
      /** the manifest, from the working directory; instead of `manifest` */
      path?: string;
      /** the directory that includes stay in */
      root?: string;
      /** warnings are errors */
      strict?: boolean;
      /** what is merely odd is let through */
      lenient?: boolean;
      /** only this kind */
      kind?: string;
      limits?: Record<string, number>;
    };
    result: {
      version: unknown;
      /** {path, text} */
      manifest: Record<string, unknown>;
      /** the kinds */
      active: string[];
      /** by kind: {inputs, override_mode, effective_fields?, text} */
      kinds: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** the limits in force, by name */
  "limits.list": {
    params: {
      limits?: Record<string, number>;
    };
    result: {
      /** {name, value, about} */
      limits: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** every model profile, those of the workspace first */
  "models.list": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      limits?: Record<string, number>;
    };
    result: {
      /** {name, description?, match, context, reserve, tokenizer, exactness, origin} */
      models: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the profile that the name of a model means */
  "models.show": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the name */
      model: string;
      limits?: Record<string, number>;
    };
    result: {
      name: string;
      description?: string;
      match: string[];
      /** {name or file, factor?, margin?} */
      tokenizer: Record<string, unknown>;
      /** {kind, message?, name?, reply?, tools?, template?} */
      frame: Record<string, unknown>;
      specials: string;
      context: number;
      reserve: number;
      /** what is left for a request */
      budget: number;
      images?: Record<string, unknown>;
      /** {as, lacks} */
      requests?: Record<string, unknown>;
      exactness: string;
      /** {from, date} of the window */
      source?: Record<string, unknown>;
      /** builtin, or the file */
      origin: string;
      diagnostics?: unknown[];
    };
  };
  /** every operation with what it takes and gives */
  "operations.list": {
    params: {
      /** only this one */
      name?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** {name, about, scope, parameters, result, example}; parameters and result are {name, type, required, about, default?} */
      operations: unknown[];
      /** without `name`: maps that parameters may be, {name, about, fields} */
      types?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the files of a small project to start from */
  "project.files": {
    params: {
      /** for an agent that calls tools */
      agent?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** {path, text} */
      files: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** renders the configured system and user instructions */
  "prompt.render": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** instead of the configured user template */
      name?: string;
      /** which of them */
      part?: "both" | "user" | "system";
      /** what they may read */
      data?: Record<string, unknown>;
      /** the names in `data` that were given one by one */
      set?: readonly unknown[];
      /** of their language */
      options?: JinjaOptions | HandlebarsOptions;
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      limits?: Record<string, number>;
    };
    result: {
      text: string;
      system?: string;
      user?: string;
      /** of the text, where a model or tokenizer is named */
      usage?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** reports everything that is odd about a section template */
  "sections.check": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the section template, by name or path */
      template: string;
      /** warnings are errors */
      strict?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** how many warnings there are */
      findings: number;
      diagnostics?: unknown[];
    };
  };
  /** renders a section template with the values that a file gives */
  "sections.prompt": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the path of the file */
      definition: string;
      /** values above those of the file */
      values?: Record<string, unknown>;
      /** the names in `values` that were given one by one */
      set?: readonly unknown[];
      /** warnings are errors */
      strict?: boolean;
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** also give a message of this role */
      role?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** what was rendered */
      text: string;
      /** {role, content}, where `role` was given */
      message?: Record<string, unknown>;
      /** of the text, where a model or tokenizer is named */
      usage?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** renders a section template */
  "sections.render": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the section template, by name or path */
      template: string;
      /** warnings are errors */
      strict?: boolean;
      /** the values of its placeholders */
      values?: Record<string, unknown>;
      /** also give a message of this role */
      role?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** what was rendered */
      text: string;
      /** {role, content}, where `role` was given */
      message?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** resolves a section template and all it extends to one */
  "sections.resolve": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the section template, by name or path */
      template: string;
      /** warnings are errors */
      strict?: boolean;
      /** also where each part came from */
      trace?: boolean;
      /** also print the template */
      output?: "yaml" | "json";
      limits?: Record<string, number>;
    };
    result: {
      /** the texts by name */
      sections: Record<string, string>;
      section_order: string[];
      placeholders: Record<string, unknown>;
      metadata?: Record<string, unknown>;
      rendererRules?: Record<string, unknown>;
      /** the flat document */
      template: Record<string, unknown>;
      trace?: Record<string, unknown>;
      /** the template as `output` asks for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** derives the input schema of a section template */
  "sections.schema": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the section template, by name or path */
      template: string;
      /** warnings are errors */
      strict?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** a JSON Schema */
      schema: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** the difference of two stored versions */
  "store.diff": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** NAME[@VERSION|@LABEL] */
      from: string;
      /** the same; without it the newest version of `from`, or where that is just a name the file that the project has under it */
      to?: string;
      limits?: Record<string, number>;
    };
    result: {
      from: string;
      to: string;
      equal: boolean;
      /** a unified diff */
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** writes a store with all its history to a directory */
  "store.export": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** where to */
      directory: string;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      documents: number;
      versions: number;
      diagnostics?: unknown[];
    };
  };
  /** every version of a stored document */
  "store.history": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the document */
      name: string;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      name: string;
      /** newest first: {version, digest, extension, author, message, time, size, labels} */
      versions: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** adds what a directory holds that a store was exported to */
  "store.import": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** where from */
      directory: string;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      documents: number;
      versions: number;
      new_versions: number;
      new_labels: number;
      diagnostics?: unknown[];
    };
  };
  /** points a label to a stored version, or takes it away */
  "store.label": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** NAME[@VERSION|@LABEL] */
      name: string;
      /** the label */
      label: string;
      /** more labels, in the same step: all are set, or none */
      also?: readonly string[];
      /** take it away */
      remove?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      name: string;
      label: string;
      /** or null */
      version: unknown;
      /** the version before, or null */
      previous: unknown;
      diagnostics?: unknown[];
    };
  };
  /** every stored document with its newest version */
  "store.list": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** only those of this type */
      type?: string;
      /** only those whose name holds this text */
      filter?: string;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      /** {name, type, newest, labels: {label: version}} */
      documents: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** a stored version, which may be written to the workspace */
  "store.pull": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** NAME[@VERSION|@LABEL] */
      name: string;
      /** write it */
      write?: boolean;
      /** where to */
      path?: string;
      /** overwrite what was changed */
      force?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      name: string;
      type: string;
      version: Record<string, unknown>;
      text: string;
      path?: string;
      written?: boolean;
      diagnostics?: unknown[];
    };
  };
  /** stores a document as a new version */
  "store.push": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** a template of the workspace, or the new name */
      name?: string;
      /** the file that `text` comes from */
      path?: string;
      /** the document; without it that of `name` */
      text?: string;
      /** of `text` */
      type?: "jinja" | "handlebars" | "sections" | "chat" | "task" | "instructions";
      /** why */
      message?: string;
      /** who */
      author?: string;
      /** the version that it is based on */
      base?: number;
      /** seconds since 1970 */
      time?: unknown;
      /** labels of the version, set in the same step */
      labels?: readonly string[];
      /** a new version also where nothing changed */
      always?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      name: string;
      version: number;
      digest: string;
      /** false where nothing changed */
      created: boolean;
      diagnostics?: unknown[];
    };
  };
  /** stores the text of an older version as the newest one */
  "store.rollback": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** NAME[@VERSION|@LABEL] */
      name: string;
      /** why */
      message?: string;
      /** who */
      author?: string;
      /** seconds since 1970 */
      time?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      name: string;
      version: number;
      digest: string;
      created: boolean;
      diagnostics?: unknown[];
    };
  };
  /** how the files of a project and what is stored under their names compare */
  "store.status": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      /** {name, state: unchanged|changed|missing|unstored, path?, version?} */
      documents: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** everything that is wrong with a store and what it holds */
  "store.verify": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      store: string;
      checked: number;
      errors: number;
      warnings: number;
      /** the diagnostics */
      findings: unknown[];
      /** for people */
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** renders a template of any type for each of many maps of data */
  "template.batch": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template, or the path of its file */
      name: string;
      /** what it may read, a map for each render */
      rows: readonly unknown[];
      /** of its language */
      options?: JinjaOptions | HandlebarsOptions;
      /** also give messages of this role */
      role?: string;
      /** the budget of a chat template */
      maxTokens?: number | string;
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** what fails or is dropped is an error */
      strict?: boolean;
      /** the form of conversations */
      as?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      /** for each what `template.render` gives, or {diagnostics} */
      rows: unknown[];
      /** how many of them failed */
      failed: number;
      diagnostics?: unknown[];
    };
  };
  /** lays out the text of a template or a document, as `galley fmt` does */
  "template.format": {
    params: {
      /** what the file is called, which tells its syntax; it is not read */
      path: string;
      /** its text */
      text: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the same, laid out */
      text: string;
      /** whether that differs */
      changed: boolean;
      diagnostics?: unknown[];
    };
  };
  /** gives the text of a document another `id`, or `name` if it is a task or a model; comments and layout stay */
  "template.rename": {
    params: {
      /** what the file is called, which tells its syntax; it is not read */
      path: string;
      /** its text */
      text: string;
      /** what it is called from now on */
      id: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the same, so called; as it was where it does not call itself anything */
      text: string;
      /** whether that differs */
      changed: boolean;
      diagnostics?: unknown[];
    };
  };
  /** renders a template of any type, by its name or from its file */
  "template.render": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template, or the path of its file */
      name: string;
      /** what it may read */
      data?: Record<string, unknown>;
      /** the names in `data` that were given one by one */
      set?: readonly unknown[];
      /** of its language */
      options?: JinjaOptions | HandlebarsOptions;
      /** also give a message of this role */
      role?: string;
      /** the budget of a chat template */
      maxTokens?: number | string;
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** what counts tokens in place of the model's */
      tokenizer?: string;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** messages to insert */
      injections?: readonly unknown[];
      /** the same as {text, name?, format?} */
      injectionsText?: Record<string, unknown>;
      /** join neighbours of one role */
      squash?: boolean;
      /** what fails or is dropped is an error */
      strict?: boolean;
      /** what `{{name}}` stands for inside of values */
      macros?: Record<string, unknown>;
      /** the form of a conversation */
      as?: unknown;
      /** refuse data that `template.schema` does not allow */
      checkInput?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** what was rendered */
      text?: string;
      /** {role, content} */
      message?: Record<string, unknown>;
      /** of a chat template, in the form asked for */
      request?: unknown;
      /** {tokens, exactness, estimatedMargin?, ...} */
      usage?: Record<string, unknown>;
      /** of a chat template: the items of each loop */
      dropped?: unknown[];
      /** for a provider's cache: {where, message?, tokens, why, ttl?} */
      marks?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** what data a template of any type takes, as a JSON Schema */
  "template.schema": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** the template */
      name: string;
      /** of a section template: ask for every type */
      strict?: boolean;
      /** also give data to start from */
      example?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** a JSON Schema */
      schema: Record<string, unknown>;
      /** data that it allows */
      example?: Record<string, unknown>;
      diagnostics?: unknown[];
    };
  };
  /** the cases of tests, each with what it is rendered with */
  "tests.cases": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** tests, or store:NAME for those about NAME */
      names?: readonly string[];
      /** only the cases of these names */
      cases?: readonly string[];
      /** also give each context as JSON to read and to edit */
      texts?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      /** {name, path, template?, problems?, cases: [{name, line, context, text?, injections?, budget?, squash?, strict?, model?, tokenizer?, problems?}]} */
      files: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** runs the tests of the templates of a workspace */
  "tests.run": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** tests, or store:NAME for those about NAME */
      names?: readonly string[];
      /** only the cases of these names */
      cases?: readonly string[];
      /** rewrite what they expect */
      update?: boolean;
      /** whose tokens they count, whatever they say */
      model?: string;
      /** what counts them, whatever they say */
      tokenizer?: string;
      /** also print the report */
      format?: "text" | "junit";
      /** colour the text for a terminal */
      colour?: boolean;
      limits?: Record<string, number>;
    };
    result: {
      passed: number;
      failed: number;
      /** {name, path, template?, updated, text?, problems?, cases} */
      files: unknown[];
      /** the report in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
  /** tells what a text template needs and offers */
  "text.inspect": {
    params: {
      /** its language */
      language: "jinja" | "handlebars";
      /** its text */
      source: string;
      /** of the language */
      options?: JinjaOptions | HandlebarsOptions;
      limits?: Record<string, number>;
    };
    result: {
      /** what it reads from the data */
      variables: string[];
      /** the same: {name, type?, required, places} */
      inputs: unknown[];
      extends?: unknown;
      includes?: string[];
      imports?: string[];
      blocks?: string[];
      macros?: string[];
      /** of Handlebars */
      helpers?: string[];
      /** whether it computes names of templates */
      dynamic?: boolean;
      diagnostics?: unknown[];
    };
  };
  /** what templates of a language can call */
  "text.names": {
    params: {
      /** the language */
      language: "jinja" | "handlebars";
      limits?: Record<string, number>;
    };
    result: {
      /** of Jinja: {name, parameters} */
      filters?: unknown[];
      /** the same */
      tests?: unknown[];
      /** the same */
      functions?: unknown[];
      /** of Handlebars, the same */
      helpers?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** renders a text template */
  "text.render": {
    params: {
      /** its language */
      language: "jinja" | "handlebars";
      /** its text */
      source: string;
      /** what it may read */
      data: unknown;
      /** what macros and imports may read too */
      globals?: Record<string, unknown>;
      /** others that it may name */
      templates?: Record<string, string>;
      /** of the language */
      options?: JinjaOptions | HandlebarsOptions;
      limits?: Record<string, number>;
    };
    result: {
      /** what was rendered */
      text: string;
      /** what the template logged */
      log?: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** a model profile whose estimate fits what a provider counted */
  "tokens.calibrate": {
    params: {
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** a line of JSON each: {text or messages, input_tokens} */
      records: string;
      /** the model whose profile is changed */
      model: string;
      /** the name of the new profile; by default the same */
      as?: string;
      limits?: Record<string, number>;
    };
    result: {
      name: string;
      /** how many there were */
      records: number;
      factor: unknown;
      margin: unknown;
      /** {mean, bias, worst} errors, as parts of what was counted */
      before: Record<string, unknown>;
      /** the same */
      after: Record<string, unknown>;
      /** NAME.model.yaml */
      profile: string;
      diagnostics?: unknown[];
    };
  };
  /** how many tokens a text or a request of messages takes */
  "tokens.count": {
    params: {
      /** the text */
      text?: string;
      /** messages; instead */
      messages?: readonly unknown[];
      /** the tools of the request */
      tools?: unknown;
      /** auto, none, required or {name} */
      toolChoice?: unknown;
      /** whose tokens they are; a name that a profile matches */
      model?: string;
      /** the name of a tokenizer or estimator */
      tokenizer?: string;
      /** a tokenizer given with the call; instead */
      definition?: unknown;
      /** the older name of `tokenizer` */
      estimator?: string;
      /** how special tokens in the text are read */
      specials?: unknown;
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      limits?: Record<string, number>;
    };
    result: {
      /** how many */
      tokens: number;
      /** exact, text-exact or estimate */
      exactness: string;
      /** how far off an estimate may be */
      estimatedMargin?: number;
      diagnostics?: unknown[];
    };
  };
  /** the text of token ids */
  "tokens.decode": {
    params: {
      /** the ids */
      ids: readonly unknown[];
      /** the name of a tokenizer or estimator */
      tokenizer?: string;
      /** a tokenizer given with the call; instead */
      definition?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      /** their text */
      text: string;
      diagnostics?: unknown[];
    };
  };
  /** the token ids of a text */
  "tokens.encode": {
    params: {
      /** the text */
      text: string;
      /** the name of a tokenizer or estimator */
      tokenizer?: string;
      /** a tokenizer given with the call; instead */
      definition?: unknown;
      /** how special tokens in the text are read */
      specials?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      /** the ids */
      ids: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** compiles the tokenizer definition in a file and keeps it under a name */
  "tokens.import": {
    params: {
      /** the definition */
      file: string;
      /** the name; by default that of the file */
      as?: string;
      /** huggingface, tiktoken, tekken or sentencepiece */
      format?: string;
      /** how text is split, where the file does not say */
      pattern?: string;
      limits?: Record<string, number>;
    };
    result: {
      /** the name */
      name: string;
      /** how many it knows */
      tokens: number;
      diagnostics?: unknown[];
    };
  };
  /** every tokenizer that can be named */
  "tokens.list": {
    params: {
      limits?: Record<string, number>;
    };
    result: {
      /** {name, about, origin} */
      tokenizers: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the tokens of a text with the text of each */
  "tokens.pieces": {
    params: {
      /** the text */
      text: string;
      /** the name of a tokenizer or estimator */
      tokenizer?: string;
      /** a tokenizer given with the call; instead */
      definition?: unknown;
      /** how special tokens in the text are read */
      specials?: unknown;
      limits?: Record<string, number>;
    };
    result: {
      /** {id, text} */
      pieces: unknown[];
      diagnostics?: unknown[];
    };
  };
  /** the version of galley */
  "version": {
    params: {
      limits?: Record<string, number>;
    };
    result: {
      version: string;
      diagnostics?: unknown[];
    };
  };
  /** what a change of the templates does to everything that their tests render */
  "workspace.diff": {
    params: {
      /** the files as they were */
      before: Workspace;
      /** the files; without it those of the working directory */
      workspace?: Workspace;
      /** also print the differences */
      format?: "text" | "markdown" | "junit";
      limits?: Record<string, number>;
    };
    result: {
      /** how many templates */
      changed: number;
      /** {name, file?, change, newWarnings?, cases} */
      templates: unknown[];
      /** in the format asked for */
      text?: string;
      diagnostics?: unknown[];
    };
  };
}

/** The parameters of an operation; of one that is not known when compiling, any. */
export type ParamsOf<Method extends string> = Method extends keyof Operations
  ? Operations[Method]["params"]
  : Record<string, unknown>;
/** What it gives. */
export type ResultOf<Method extends string> = Method extends keyof Operations
  ? Operations[Method]["result"]
  : Record<string, unknown>;
