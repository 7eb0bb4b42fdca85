// Contexts: values pushed one after the other.
#include "base/try.h"
#include "c_abi/objects.h"
#include "c_abi/result.h"

namespace galley::c_abi {
namespace {

// Changes a context; what there is no memory for is kept, and reported by the render.  A null
// context is one that could not be made, which the render reports as well.
template <class Change>
void Push(galley_context* context, const char* function, Change change) noexcept {
  if (!context) return;
  galley_context& live = Live(context, function);
  if (live.is_out_of_memory) return;
  CatchAll([&] { change(live.held); }, [&] { live.is_out_of_memory = true; });
}

}  // namespace
}  // namespace galley::c_abi

using galley::Context;
using galley::c_abi::Push;
using galley::c_abi::TextOf;

galley_context* galley_context_new(void) {
  return galley::CatchAll([] { return new galley_context(Context()); },
                          []() -> galley_context* { return nullptr; });
}

galley_status galley_context_from_json(const char* json, size_t json_size, galley_context** context,
                                       galley_result** result) {
  *context = nullptr;
  return galley::c_abi::Guard(result, [&]() -> galley::Result<galley_status> {
    *context = new galley_context(TRY(Context::FromJson(TextOf(json, json_size))));
    return GALLEY_OK;
  });
}

void galley_context_push_key(galley_context* context, const char* key, size_t key_size) {
  Push(context, __func__, [&](Context& to) { to.Key(TextOf(key, key_size)); });
}

void galley_context_push_null(galley_context* context) {
  Push(context, __func__, [](Context& to) { to.Null(); });
}

void galley_context_push_bool(galley_context* context, int32_t value) {
  Push(context, __func__, [&](Context& to) { to.Bool(value != 0); });
}

void galley_context_push_int(galley_context* context, int64_t value) {
  Push(context, __func__, [&](Context& to) { to.Int(value); });
}

void galley_context_push_double(galley_context* context, double value) {
  Push(context, __func__, [&](Context& to) { to.Double(value); });
}

void galley_context_push_text(galley_context* context, const char* text, size_t size) {
  Push(context, __func__, [&](Context& to) { to.Text(TextOf(text, size)); });
}

void galley_context_push_borrowed_text(galley_context* context, const char* text, size_t size) {
  Push(context, __func__, [&](Context& to) { to.Borrowed(TextOf(text, size)); });
}

void galley_context_push_list(galley_context* context) {
  Push(context, __func__, [](Context& to) { to.OpenList(); });
}

void galley_context_push_map(galley_context* context) {
  Push(context, __func__, [](Context& to) { to.OpenMap(); });
}

void galley_context_push_close(galley_context* context) {
  Push(context, __func__, [](Context& to) { to.Close(); });
}

void galley_context_clear(galley_context* context) {
  if (!context) return;
  galley_context& live = galley::c_abi::Live(context, __func__);
  live.held.Clear();
  live.is_out_of_memory = false;
}

void galley_context_release(galley_context* context) { galley::c_abi::Release(context, __func__); }
