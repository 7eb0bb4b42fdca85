// Section templates over a virtual tree: each resolves or tells why not, twice the
// same; what comes out resolves to itself, has one schema, and renders.
#include "render/sections.h"

#include <string>
#include <vector>

#include "base/writer.h"
#include "emit/section_schema.h"
#include "fuzz/require.h"
#include "fuzz/virtual_tree.h"
#include "resolve/inherit.h"

namespace galley {
namespace {

constexpr char kFirst[] = "t/main.sections.yaml";

Catalog CatalogOf(const MemoryFiles& files) {
  std::vector<Diagnostic> notices;
  const Limits limits;
  RootList roots(limits, &notices);
  Require(roots.AddWithin(Tier::kProject, "t", std::make_shared<MemoryFiles>(files)).has_value());
  auto catalog = Catalog::Discover(roots.Take(), Extensions(), limits, &notices);
  Require(catalog.has_value());
  return std::move(*catalog);
}

// The sections and the schema as one text, or the error.
std::string Resolve(const MemoryFiles& files, bool strict) {
  const Catalog catalog = CatalogOf(files);
  const TemplateLoader loader(catalog, files, "", "", Limits());
  std::vector<Diagnostic> warnings;
  Heap heap{Limits()};
  const auto flat = ResolveSections(loader, std::string("./") + kFirst, strict, Limits(),
                                    &heap.meter(), &warnings);
  std::string text;
  for (const Diagnostic& warning : warnings) text += FormatJson(warning);
  if (!flat) return text + FormatJson(flat.error().diagnostics().front());

  for (const FlatSection& section : flat->sections) {
    text += std::string(section.name) + std::string(section.text);
  }
  text += ToJson(DeriveSchema(*flat, &heap));
  const Value nothing = Value::Map(nullptr, 0);
  if (CheckSectionValues(*flat, nothing, Limits(), &heap)) {
    BufferWriter out(1 << 20);
    RenderSections(*flat, nothing, &heap, &out);
    text += out.ToString();
  }
  return text;
}

void Check(const uint8_t* bytes, size_t size) {
  const MemoryFiles files = ReadVirtualTree(TextFrom(bytes, size), kFirst);
  for (const bool strict : {false, true}) Require(Resolve(files, strict) == Resolve(files, strict));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
