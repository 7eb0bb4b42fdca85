// Jinja: any text compiles to code that the verifier passes, or to a diagnostic;
// what compiles renders twice to the same bytes, within the limits.
//
// Up to the first NUL the input is the template, behind it the data as JSON.
#include "base/utf8.h"
#include "engine/code/disassemble.h"
#include "engine/code/verify.h"
#include "engine/jinja/compile.h"
#include "engine/vm/machine.h"
#include "format/json_data.h"
#include "fuzz/render_outcome.h"
#include "fuzz/require.h"

namespace galley {
namespace {

constexpr std::string_view kData =
    R"({"x": 1, "s": "a <b>", "xs": [3, 1, 2], "m": {"k": "v", "n": null}, "f": 1.5})";

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text = TextFrom(bytes, size);
  const size_t nul = text.find('\0');
  const std::string_view source = text.substr(0, nul);
  const std::string_view context = nul == text.npos ? kData : text.substr(nul + 1);
  if (!IsValidUtf8(source)) return;

  const Limits limits = SmallLimits();
  jinja::SyntaxOptions options;
  options.do_statement = options.loop_controls = options.generation = true;
  const bool autoescape = size % 2 == 1;
  const Result<Unit> unit = jinja::Compile(Source("template", source), options, autoescape, limits);
  if (!unit) return RequireSound(unit.error(), {0, static_cast<uint32_t>(source.size())});
  Require(!Verify(*unit));
  Disassemble(*unit);

  Heap heap(limits);
  const Result<Value> data = ReadJsonData(Source("data", context, Nature::kData), &heap, limits);
  RenderRequest request;
  request.unit = &*unit;
  request.data = data && data->is_map() ? *data : Value::Undefined();
  request.autoescape = autoescape;
  request.limits = limits;
  request.policy.undefined = static_cast<UndefinedPolicy>(size / 2 % 4);
  Machine machine;
  const std::string first = RenderOutcome(request, &machine);
  Require(first == RenderOutcome(request, &machine));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
