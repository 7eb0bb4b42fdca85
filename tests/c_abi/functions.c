/* Every function of the C interface, once; and what it says of mistakes.  Handles that are
 * released twice, used afterwards or of another kind end the program: a child tries each. */
#define _POSIX_C_SOURCE 200112L

#include <galley/galley_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) \
  do {                   \
    if (!(condition)) fail(__LINE__, #condition); \
  } while (0)
#define IS(text, size, literal) is(text, size, literal, sizeof literal - 1)
#define LITERAL(literal) literal, sizeof literal - 1

static galley_result* result;

static void fail(int line, const char* what) {
  size_t size = 0;
  const char* message = result ? galley_result_message(result, &size) : "";
  fprintf(stderr, "functions.c:%d: %s\n%.*s\n", line, what, (int)size, message);
  exit(1);
}

static int is(const char* data, size_t size, const char* literal, size_t literal_size) {
  return size == literal_size && memcmp(data, literal, size) == 0;
}

/* Whether what the last function told holds `literal`; releases it. */
static int told(const char* literal) {
  size_t size;
  const char* diagnostics;
  char* copy;
  int found;
  if (!result) return 0;
  diagnostics = galley_result_diagnostics(result, &size);
  copy = calloc(size + 1, 1);
  memcpy(copy, diagnostics, size);
  found = strstr(copy, literal) != NULL;
  free(copy);
  galley_result_release(result);
  result = NULL;
  return found;
}

static int destroyed;
static void destroy(void* data) { destroyed += *(int*)data; }
static int one = 1;

/* {{ name | shout(mark="!") }} */
static void shout(galley_call* call, void* data) {
  char text[64];
  size_t size, mark_size, name_size;
  const char* given = galley_value_text(galley_call_argument(call, 0), &size);
  const char* mark =
      galley_value_text(galley_value_find(galley_call_named(call), LITERAL("mark")), &mark_size);
  const char* name = galley_call_name(call, &name_size);
  CHECK(data == &one);
  CHECK(IS(name, name_size, "shout"));
  if (galley_value_kind(galley_call_argument(call, 0)) != GALLEY_TEXT) {
    galley_call_fail(call, LITERAL("`shout` needs a text"));
    return;
  }
  snprintf(text, sizeof text, "%.*s%.*s", (int)size, given, (int)mark_size, mark);
  galley_call_return_text(call, text, strlen(text));
}

static void is_odd(galley_call* call, void* data) {
  (void)data;
  galley_call_return_bool(call, (int32_t)(galley_value_int(galley_call_argument(call, 0)) & 1));
}

/* {{ kinds(...) }}: one letter for each argument. */
static void kinds(galley_call* call, void* data) {
  static const char letters[] = "nbidtlm";
  char text[32];
  size_t at;
  (void)data;
  for (at = 0; at < galley_call_size(call) && at < sizeof text; ++at) {
    text[at] = letters[galley_value_kind(galley_call_argument(call, at))];
  }
  galley_call_return_markup(call, text, at);
}

static void twice(galley_call* call, void* data) {
  char text[64];
  size_t size;
  const char* body = galley_call_render_body(call, galley_call_context(call), &size);
  (void)data;
  snprintf(text, sizeof text, "%.*s%.*s", (int)size, body, (int)size, body);
  galley_call_return_text(call, text, strlen(text));
}

static void with_card(galley_call* call, void* data) {
  size_t size;
  const char* text =
      galley_call_render_template(call, LITERAL("card"), galley_call_argument(call, 0), &size);
  (void)data;
  galley_call_return_text(call, text, size);
}

static void forecast(galley_call* call, void* data) {
  (void)data;
  galley_call_return_json(call, LITERAL("[\"rain\", \"sun\"]"));
}

static void find_text(galley_call* call, void* data) {
  size_t size;
  const char* name = galley_value_text(galley_call_argument(call, 0), &size);
  (void)data;
  if (IS(name, size, "brought")) galley_call_return_text(call, LITERAL("from the program"));
}

static uint64_t one_each(const char* text, size_t size, void* data) {
  (void)text;
  (void)size;
  return (uint64_t)*(int*)data;
}

static const char kChat[] =
    "id: report\nname: Report\nversion: 1\ntask: turn_generation\n"
    "layout:\n"
    "  - {kind: message, role: system, content: \"About {{topic}}.\"}\n"
    "  - {kind: message, role: user, from: {source: forecast}}\n"
    "slots: {}\n";

static galley_workspace* new_workspace(void) {
  galley_workspace* workspace;
  CHECK(galley_workspace_in_memory(NULL, &workspace, &result) == GALLEY_OK && !result);
  CHECK(galley_workspace_add_template(workspace, LITERAL("card.hbs"), LITERAL("[{{name}}]"),
                                      &result) == GALLEY_OK);
  return workspace;
}

static galley_status add(galley_workspace* to, int32_t kind, const char* name,
                         galley_function function) {
  return galley_workspace_add_callable(to, kind, name, strlen(name), function, &one, destroy,
                                       &result);
}

static galley_template* compile(galley_workspace* in, int32_t language, const char* source) {
  galley_compile_options options;
  galley_template* made;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.language = language;
  CHECK(galley_template_compile(in, source, strlen(source), &options, &made, &result) ==
        GALLEY_OK);
  return made;
}

/* What a template prints, in the result that the last function left. */
static int prints(galley_template* made, galley_context* context, const char* expected) {
  size_t size;
  const char* text;
  int same;
  CHECK(galley_template_render_text(made, context, NULL, &result) == GALLEY_OK);
  text = galley_result_text(result, &size);
  same = is(text, size, expected, strlen(expected));
  if (!same) fprintf(stderr, "%.*s\n", (int)size, text);
  galley_result_release(result);
  result = NULL;
  galley_template_release(made);
  return same;
}

static galley_context* new_context(void) {
  galley_context* context = galley_context_new();
  galley_context_push_key(context, LITERAL("name"));
  galley_context_push_text(context, LITERAL("Ann"));
  galley_context_push_key(context, LITERAL("topic"));
  galley_context_push_borrowed_text(context, LITERAL("the harbour"));
  galley_context_push_key(context, LITERAL("all"));
  galley_context_push_list(context);
  galley_context_push_null(context);
  galley_context_push_bool(context, 1);
  galley_context_push_int(context, 7);
  galley_context_push_double(context, 0.5);
  galley_context_push_map(context);
  galley_context_push_key(context, LITERAL("name"));
  galley_context_push_text(context, LITERAL("Bob"));
  galley_context_push_close(context);
  galley_context_push_close(context);
  return context;
}

static void test_functions(void) {
  galley_workspace* workspace = new_workspace();
  galley_context* context = new_context();
  galley_template* made;
  CHECK(add(workspace, GALLEY_FILTER, "shout", shout) == GALLEY_OK);
  CHECK(add(workspace, GALLEY_FILTER, "shout", shout) == GALLEY_FAILED);
  CHECK(told("was added before"));
  CHECK(destroyed == 1);
  CHECK(add(workspace, GALLEY_TEST, "odd_one", is_odd) == GALLEY_OK);
  CHECK(add(workspace, GALLEY_GLOBAL, "kinds", kinds) == GALLEY_OK);
  CHECK(add(workspace, GALLEY_HELPER, "withCard", with_card) == GALLEY_OK);
  CHECK(add(workspace, GALLEY_BLOCK_HELPER, "twice", twice) == GALLEY_OK);
  CHECK(add(workspace, GALLEY_SOURCE, "forecast", forecast) == GALLEY_OK);
  CHECK(add(workspace, 99, "none", forecast) == GALLEY_FAILED && told("invalid-params"));
  CHECK(galley_workspace_add_loader(workspace, GALLEY_JINJA, find_text, &one, destroy, &result) ==
        GALLEY_OK);
  CHECK(galley_workspace_add_tokenizer(workspace, LITERAL("one each"), one_each, &one, destroy,
                                       &result) == GALLEY_OK);
  CHECK(galley_workspace_add_tokenizer(workspace, LITERAL("one each"), one_each, &one, destroy,
                                       &result) == GALLEY_FAILED);
  CHECK(told("was added before"));
  CHECK(destroyed == 3);

  CHECK(prints(compile(workspace, GALLEY_JINJA, "{{ name | shout(mark='!') }}"), context, "Ann!"));
  CHECK(prints(compile(workspace, GALLEY_JINJA, "{{ all[2] is odd_one }}"), context, "True"));
  CHECK(prints(compile(workspace, GALLEY_JINJA,
                       "{{ kinds(all[0], all[1], all[2], all[3], name, all, all[4]) }}"),
               context, "nbidtlm"));
  CHECK(prints(compile(workspace, GALLEY_JINJA, "{% include 'brought' %}"), context,
               "from the program"));
  CHECK(prints(compile(workspace, GALLEY_HANDLEBARS, "{{#twice}}{{name}},{{/twice}}"), context,
               "Ann,Ann,"));
  CHECK(prints(compile(workspace, GALLEY_HANDLEBARS, "{{withCard all.[4]}}"), context, "[Bob]"));
  CHECK(add(workspace, GALLEY_FILTER, "late", shout) == GALLEY_FAILED && told("invalid-params"));

  made = compile(workspace, GALLEY_JINJA, "{{ 7 | shout }}");
  CHECK(galley_template_render_text(made, context, NULL, &result) == GALLEY_FAILED);
  CHECK(told("helper-failed"));
  galley_workspace_release(workspace);
  CHECK(destroyed == 4); /* the template still needs the others */
  galley_template_release(made);
  CHECK(destroyed == 12);
  galley_context_release(context);
}

static void test_chat(void) {
  galley_workspace* workspace = new_workspace();
  galley_context* context = new_context();
  galley_chat_options options;
  galley_template* made;
  galley_result* conversation;
  size_t size;
  const char* text;
  const galley_value* messages;
  CHECK(add(workspace, GALLEY_SOURCE, "forecast", forecast) == GALLEY_OK);
  CHECK(galley_workspace_add_tokenizer(workspace, LITERAL("one each"), one_each, &one, NULL,
                                       &result) == GALLEY_OK);
  made = compile(workspace, GALLEY_CHAT, kChat);
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.has_budget = 1;
  options.budget = 100;
  options.explain = 1;
  options.estimator = "one each";
  options.estimator_size = 8;
  CHECK(galley_template_render_chat(made, context, &options, &conversation) == GALLEY_OK);
  messages = galley_value_find(galley_result_value(conversation), LITERAL("messages"));
  CHECK(galley_value_kind(messages) == GALLEY_LIST && galley_value_size(messages) == 2);
  text = galley_value_text(galley_value_find(galley_value_item(messages, 0), LITERAL("content")),
                           &size);
  CHECK(IS(text, size, "About the harbour."));
  text = galley_value_key(galley_value_item(messages, 0), 0, &size);
  CHECK(IS(text, size, "role"));
  CHECK(galley_value_int(galley_value_find(
            galley_value_find(galley_result_value(conversation), LITERAL("usage")),
            LITERAL("tokens"))) == 2);
  CHECK(galley_value_find(galley_result_value(conversation), LITERAL("ledger")));

  CHECK(galley_result_request(conversation, LITERAL("openai"), &result) == GALLEY_OK);
  text = galley_result_json(result, &size);
  CHECK(size > 12 && memcmp(text, "{\"messages\":", 12) == 0);
  galley_result_release(result);
  CHECK(galley_result_request(conversation, LITERAL("nobody"), &result) == GALLEY_FAILED);
  CHECK(told("invalid-params"));
  galley_result_release(conversation);

  CHECK(galley_template_render_text(made, context, NULL, &result) == GALLEY_FAILED);
  CHECK(told("wrong-template-type"));
  options.injections = "[7]";
  options.injections_size = 3;
  CHECK(galley_template_render_chat(made, context, &options, &result) == GALLEY_FAILED);
  CHECK(told("invalid-injection"));
  galley_template_release(made);
  galley_context_release(context);
  galley_workspace_release(workspace);
}

static void test_rendering(void) {
  galley_workspace* workspace = new_workspace();
  galley_context* context = new_context();
  galley_render_options options;
  galley_template* made;
  galley_template* again;
  char buffer[16];
  size_t size;
  const char* text;
  CHECK(galley_template_load(workspace, LITERAL("card"), &made, &result) == GALLEY_OK);
  CHECK(galley_template_load(workspace, LITERAL("crad"), &again, &result) == GALLEY_FAILED);
  CHECK(!again && told("template-not-found"));
  CHECK(galley_template_render(made, context, NULL, NULL, 0, &size, &result) ==
        GALLEY_BUFFER_TOO_SMALL);
  CHECK(size == 5 && !result);
  CHECK(galley_template_render(made, context, NULL, buffer, sizeof buffer, &size, &result) ==
        GALLEY_OK);
  CHECK(IS(buffer, size, "[Ann]") && !result);

  CHECK(galley_template_inspect(made, &result) == GALLEY_OK);
  text = galley_result_json(result, &size);
  CHECK(IS(text, size,
           "{\"name\":\"card\",\"language\":\"handlebars\",\"inputs\":[{\"name\":\"name\","
           "\"required\":true,\"places\":[{\"file\":\"card.hbs\",\"line\":1,\"column\":4}]}],"
           "\"complete\":true}"));
  galley_result_release(result);
  galley_template_release(made);

  made = compile(workspace, GALLEY_JINJA, "{% for n in range(1000) %}{{ n }}{% endfor %}{{ no }}");
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.undefined = GALLEY_UNDEFINED_LENIENT;
  CHECK(galley_template_render_text(made, context, &options, &result) == GALLEY_OK);
  galley_result_release(result);
  options.strict = 1;
  CHECK(galley_template_render_text(made, context, &options, &result) == GALLEY_FAILED);
  CHECK(told("undefined-variable"));
  options.strict = 0;
  options.limits = "{\"output\": 100}";
  options.limits_size = strlen(options.limits);
  CHECK(galley_template_render_text(made, context, &options, &result) == GALLEY_FAILED);
  CHECK(told("limit-output"));
  galley_template_release(made);

  CHECK(galley_workspace_call(workspace, LITERAL("catalog.list"), NULL, 0, &result) == GALLEY_OK);
  CHECK(galley_value_size(galley_value_find(galley_result_value(result), LITERAL("entries"))) ==
        1);
  galley_result_release(result);
  CHECK(galley_workspace_call(NULL, LITERAL("no.such"), LITERAL("{}"), &result) == GALLEY_FAILED);
  CHECK(told("unknown-method"));
  CHECK(galley_workspace_refresh(workspace, &result) == GALLEY_OK);
  galley_context_release(context);
  galley_workspace_release(workspace);
}

static void keep_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray* array) { array->release = NULL; }

