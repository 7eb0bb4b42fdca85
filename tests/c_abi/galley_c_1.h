/* Galley, a prompt compiler: the interface for C, and for every language that can call C.
 *
 * It is C99 and needs nothing of C++.  docs/c.md is the guide, with a complete program.
 *
 * - Handles are opaque.  Whoever gets one as `out, owned` calls its `_release` once; NULL is
 *   ignored there.  A handle that is released twice, or used after that, ends the program
 *   with a message.
 * - A text is a pointer and a number of bytes, is UTF-8, and does not end with a NUL.  NULL
 *   with 0 bytes is the empty text.
 * - What can fail returns a status.  Its last parameter, `result`, is out and owned, and may
 *   be NULL where the caller does not want to know.  It is set on every path: to diagnostics
 *   on failure, to what the function gives, or to NULL where there is nothing to tell.
 * - `borrowed`: stays the caller's, and is not looked at after the function returned unless
 *   the text says so.  `owned`: whoever receives it releases it.  `out`: written by the
 *   function; never NULL unless the text says so.
 * - A structure of options begins with its size, so that it can grow.  All its bytes are 0
 *   but for what is set: NULL for the structure, and 0 for a member, mean the default.
 * - Workspaces, templates and results may be used from any number of threads at once; a
 *   context is built by one and then shared.  There is no state of a thread.
 */
#ifndef GALLEY_GALLEY_C_H_
#define GALLEY_GALLEY_C_H_

#include <stddef.h>
#include <stdint.h>

#include "galley/arrow_c.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GALLEY_C_EXPORT __attribute__((visibility("default")))

/* The number of this interface: the N of libgalley.so.N.  It changes when a program that was
 * compiled before would break; functions and members are added without. */
#define GALLEY_ABI 1

typedef struct galley_workspace galley_workspace; /* where templates come from */
typedef struct galley_template galley_template;   /* one compiled template of any type */
typedef struct galley_context galley_context;     /* the values of renders, a map */
typedef struct galley_result galley_result;       /* what a function gave, or why it failed */
typedef struct galley_call galley_call;           /* a call of a function of the program's */
typedef struct galley_value galley_value;         /* a part of a call or of a result */

typedef int32_t galley_status;
enum {
  GALLEY_OK = 0,
  GALLEY_FAILED = 1,           /* `result` tells why */
  GALLEY_BUFFER_TOO_SMALL = 2, /* nothing was written */
  GALLEY_OUT_OF_MEMORY = 3     /* not even a result could be made */
};

/* What a template is written in. */
enum { GALLEY_JINJA = 0, GALLEY_HANDLEBARS = 1, GALLEY_SECTIONS = 2, GALLEY_CHAT = 3 };

/* ------------------------------------------------------------------------------------------
 * The library */

/* The version of the library, `major.minor.patch`.  `size`: out.  The text is static. */
GALLEY_C_EXPORT const char* galley_version(size_t* size);
/* The number of the interface that the library has: GALLEY_ABI when it was compiled. */
GALLEY_C_EXPORT uint32_t galley_abi(void);
/* How many handles the process holds that were not released, for the tests of programs and
 * bindings. */
GALLEY_C_EXPORT int64_t galley_live_handles(void);

/* ------------------------------------------------------------------------------------------
 * Values: borrowed, and valid as long as the call or the result that they are part of.
 * NULL is null.  Asking for what is not there gives null, 0 or the empty text. */

enum {
  GALLEY_NULL = 0,
  GALLEY_BOOL = 1,
  GALLEY_INT = 2,
  GALLEY_DOUBLE = 3,
  GALLEY_TEXT = 4,
  GALLEY_LIST = 5,
  GALLEY_MAP = 6
};

GALLEY_C_EXPORT int32_t galley_value_kind(const galley_value* value);
GALLEY_C_EXPORT int32_t galley_value_bool(const galley_value* value); /* 0 or 1 */
GALLEY_C_EXPORT int64_t galley_value_int(const galley_value* value);
GALLEY_C_EXPORT double galley_value_double(const galley_value* value); /* of an integer too */
/* `size`: out.  The text: borrowed, as the value. */
GALLEY_C_EXPORT const char* galley_value_text(const galley_value* value, size_t* size);
/* The items of a list, or the entries of a map in their order. */
GALLEY_C_EXPORT size_t galley_value_size(const galley_value* value);
GALLEY_C_EXPORT const galley_value* galley_value_item(const galley_value* value, size_t index);
/* The key of an entry.  `size`: out.  The text: borrowed, as the value. */
GALLEY_C_EXPORT const char* galley_value_key(const galley_value* value, size_t index, size_t* size);
/* The value under a key of a map.  `key`: borrowed. */
GALLEY_C_EXPORT const galley_value* galley_value_find(const galley_value* value, const char* key,
                                                      size_t key_size);

