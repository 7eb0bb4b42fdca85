// Models by name: the built-in profiles, and finding the one that a name means.
#ifndef GALLEY_PROFILES_MODEL_LIST_H_
#define GALLEY_PROFILES_MODEL_LIST_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "profiles/profile.h"

namespace galley {

// A file that ships with the program: a profile, or a chat template that one names.
struct BuiltinModelFile {
  std::string_view name;  // gpt-5.model.yaml, chatml.jinja
  std::string_view text;
};
std::span<const BuiltinModelFile> BuiltinModelFiles() noexcept;

// The built-in profiles, by name.
Result<std::vector<ModelProfile>> BuiltinModels();

// Whether `name` is `pattern`, in which `*` stands for any text and `?` for one byte.  Letters
// of ASCII match in either case.
bool MatchesModel(std::string_view pattern, std::string_view name) noexcept;

// The profile that `model` means, or null: one that is called so, else the one with the
// longest pattern that matches, the first of equals.  Where there is none, and the name begins
// with that of a provider, as in `openai/gpt-5`, what follows is looked for.
const ModelProfile* FindModel(std::span<const ModelProfile> models, std::string_view model);

// The diagnostic for a model that nobody knows.
Diagnostic UnknownModel(std::string_view model, std::span<const ModelProfile> own,
                        std::span<const ModelProfile> builtin);

}  // namespace galley

#endif  // GALLEY_PROFILES_MODEL_LIST_H_
