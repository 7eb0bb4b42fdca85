// A whole name wins over a pattern, and of patterns the one with the most literal bytes.
#include "profiles/model_list.h"

#include <algorithm>

#include "base/try.h"
#include "diag/report.h"
#include "format/yaml.h"

namespace galley {
namespace {

constexpr std::string_view kExtension = ".model.yaml";

char Lower(char byte) noexcept {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool IsPattern(std::string_view text) noexcept { return text.find_first_of("*?") != text.npos; }

// The bytes of a pattern that stand for themselves.
size_t LiteralsOf(std::string_view pattern) noexcept {
  return static_cast<size_t>(
      std::count_if(pattern.begin(), pattern.end(), [](char c) { return c != '*' && c != '?'; }));
}

const ModelProfile* FindWhole(std::span<const ModelProfile> models, std::string_view model) {
  for (const ModelProfile& each : models) {
    if (MatchesModel(each.name, model)) return &each;
  }
  const ModelProfile* best = nullptr;
  size_t literals = 0;
  for (const ModelProfile& each : models) {
    for (const std::string& pattern : each.match) {
      if (!MatchesModel(pattern, model)) continue;
      if (!IsPattern(pattern)) return &each;
      if (best && LiteralsOf(pattern) <= literals) continue;
      best = &each;
      literals = LiteralsOf(pattern);
    }
  }
  return best;
}

}  // namespace

Result<std::vector<ModelProfile>> BuiltinModels() {
  std::vector<ModelProfile> models;
  std::vector<Diagnostic> warnings;
  for (const BuiltinModelFile& file : BuiltinModelFiles()) {
    if (!file.name.ends_with(kExtension)) continue;
    const Source source(std::string(file.name), file.text);
    const Tree tree = TRY(ReadYaml(source, Limits()));
    const std::string_view name = file.name.substr(0, file.name.size() - kExtension.size());
    models.push_back(TRY(ReadModelProfile(name, source, tree, &warnings)));
  }
  return models;
}

// One star is remembered: where what follows it fails, it takes one byte more.  That is
// at most the product of both lengths, and patterns are short.
bool MatchesModel(std::string_view pattern, std::string_view name) noexcept {
  size_t at = 0;
  size_t in = 0;
  size_t star = pattern.npos;
  size_t taken = 0;
  while (in < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      taken = in;
    } else if (at < pattern.size() &&
               (pattern[at] == '?' || Lower(pattern[at]) == Lower(name[in]))) {
      ++at;
      ++in;
    } else if (star != pattern.npos) {
      at = star + 1;
      in = ++taken;
    } else {
      return false;
    }
  }
  while (at < pattern.size() && pattern[at] == '*') ++at;
  return at == pattern.size();
}

const ModelProfile* FindModel(std::span<const ModelProfile> models, std::string_view model) {
  constexpr size_t kLongestName = 200;
  if (model.empty() || model.size() > kLongestName) return nullptr;
  if (const ModelProfile* found = FindWhole(models, model)) return found;
  const size_t slash = model.find('/');
  return slash == model.npos ? nullptr : FindWhole(models, model.substr(slash + 1));
}

Diagnostic UnknownModel(std::string_view model, std::span<const ModelProfile> own,
                        std::span<const ModelProfile> builtin) {
  std::vector<std::string_view> names;
  for (const std::span<const ModelProfile> models : {own, builtin}) {
    for (const ModelProfile& each : models) {
      names.push_back(each.name);
      for (const std::string& other : each.match) {
        if (!IsPattern(other)) names.push_back(other);
      }
    }
  }
  std::string hint = SuggestNearest(model, names);
  if (hint.empty()) {
    hint =
        "`galley models list` shows those there are; a NAME.model.yaml adds one, and a "
        "tokenizer can be named instead";
  }
  return Report(Code::kUnknownModel, "no profile matches the model " + Quoted(model),
                std::move(hint));
}

}  // namespace galley