/* ------------------------------------------------------------------------------------------
 * Results: immutable.  Their texts and values are borrowed, and valid until the release. */

/* What a render printed, or a request that is text; empty for any other. */
GALLEY_C_EXPORT const char* galley_result_text(const galley_result* result, size_t* size);
/* What the function gave, as JSON: {"text": ...} of a render, the result of an operation, the
 * body of a request.  Empty where the function failed. */
GALLEY_C_EXPORT const char* galley_result_json(const galley_result* result, size_t* size);
/* The same as a value, without JSON; null of a render to text and where the function failed. */
GALLEY_C_EXPORT const galley_value* galley_result_value(const galley_result* result);
/* Why it failed, or what the caller should know though it did not: a JSON list of
 * {code, severity, message, file?, range?, notes?, hint?}. */
GALLEY_C_EXPORT const char* galley_result_diagnostics(const galley_result* result, size_t* size);
/* The same for people, as a compiler prints it. */
GALLEY_C_EXPORT const char* galley_result_message(const galley_result* result, size_t* size);
/* `result`: owned by the caller before, NULL is ignored. */
GALLEY_C_EXPORT void galley_result_release(galley_result* result);

/* ------------------------------------------------------------------------------------------
 * Workspaces */

/* All texts: borrowed, and copied.  Those called JSON hold a JSON map. */
typedef struct galley_workspace_options {
  size_t struct_size; /* sizeof(galley_workspace_options) */
  const char* root;   /* where to look for the project; empty: the working directory */
  size_t root_size;
  const char* project_root; /* the project, where it is not the nearest upwards */
  size_t project_root_size;
  const char* config; /* a configuration file on top of the others */
  size_t config_size;
  const char* store; /* where `store:` names lead, such as sqlite:prompts.db */
  size_t store_size;
  const char* settings; /* JSON: keys of the configuration with their texts */
  size_t settings_size;
  const char* jinja; /* JSON: `options` of Jinja templates, as catalog.render takes them */
  size_t jinja_size;
  const char* handlebars; /* JSON: the same of Handlebars templates */
  size_t handlebars_size;
  const char* limits; /* JSON: {"steps": 1000000}; what is not named is the default */
  size_t limits_size;
} galley_workspace_options;

/* The project in a directory, with its configuration.  `options`: borrowed, may be NULL;
 * `workspace`: out, owned. */
GALLEY_C_EXPORT galley_status galley_workspace_open(const galley_workspace_options* options,
                                                    galley_workspace** workspace,
                                                    galley_result** result);
/* One without files, which has what galley_workspace_add_template brings.  `root`,
 * `project_root`, `config` and `settings` do not go with it. */
GALLEY_C_EXPORT galley_status galley_workspace_in_memory(const galley_workspace_options* options,
                                                         galley_workspace** workspace,
                                                         galley_result** result);
/* Templates that were loaded from it stay what they are. */
GALLEY_C_EXPORT void galley_workspace_release(galley_workspace* workspace);

/* Adds a template in front of all others, or puts another text in its place, for what is
 * loaded after that.  Its name ends as that of a file does, `mail/hello.j2`; one that does not
 * is Jinja.  `workspace`, `name`, `source`: borrowed. */
GALLEY_C_EXPORT galley_status galley_workspace_add_template(galley_workspace* workspace,
                                                            const char* name, size_t name_size,
                                                            const char* source, size_t source_size,
                                                            galley_result** result);
/* Looks at the files again, for what is loaded after that.  `workspace`: borrowed. */
GALLEY_C_EXPORT galley_status galley_workspace_refresh(galley_workspace* workspace,
                                                       galley_result** result);

/* A function of the program's.  It runs on the threads that render, several at once, and
 * answers through `call`, which is borrowed until it returns.  It must not render with
 * handles of its own inside of the call; galley_call_render_template does that. */
typedef void (*galley_function)(galley_call* call, void* data);
/* Gets `data` when nobody can call the function again; may be NULL. */
typedef void (*galley_destructor)(void* data);

