// Test files: whatever one says, running it ends; what `--update` writes reads back, passes
// where it was rewritten, and is not rewritten again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "galley/galley.h"

namespace galley {
namespace {

constexpr char kChat[] = R"({"id": "t", "name": "T", "task": "writing_assistant", "version": 1,
"layout": [{"kind": "message", "role": "system", "content": "{{a}}"}, {"kind": "slot", "name": "s"},
{"kind": "message", "role": "assistant", "content": "{{b}}", "prefix": true}],
"slots": {"s": {"priority": 0, "plan": [{"kind": "forEach", "source": {"source": "examples"},
"map": [{"kind": "message", "role": "user", "content": "{{item}}"}]}]}}})";

std::string ParamsFor(std::string_view text) {
  const std::string files = JsonObject()
                                .Set("t.chat.json", kChat)
                                .Set("u.j2", "{{ a }}\n{{ b }}")
                                .Set("t.test.yaml", text)
                                .text();
  return JsonObject()
      .SetJson("workspace", JsonObject().SetJson("files", files).text())
      .Set("update", true)
      .Set("format", "junit")
      .text();
}

void CheckFile(std::string_view text) {
  Limits limits;
  limits.steps = 100'000;
  const Result<Reply> first = Call("tests.run", ParamsFor(text), limits);
  if (!first) return;
  const Json file = first->result().Find("files").item(0);
  Require(first->text() == Call("tests.run", ParamsFor(text), limits)->text());
  if (!file.Find("updated").as_bool()) return;
  Require(file.Find("problems").is_null());
  const Result<Reply> second = Call("tests.run", ParamsFor(file.Find("text").as_string()), limits);
  Require(second.has_value());
  const Json again = second->result().Find("files").item(0);
  Require(!again.Find("updated").as_bool());
  Require(again.Find("cases").size() == file.Find("cases").size());
  Require(second->result().Find("passed").as_int() == first->result().Find("passed").as_int());
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  galley::CheckFile({reinterpret_cast<const char*>(data), size});
  return 0;
}