/* A table of one column of texts. */
static void test_rows(void) {
  static const int32_t offsets[] = {0, 3, 6};
  const void* buffers[] = {NULL, offsets, "AnnBob"};
  const void* no_buffers[] = {NULL};
  struct ArrowSchema column = {"u", "who", NULL, 0, 0, NULL, NULL, keep_schema, NULL};
  struct ArrowSchema* columns[1];
  struct ArrowSchema schema = {"+s", "", NULL, 0, 1, NULL, NULL, keep_schema, NULL};
  struct ArrowArray texts = {2, 0, 0, 3, 0, NULL, NULL, NULL, keep_array, NULL};
  struct ArrowArray* arrays[1];
  struct ArrowArray rows = {2, 0, 0, 1, 1, NULL, NULL, NULL, keep_array, NULL};
  struct ArrowSchema made_schema;
  struct ArrowArray made;
  galley_rows_options options;
  galley_workspace* workspace = new_workspace();
  galley_template* card;
  columns[0] = &column;
  schema.children = columns;
  texts.buffers = buffers;
  arrays[0] = &texts;
  rows.children = arrays;
  rows.buffers = no_buffers;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  CHECK(galley_template_load(workspace, LITERAL("card"), &card, &result) == GALLEY_OK);
  CHECK(galley_template_render_rows(card, &schema, &rows, &options, &made_schema, &made,
                                    &result) == GALLEY_FAILED);
  CHECK(!made.release && told("column-missing"));

  options.columns = "{\"name\": \"who\"}";
  options.columns_size = strlen(options.columns);
  CHECK(galley_template_render_rows(card, &schema, &rows, &options, &made_schema, &made,
                                    &result) == GALLEY_OK);
  CHECK(galley_value_int(galley_value_find(galley_result_value(result), LITERAL("rows"))) == 2);
  galley_result_release(result);
  result = NULL;
  CHECK(strcmp(made_schema.format, "u") == 0 && made.length == 2 && made.null_count == 0);
  CHECK(((const int32_t*)made.buffers[1])[2] == 10);
  CHECK(memcmp(made.buffers[2], "[Ann][Bob]", 10) == 0);
  made_schema.release(&made_schema);
  made.release(&made);
  galley_template_release(card);
  galley_workspace_release(workspace);
}

