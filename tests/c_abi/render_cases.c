/* Runs fixtures through the C interface from eight threads.  Every thread renders every text, each
 * beginning elsewhere; the calls of operations are shared between them.  What they get is compared
 * with what the fixture expects.  Then no handle may be left.
 *
 *   render_cases CASES      what make_cases.py wrote */
#define _POSIX_C_SOURCE 200112L

#include <galley/galley_c.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kThreads = 8, kRenders = 1000, kMostCases = 4096 };

typedef struct {
  char* data;
  size_t size;
} text;

typedef struct {
  text path;
  text expected;
  galley_workspace* workspace;
  galley_template* made;
  galley_context* context;
} test_case;

/* A call of an operation: its result as JSON, or how its diagnostics begin. */
typedef struct {
  text path;
  text method;
  text params;
  text expected;
  int fails;
} test_call;

static test_case cases[kMostCases];
static size_t case_count;
static test_call calls[kMostCases];
static size_t call_count;

static void stop(const char* where, galley_result* result) {
  size_t size = 0;
  const char* message = result ? galley_result_message(result, &size) : "";
  fprintf(stderr, "%s: %.*s\n", where, (int)size, message);
  exit(1);
}

/* The next text of the file; a size of SIZE_MAX at its end. */
static text read_text(FILE* file) {
  text read = {NULL, SIZE_MAX};
  unsigned long size;
  if (fscanf(file, "%lu", &size) != 1 || fgetc(file) != '\n') return read;
  read.data = malloc(size + 1);
  if (!read.data || fread(read.data, 1, size, file) != size) stop("the file is cut off", NULL);
  read.data[size] = 0;
  read.size = size;
  fgetc(file);
  return read;
}

static void add_templates(FILE* file, test_case* to) {
  text number = read_text(file);
  long count = strtol(number.data, NULL, 10);
  galley_result* result;
  free(number.data);
  for (; count > 0; --count) {
    text name = read_text(file);
    text source = read_text(file);
    if (galley_workspace_add_template(to->workspace, name.data, name.size, source.data,
                                      source.size, &result) != GALLEY_OK) {
      stop(to->path.data, result);
    }
    free(name.data);
    free(source.data);
  }
}

static void read_call(FILE* file, text path, test_call* to) {
  text what;
  to->path = path;
  to->method = read_text(file);
  to->params = read_text(file);
  what = read_text(file);
  to->fails = strcmp(what.data, "error") == 0;
  to->expected = read_text(file);
  free(what.data);
}

static void read_case(FILE* file, text path, text language, test_case* to) {
  galley_workspace_options options;
  galley_result* result;
  text given, data;
  to->path = path;
  given = read_text(file);
  data = read_text(file);
  to->expected = read_text(file);

  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  if (strcmp(language.data, "jinja") == 0) {
    options.jinja = given.data;
    options.jinja_size = given.size;
  } else {
    options.handlebars = given.data;
    options.handlebars_size = given.size;
  }
  if (galley_workspace_in_memory(&options, &to->workspace, &result) != GALLEY_OK) {
    stop(to->path.data, result);
  }
  add_templates(file, to);
  if (galley_template_load(to->workspace, "main", 4, &to->made, &result) != GALLEY_OK) {
    stop(to->path.data, result);
  }
  if (galley_context_from_json(data.data, data.size, &to->context, &result) != GALLEY_OK) {
    stop(to->path.data, result);
  }
  free(given.data);
  free(data.data);
}

/* False at the end of the file. */
static int read_next(FILE* file) {
  text language;
  text path = read_text(file);
  if (path.size == SIZE_MAX) return 0;
  language = read_text(file);
  if (case_count == kMostCases || call_count == kMostCases) stop("too many fixtures", NULL);
  if (strcmp(language.data, "call") == 0) {
    read_call(file, path, &calls[call_count++]);
  } else {
    read_case(file, path, language, &cases[case_count++]);
  }
  free(language.data);
  return 1;
}

static void differ(text path, text expected, const char* got, size_t size) {
  fprintf(stderr, "%s: expected\n%s\nand got\n%.*s\n", path.data, expected.data, (int)size, got);
  exit(1);
}

static void call(const test_call* each) {
  galley_result* result;
  size_t size;
  galley_status status =
      galley_workspace_call(NULL, each->method.data, each->method.size, each->params.data,
                            each->params.size, &result);
  const char* got = status == GALLEY_OK ? galley_result_json(result, &size)
                                        : galley_result_diagnostics(result, &size);
  int is_same = (status == GALLEY_OK) == !each->fails && size >= each->expected.size &&
                (each->fails || size == each->expected.size) &&
                memcmp(got, each->expected.data, each->expected.size) == 0;
  if (!is_same) differ(each->path, each->expected, got, size);
  galley_result_release(result);
}

static void render(const test_case* each, char** buffer, size_t* capacity) {
  galley_result* result;
  size_t size;
  galley_status status = galley_template_render(each->made, each->context, NULL, *buffer,
                                                *capacity, &size, &result);
  if (status == GALLEY_BUFFER_TOO_SMALL) {
    free(*buffer);
    *capacity = 2 * size;
    *buffer = malloc(*capacity);
    if (!*buffer) stop("no memory", NULL);
    status = galley_template_render(each->made, each->context, NULL, *buffer, *capacity, &size,
                                    &result);
  }
  if (status != GALLEY_OK) stop(each->path.data, result);
  if (size != each->expected.size || (size > 0 && memcmp(*buffer, each->expected.data, size))) {
    differ(each->path, each->expected, *buffer, size);
  }
}

static void* run_all(void* number) {
  const size_t thread = *(const size_t*)number;
  const size_t begin = thread * case_count / kThreads;
  const size_t most = case_count > call_count ? case_count : call_count;
  const size_t renders = most > kRenders ? most : kRenders;
  char* buffer = NULL;
  size_t capacity = 0;
  size_t at;
  for (at = 0; at < renders; ++at) {
    render(&cases[(begin + at) % case_count], &buffer, &capacity);
    if (at < call_count && at % kThreads == thread) call(&calls[at]);
  }
  free(buffer);
  return NULL;
}

static void release(test_case* each) {
  /* The order does not matter: a template keeps what it needs. */
  galley_workspace_release(each->workspace);
  galley_template_release(each->made);
  galley_context_release(each->context);
  free(each->path.data);
  free(each->expected.data);
}

static void release_call(test_call* each) {
  free(each->path.data);
  free(each->method.data);
  free(each->params.data);
  free(each->expected.data);
}

int main(int argc, char** argv) {
  pthread_t threads[kThreads];
  size_t numbers[kThreads];
  size_t at;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) stop("the cases cannot be read", NULL);
  while (read_next(file)) continue;
  fclose(file);
  if (case_count + call_count < 1000) stop("too few fixtures were found", NULL);
  if (galley_live_handles() != (int64_t)(3 * case_count)) stop("handles are not counted", NULL);

  for (at = 0; at < kThreads; ++at) {
    numbers[at] = at;
    if (pthread_create(&threads[at], NULL, run_all, &numbers[at])) stop("no thread", NULL);
  }
  for (at = 0; at < kThreads; ++at) pthread_join(threads[at], NULL);
  for (at = 0; at < case_count; ++at) release(&cases[at]);
  for (at = 0; at < call_count; ++at) release_call(&calls[at]);
  if (galley_live_handles() != 0) stop("a handle was not released", NULL);
  printf("%lu fixtures, %d threads: ok\n", (unsigned long)(case_count + call_count),
         kThreads);
  return 0;
}
