// Handlebars: any text compiles, under any options, to code that the verifier passes,
// or to a diagnostic that lies inside the text; a second time to the same.
#include "base/utf8.h"
#include "engine/code/disassemble.h"
#include "engine/code/verify.h"
#include "engine/handlebars/compile.h"
#include "engine/handlebars/inspect.h"
#include "fuzz/require.h"

namespace galley {
namespace {

handlebars::CompileOptions OptionsFrom(size_t bits) {
  handlebars::CompileOptions options;
  options.no_escape = bits & 1;
  options.strict = bits & 2;
  options.assume_objects = bits & 4;
  options.compat = bits & 8;
  options.ignore_standalone = bits & 16;
  options.explicit_partial_context = bits & 32;
  options.adds_numbers = bits & 64;
  options.refuse_unknown_helpers = bits & 128;
  return options;
}

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text = TextFrom(bytes, size);
  if (!IsValidUtf8(text) || text.find('\0') != text.npos) return;
  const Source source("template", text);
  const handlebars::CompileOptions options = OptionsFrom(size);
  const Result<Unit> unit = handlebars::Compile(source, options, Limits());
  const auto inspected = handlebars::Inspect(source, options, Limits());
  Require(inspected.has_value() == unit.has_value());
  if (!unit) return RequireSound(unit.error(), {0, static_cast<uint32_t>(text.size())});
  Require(!Verify(*unit));
  const Result<Unit> again = handlebars::Compile(source, options, Limits());
  Require(again && Disassemble(*again) == Disassemble(*unit));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
