// JSON: the reader for data and the reader for documents take the same texts, give
// the same values, and read back what they print.
#include "format/json.h"

#include "format/json_data.h"
#include "fuzz/require.h"

namespace galley {
namespace {

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text = TextFrom(bytes, size);
  const Span whole{0, static_cast<uint32_t>(size)};
  const Limits limits;
  const Source data_source("data", text, Nature::kData);
  const Source document("document", text);

  Heap heap(limits);
  const auto data = ReadJsonData(data_source, &heap, limits);
  const auto checked = CheckJson(data_source, limits);
  Require(data.has_value() == checked.has_value());
  if (!data) {
    Require(data.error().code() == checked.error().code());
    Require(data.error().diagnostics()[0].line_text.empty());
    RequireSound(data.error(), whole);
  }

  const auto tree = ReadJson(document, limits);
  if (!tree) {
    // A key may stand twice in data.
    Require(!data || tree.error().code() == "duplicate-key");
    RequireSound(tree.error(), whole);
    return;
  }
  RequireSound(*tree, whole);
  Require(data.has_value());
  const std::string printed = ToJson(*data);
  Require(printed == ToJson(*tree));

  Limits large = limits;
  large.context = large.file = UINT32_MAX;
  const auto again = ReadJsonData(Source("printed", printed, Nature::kData), &heap, large);
  Require(again.has_value() && ToJson(*again) == printed);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