/* What a function is for. */
enum {
  GALLEY_FILTER = 0, /* of Jinja: the value in front of it is its first argument */
  GALLEY_TEST = 1,   /* of Jinja */
  GALLEY_GLOBAL = 2, /* of Jinja */
  GALLEY_HELPER = 3, /* of Handlebars */
  /* Of Handlebars, one that renders the block it is called with itself. */
  GALLEY_BLOCK_HELPER = 4,
  /* Of chat templates: argument 0 is `args` of the reference, argument 1 the context. */
  GALLEY_SOURCE = 5
};

/* These come before the first template is loaded or compiled and before the first
 * galley_workspace_call; after that, and for a name that is taken, they fail with
 * invalid-params.  `workspace`, `name`: borrowed.  `data` is owned by the workspace and its
 * templates, which hand it to `destroy`; also where the function fails. */
GALLEY_C_EXPORT galley_status galley_workspace_add_callable(
    galley_workspace* workspace, int32_t kind, const char* name, size_t name_size,
    galley_function function, void* data, galley_destructor destroy, galley_result** result);
/* How many tokens a text takes, for `estimator` and `model` of chat renders.  `text`:
 * borrowed until it returns. */
typedef uint64_t (*galley_tokenizer)(const char* text, size_t size, void* data);
GALLEY_C_EXPORT galley_status galley_workspace_add_tokenizer(galley_workspace* workspace,
                                                             const char* name, size_t name_size,
                                                             galley_tokenizer function, void* data,
                                                             galley_destructor destroy,
                                                             galley_result** result);
/* Where texts come from that nothing else has: argument 0 is a name, and the function returns
 * a text in `language`, GALLEY_JINJA or GALLEY_HANDLEBARS, or nothing where it has none. */
GALLEY_C_EXPORT galley_status galley_workspace_add_loader(galley_workspace* workspace,
                                                          int32_t language,
                                                          galley_function function, void* data,
                                                          galley_destructor destroy,
                                                          galley_result** result);

/* Runs any operation on a JSON map, as `galley rpc` does; docs/operations.md lists them.  The
 * empty text is the empty map.  `workspace`: borrowed, or NULL for that of the working
 * directory; `method`, `params`: borrowed. */
GALLEY_C_EXPORT galley_status galley_workspace_call(const galley_workspace* workspace,
                                                    const char* method, size_t method_size,
                                                    const char* params, size_t params_size,
                                                    galley_result** result);

/* ------------------------------------------------------------------------------------------
 * What a function of the program's sees of its call.  All it gets is borrowed until the
 * function returns. */

/* The name as the template wrote it.  `size`: out. */
GALLEY_C_EXPORT const char* galley_call_name(const galley_call* call, size_t* size);
GALLEY_C_EXPORT size_t galley_call_size(const galley_call* call); /* of the arguments */
GALLEY_C_EXPORT const galley_value* galley_call_argument(const galley_call* call, size_t index);
/* All that was given as `key=value`, a map. */
GALLEY_C_EXPORT const galley_value* galley_call_named(const galley_call* call);
/* What the template sees where a helper is called. */
GALLEY_C_EXPORT const galley_value* galley_call_context(const galley_call* call);

/* What the call gives; the last one counts.  Who returns nothing gives undefined, which prints
 * nothing.  Texts are copied. */
GALLEY_C_EXPORT void galley_call_return_bool(galley_call* call, int32_t value);
GALLEY_C_EXPORT void galley_call_return_int(galley_call* call, int64_t value);
GALLEY_C_EXPORT void galley_call_return_double(galley_call* call, double value);
GALLEY_C_EXPORT void galley_call_return_text(galley_call* call, const char* text, size_t size);
/* A text that is markup, and is not escaped again. */
GALLEY_C_EXPORT void galley_call_return_markup(galley_call* call, const char* text, size_t size);
/* The value in a JSON text. */
GALLEY_C_EXPORT void galley_call_return_json(galley_call* call, const char* json, size_t size);
/* An argument or a part of one; NULL gives null. */
GALLEY_C_EXPORT void galley_call_return_value(galley_call* call, const galley_value* value);
/* Ends the render with helper-failed; a source counts as missing.  Messages are shown and
 * logged: they should not repeat what is in the arguments. */
GALLEY_C_EXPORT void galley_call_fail(galley_call* call, const char* message, size_t size);

/* Of a block helper: what stands between its tags, or behind `{{else}}`, with another context.
 * Empty where there is none, and once the render failed.  `context`: borrowed; `size`: out. */
GALLEY_C_EXPORT const char* galley_call_render_body(galley_call* call, const galley_value* context,
                                                    size_t* size);
