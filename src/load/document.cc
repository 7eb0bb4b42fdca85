#include "load/document.h"

#include <utility>

#include "base/try.h"
#include "format/json.h"
#include "format/text.h"
#include "format/yaml.h"

namespace galley {
namespace {

bool IsData(TemplateType type) {
  return type != TemplateType::kJinja && type != TemplateType::kHandlebars;
}

// Slots of a chat template are told from each other by their names.
Code RepeatedInChat(const Tree& tree, NodeId map) {
  return map == tree.Find(Tree::root(), "slots") ? Code::kDuplicateSlot : Code::kDuplicateKey;
}

Result<Tree> ReadTree(const Source& source, const Entry& entry, const Limits& limits) {
  const RepeatedKeyCode code_of = entry.type == TemplateType::kChat ? RepeatedInChat : nullptr;
  return entry.extension().ends_with(".json") ? ReadJson(source, limits, code_of)
                                              : ReadYaml(source, limits, code_of);
}

}  // namespace

Result<Document> LoadDocument(const Catalog& catalog, const Entry& entry, const Limits& limits) {
  const Root& root = catalog.RootOf(entry);
  Document document{&entry, catalog.ShownPath(entry), {}, {}};
  Result<std::string> text = root.files->Read(root.PathOf(entry.relative_path), limits.file);
  if (!text) {
    text.error().diagnostics().front().file = document.name;
    return std::move(text).error();
  }
  document.text = *std::move(text);
  TRY(CheckText(document.source(), limits));
  if (IsData(entry.type)) {
    document.tree = TRY(ReadTree(document.source(), entry, limits));
  }
  return document;
}

}  // namespace galley
