// What the fuzz targets of chat templates have in common: a document, compiled.
#ifndef GALLEY_FUZZ_CHAT_DOCUMENT_H_
#define GALLEY_FUZZ_CHAT_DOCUMENT_H_

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "compile/chat.h"
#include "format/yaml.h"
#include "fuzz/render_outcome.h"
#include "fuzz/require.h"

namespace galley {

// JSON is YAML, so one reader does for both.
inline Result<std::shared_ptr<const chat::Artifact>> CompileDocument(std::string_view text,
                                                                     std::string* warned) {
  const Source source("document", text);
  const Result<Tree> tree = ReadYaml(source, SmallLimits());
  if (!tree) return tree.error();
  chat::CompileOptions options;
  options.has_registry = true;
  options.limits = SmallLimits();
  std::vector<Diagnostic> warnings;
  auto artifact = chat::CompileChat(source, *tree, options, &warnings);
  for (const Diagnostic& warning : warnings) *warned += FormatJson(warning);
  return artifact;
}

// All that is wrong, as one text.
inline std::string Describe(const Error& error) {
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) text += FormatJson(diagnostic);
  return text;
}

}  // namespace galley

#endif  // GALLEY_FUZZ_CHAT_DOCUMENT_H_