GALLEY_C_EXPORT const char* galley_call_render_inverse(galley_call* call,
                                                       const galley_value* context, size_t* size);
/* What another template prints, as a part of this render.  `name`, `context`, a map: borrowed;
 * `size`: out. */
GALLEY_C_EXPORT const char* galley_call_render_template(galley_call* call, const char* name,
                                                        size_t name_size,
                                                        const galley_value* context, size_t* size);

/* ------------------------------------------------------------------------------------------
 * Templates */

/* The template that a name means, compiled once and found again for the price of a look-up.
 * `workspace`, `name`: borrowed; `made`: out, owned. */
GALLEY_C_EXPORT galley_status galley_template_load(const galley_workspace* workspace,
                                                   const char* name, size_t name_size,
                                                   galley_template** made, galley_result** result);

typedef struct galley_compile_options {
  size_t struct_size; /* sizeof(galley_compile_options) */
  const char* name;   /* as diagnostics call it; empty: `template` */
  size_t name_size;
  const char* options; /* JSON: `options` on top of those of the workspace; of a text */
  size_t options_size;
  int32_t language; /* GALLEY_JINJA, ... */
  int32_t reserved;
} galley_compile_options;

/* A template of its own, which may name those of the workspace.  `workspace`, `source`,
 * `options`: borrowed, `options` may be NULL; `made`: out, owned. */
GALLEY_C_EXPORT galley_status galley_template_compile(const galley_workspace* workspace,
                                                      const char* source, size_t source_size,
                                                      const galley_compile_options* options,
                                                      galley_template** made,
                                                      galley_result** result);
/* What the template is and reads: {name, language, inputs: [{name, type?, required, places:
 * [{file, line, column}]}], complete}.  What the author should know is among the diagnostics
 * of the result.  `from`: borrowed. */
GALLEY_C_EXPORT galley_status galley_template_inspect(const galley_template* from,
                                                      galley_result** result);
GALLEY_C_EXPORT void galley_template_release(galley_template* released);

/* ------------------------------------------------------------------------------------------
 * Contexts
 *
 * A context is a map that is open: galley_context_push_key, then a value, and again.  What goes
 * wrong (a text that is not UTF-8, a limit, a close too many) is kept, what follows is ignored,
 * and the render reports it, so that builders check once. */

/* Empty; NULL where there is no memory.  Owned. */
GALLEY_C_EXPORT galley_context* galley_context_new(void);
/* What a JSON map holds.  `json`: borrowed, and copied; `context`: out, owned. */
GALLEY_C_EXPORT galley_status galley_context_from_json(const char* json, size_t json_size,
                                                       galley_context** context,
                                                       galley_result** result);
/* Of equal keys the last counts.  `key`: borrowed, and copied. */
GALLEY_C_EXPORT void galley_context_push_key(galley_context* context, const char* key,
                                             size_t key_size);
GALLEY_C_EXPORT void galley_context_push_null(galley_context* context);
GALLEY_C_EXPORT void galley_context_push_bool(galley_context* context, int32_t value);
GALLEY_C_EXPORT void galley_context_push_int(galley_context* context, int64_t value);
GALLEY_C_EXPORT void galley_context_push_double(galley_context* context, double value);
/* `text`: borrowed, and copied. */
GALLEY_C_EXPORT void galley_context_push_text(galley_context* context, const char* text,
                                              size_t size);
/* `text`: borrowed until the context is cleared or released, and stays what it is till then. */
GALLEY_C_EXPORT void galley_context_push_borrowed_text(galley_context* context, const char* text,
                                                       size_t size);
/* A list or a map, which holds what follows until it is closed. */
GALLEY_C_EXPORT void galley_context_push_list(galley_context* context);
GALLEY_C_EXPORT void galley_context_push_map(galley_context* context);
GALLEY_C_EXPORT void galley_context_push_close(galley_context* context);
/* Makes it empty again and keeps its memory, for one row after the other. */
GALLEY_C_EXPORT void galley_context_clear(galley_context* context);
GALLEY_C_EXPORT void galley_context_release(galley_context* context);

/* ------------------------------------------------------------------------------------------
 * Rendering */

/* What a name that is not there means in Jinja. */
enum {
  GALLEY_UNDEFINED_AS_CONFIGURED = 0,
  GALLEY_UNDEFINED_LENIENT = 1,
  GALLEY_UNDEFINED_STRICT = 2,
  GALLEY_UNDEFINED_CHAINABLE = 3,
  GALLEY_UNDEFINED_DEBUG = 4
};

