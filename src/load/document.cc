// Reads the bytes, drops a byte order mark, checks the text, and parses what is a document of
// data.
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

Result<Tree> ReadTree(const Source& source, const Entry& entry, const Limits& limits) {
  const MayRepeatKeys may_repeat = entry.type == TemplateType::kChat ? MayRepeatInChat : nullptr;
  return entry.extension().ends_with(".json") ? ReadJson(source, limits, may_repeat)
                                              : ReadYaml(source, limits, may_repeat);
}

}  // namespace

std::string WithoutByteOrderMark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

bool MayRepeatInChat(const Tree& tree, NodeId map) {
  return map == tree.Find(Tree::root(), "slots");
}

Result<Document> LoadDocument(const Catalog& catalog, const Entry& entry, const Limits& limits) {
  const Root& root = catalog.RootOf(entry);
  Document document{&entry, catalog.ShownPath(entry), {}, {}};
  Result<std::string> text = root.files->Read(root.PathOf(entry.relative_path), limits.file);
  if (!text) {
    text.error().diagnostics().front().file = document.name;
    return std::move(text).error();
  }
  document.text = WithoutByteOrderMark(*std::move(text));
  TRY(CheckText(document.source(), limits));
  if (IsData(entry.type)) {
    document.tree = TRY(ReadTree(document.source(), entry, limits));
  }
  return document;
}

}  // namespace galley
