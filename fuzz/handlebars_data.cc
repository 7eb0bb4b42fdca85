// Handlebars with data: what compiles renders twice to the same bytes, within the
// limits, or fails twice for the same reason.
//
// The input is the template, a partial called `p` and the data as JSON, with a NUL
// between each two of them.
#include <string>

#include "base/utf8.h"
#include "diag/report.h"
#include "engine/code/loader.h"
#include "engine/code/verify.h"
#include "engine/handlebars/compile.h"
#include "engine/vm/machine.h"
#include "format/json_data.h"
#include "fuzz/render_outcome.h"
#include "fuzz/require.h"

namespace galley {
namespace {

constexpr std::string_view kData =
    R"({"x": 1, "s": "a <b>", "xs": [3, 1, 2], "m": {"k": "v", "n": null}, "f": 1.5, "t": true})";
constexpr std::string_view kPartial = "[{{x}}{{#if @first}}{{> @partial-block}}{{/if}}{{../s}}]";

class OnePartial final : public Loader {
 public:
  explicit OnePartial(Result<Unit> unit) : unit_(std::move(unit)) {}

  Result<const Unit*> Load(std::string_view name) override {
    if (name != "p") return Report(Code::kTemplateNotFound, "there is `p` only");
    if (!unit_) return unit_.error();
    return &*unit_;
  }
  bool IsMissing(std::string_view name) override { return name != "p"; }

 private:
  Result<Unit> unit_;
};

// Cuts off what stands before the first NUL, or everything.
std::string_view TakePart(std::string_view* text) {
  const size_t nul = text->find('\0');
  const std::string_view part = text->substr(0, nul);
  *text = nul == text->npos ? std::string_view() : text->substr(nul + 1);
  return part;
}

void Check(const uint8_t* bytes, size_t size) {
  std::string_view rest = TextFrom(bytes, size);
  const std::string_view source = TakePart(&rest);
  const std::string_view partial = rest.empty() ? kPartial : TakePart(&rest);
  const std::string_view context = rest.empty() ? kData : rest;
  if (!IsValidUtf8(source) || !IsValidUtf8(partial)) return;

  const Limits limits = SmallLimits();
  handlebars::CompileOptions options;
  options.no_escape = size & 1;
  options.strict = (size & 6) == 6;
  options.compat = size & 8;
  options.json_structures = size & 16;
  options.adds_numbers = size & 32;
  options.data = (size & 192) != 192;
  const Result<Unit> unit = handlebars::Compile(Source("template", source), options, limits);
  if (!unit) return;
  Require(!Verify(*unit));

  Heap heap(limits);
  const Result<Value> data = ReadJsonData(Source("data", context, Nature::kData), &heap, limits);
  OnePartial loader(handlebars::Compile(Source("p", partial), options, limits));
  RenderRequest request;
  request.unit = &*unit;
  request.data = data ? *data : Value::Undefined();
  request.limits = limits;
  request.loader = &loader;
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