/* What goes wrong while a context is built is kept for the render. */
static void test_mistakes(void) {
  struct {
    galley_render_options options;
    int64_t more;
  } longer;
  galley_workspace* workspace = new_workspace();
  galley_template* made = compile(workspace, GALLEY_JINJA, "{{ name }}");
  galley_context* context = galley_context_new();
  galley_context_push_text(context, LITERAL("no key"));
  galley_context_push_key(context, LITERAL("name"));
  galley_context_push_text(context, LITERAL("Ann"));
  CHECK(galley_template_render_text(made, context, NULL, &result) == GALLEY_FAILED);
  CHECK(told("a value without a key"));
  galley_context_clear(context);
  galley_context_push_key(context, LITERAL("name"));
  galley_context_push_text(context, LITERAL("\xff"));
  CHECK(galley_template_render_text(made, context, NULL, &result) == GALLEY_FAILED);
  CHECK(told("invalid-utf8"));
  galley_context_release(context);
  CHECK(galley_context_from_json(LITERAL("[1]"), &context, &result) == GALLEY_FAILED);
  CHECK(!context && told("invalid-data"));
  CHECK(galley_template_render_text(made, NULL, NULL, &result) == GALLEY_FAILED);
  CHECK(told("`context` is NULL"));
  CHECK(galley_template_render_text(NULL, NULL, NULL, NULL) == GALLEY_FAILED);

  context = new_context();
  memset(&longer, 0, sizeof longer);
  longer.options.struct_size = sizeof longer;
  CHECK(galley_template_render_text(made, context, &longer.options, &result) == GALLEY_OK);
  galley_result_release(result);
  longer.more = 1;
  CHECK(galley_template_render_text(made, context, &longer.options, &result) == GALLEY_FAILED);
  CHECK(told("what this library does not have"));
  longer.options.struct_size = 0;
  CHECK(galley_template_render_text(made, context, &longer.options, &result) == GALLEY_FAILED);
  CHECK(told("do not begin with their size"));
  /* One from before `limits` was there. */
  longer.options.struct_size = offsetof(galley_render_options, limits);
  longer.options.limits = "no JSON";
  longer.options.limits_size = 7;
  CHECK(galley_template_render_text(made, context, &longer.options, &result) == GALLEY_OK);
  galley_result_release(result);
  galley_context_release(context);
  galley_template_release(made);
  galley_workspace_release(workspace);
}

