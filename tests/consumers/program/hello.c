/* The program of docs/c.md. */
#include <galley/galley_c.h>
#include <stdio.h>
#include <string.h>

/* Prints why something failed, and releases that. */
static int report(galley_result* result) {
  size_t size = 0;
  const char* message = result ? galley_result_message(result, &size) : "";
  fprintf(stderr, "%.*s", (int)size, message);
  galley_result_release(result);
  return 1;
}

/* {{ name | shout }} */
static void shout(galley_call* call, void* data) {
  char text[64];
  size_t size;
  const char* name = galley_value_text(galley_call_argument(call, 0), &size);
  (void)data;
  if (size > sizeof text - 1) {
    galley_call_fail(call, "the name is too long", 20);
    return;
  }
  memcpy(text, name, size);
  text[size] = '!';
  galley_call_return_text(call, text, size + 1);
}

int main(void) {
  static const char kSource[] = "Hello {{ name | shout }} {{ topics | join(', ') }}";
  galley_workspace* workspace;
  galley_template* hello;
  galley_result* result;
  galley_context* context = galley_context_new();
  char buffer[256];
  size_t size;
  galley_status status;

  if (galley_workspace_in_memory(NULL, &workspace, &result) != GALLEY_OK) return report(result);
  if (galley_workspace_add_callable(workspace, GALLEY_FILTER, "shout", 5, shout, NULL, NULL,
                                    &result) != GALLEY_OK ||
      galley_workspace_add_template(workspace, "hello.j2", 8, kSource, sizeof kSource - 1,
                                    &result) != GALLEY_OK ||
      galley_template_load(workspace, "hello", 5, &hello, &result) != GALLEY_OK) {
    return report(result);
  }

  galley_context_push_key(context, "name", 4);
  galley_context_push_text(context, "Ann", 3);
  galley_context_push_key(context, "topics", 6);
  galley_context_push_list(context);
  galley_context_push_text(context, "harbour", 7);
  galley_context_push_text(context, "weather", 7);
  galley_context_push_close(context);

  status = galley_template_render(hello, context, NULL, buffer, sizeof buffer, &size, &result);
  if (status != GALLEY_OK) return report(result);
  printf("%.*s\n", (int)size, buffer);

  galley_context_release(context);
  galley_template_release(hello);
  galley_workspace_release(workspace);
  return galley_live_handles() == 0 ? 0 : 1;
}