typedef struct galley_render_options {
  size_t struct_size; /* sizeof(galley_render_options) */
  const char* now;    /* ISO time, for `strftime_now` */
  size_t now_size;
  const char* limits; /* JSON: {"steps": 1000}; those of the workspace are not raised */
  size_t limits_size;
  int32_t undefined;  /* GALLEY_UNDEFINED_STRICT, ... */
  int32_t strict;     /* 1: as GALLEY_UNDEFINED_STRICT; a warning of sections is an error */
  const char* macros; /* JSON: {name: text}, what `{{name}}` stands for inside of values */
  size_t macros_size;
} galley_render_options;

/* Renders a text into a buffer of the caller's.  A render like one before asks the system for
 * no memory.  `size`: out, the bytes of the text, also with GALLEY_BUFFER_TOO_SMALL.
 * `from`, `context`, `options`: borrowed, `options` may be NULL; `buffer`: out, may be NULL
 * where `capacity` is 0. */
GALLEY_C_EXPORT galley_status galley_template_render(const galley_template* from,
                                                     const galley_context* context,
                                                     const galley_render_options* options,
                                                     char* buffer, size_t capacity, size_t* size,
                                                     galley_result** result);
/* The same into a result: galley_result_text. */
GALLEY_C_EXPORT galley_status galley_template_render_text(const galley_template* from,
                                                          const galley_context* context,
                                                          const galley_render_options* options,
                                                          galley_result** result);

typedef struct galley_chat_options {
  size_t struct_size; /* sizeof(galley_chat_options) */
  uint64_t budget;    /* tokens, where has_budget is set */
  int32_t has_budget;
  int32_t explain;   /* 1: the result has a ledger */
  int32_t no_squash; /* 1: neighbouring messages of one role stay apart */
  int32_t strict;    /* 1: what fails or is dropped is an error, whatever the template says */
  const char* model; /* whose tokens they are */
  size_t model_size;
  const char* estimator; /* what counts them in place of the model's */
  size_t estimator_size;
  const char* injections; /* JSON: messages to insert, a list */
  size_t injections_size;
  const char* macros; /* JSON: {name: text}, what `{{name}}` stands for inside of values */
  size_t macros_size;
  const char* limits; /* JSON: {"steps": 1000}; those of the workspace are not raised */
  size_t limits_size;
} galley_chat_options;

/* Renders a chat template.  The result is what `chat.render` gives: {messages, usage, dropped,
 * responseFormat?, ledger?}.  `from`, `context`, `options`: borrowed, `options` may be NULL. */
GALLEY_C_EXPORT galley_status galley_template_render_chat(const galley_template* from,
                                                          const galley_context* context,
                                                          const galley_chat_options* options,
                                                          galley_result** result);
/* The same as one provider takes it: `openai`, `anthropic`, ...  `conversation` is the result
 * of galley_template_render_chat.  `conversation`, `provider`: borrowed. */
GALLEY_C_EXPORT galley_status galley_result_request(const galley_result* conversation,
                                                    const char* provider, size_t provider_size,
                                                    galley_result** result);

/* ------------------------------------------------------------------------------------------
 * Rows */

typedef struct galley_rows_options {
  size_t struct_size;  /* sizeof(galley_rows_options) */
  const char* columns; /* JSON: {variable: column}, where the names differ */
  size_t columns_size;
  const galley_render_options* text; /* of each render to text; may be NULL */
  const galley_chat_options* chat;   /* of each chat render; may be NULL */
  uint32_t threads;                  /* 0: one for each core of the process */
  int32_t errors;                    /* 1: the array says why a row failed */
} galley_rows_options;

/* Renders a template once for each row of a table, on several threads.  `schema` and `rows` are
 * a struct of Arrow's C data interface: borrowed, and not released.  `made_schema` and `made`:
 * out, owned, both to be released by their own `release`: a string array in the order of the
 * rows, or for chat templates a list of structs {role, content}; with `errors` a struct {text,
 * error} or {messages, error}.  A row that fails is null, and fails nothing else; a column that
 * is missing or of a type that is not read fails before the first row.  The result is {rows,
 * failed}.  docs/bulk.md lists the types.  `from`, `options`: borrowed, `options` may be NULL. */
GALLEY_C_EXPORT galley_status galley_template_render_rows(
    const galley_template* from, const struct ArrowSchema* schema, const struct ArrowArray* rows,
    const galley_rows_options* options, struct ArrowSchema* made_schema, struct ArrowArray* made,
    galley_result** result);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GALLEY_GALLEY_C_H_ */