static void release_twice(void) {
  galley_context* context = galley_context_new();
  galley_context_release(context);
  galley_context_release(context);
}

static void use_after_release(void) {
  galley_context* context = galley_context_new();
  galley_context_release(context);
  galley_context_push_null(context);
}

static void release_another_kind(void) {
  galley_template_release((galley_template*)(void*)galley_context_new());
}

/* The child ends by a signal, or as a sanitizer ends it, having said why. */
static void expect_end(void (*mistake)(void), int line) {
  int ends[2];
  int status;
  char said[4096];
  size_t size = 0;
  ssize_t count;
  pid_t child;
  CHECK(pipe(ends) == 0);
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    dup2(ends[1], 2);
    mistake();
    _exit(0);
  }
  close(ends[1]);
  while (size < sizeof said - 1 && (count = read(ends[0], said + size, sizeof said - 1 - size)) > 0) {
    size += (size_t)count;
  }
  said[size] = 0;
  close(ends[0]);
  CHECK(waitpid(child, &status, 0) == child);
  if (status == 0) fail(line, "the mistake was not found");
  if (!strstr(said, "this is no live") && !strstr(said, "Sanitizer")) fail(line, said);
}

int main(void) {
  size_t size;
  CHECK(galley_abi() == GALLEY_ABI);
  CHECK(galley_version(&size) && size >= 5);
  test_functions();
  test_chat();
  test_rendering();
  test_rows();
  test_mistakes();
  CHECK(galley_live_handles() == 0);
  expect_end(release_twice, __LINE__);
  expect_end(use_after_release, __LINE__);
  expect_end(release_another_kind, __LINE__);
  puts("functions: ok");
  return 0;
}
