#include "compile/text_set.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "engine/handlebars/compile.h"
#include "engine/jinja/compile.h"

namespace galley {

void TextSet::Add(std::string_view name, std::string_view text) {
  members_[std::string(name)] = {text, nullptr};
}

Result<Unit> TextSet::Compile(std::string_view name, std::string_view text) const {
  const Source source(std::string(name), text);
  if (const auto* options = std::get_if<HandlebarsCompilation>(&compilation_)) {
    return handlebars::Compile(source, *options, limits_);
  }
  const auto& options = std::get<JinjaCompilation>(compilation_);
  return jinja::Compile(source, options.syntax, options.autoescape, limits_);
}

Result<const Unit*> TextSet::Load(std::string_view name) {
  Member* member = members_.Find(name);
  if (!member) {
    std::vector<std::string_view> names;
    for (const auto& entry : members_) names.push_back(entry.key);
    return Report(Code::kTemplateNotFound, "template " + Quoted(name) + " does not exist",
                  SuggestNearest(name, names));
  }
  if (!member->unit) {
    if (++compiled_ > limits_.units) {
      return Report(Code::kLimitDepth, "more than " + std::to_string(limits_.units) +
                                           " templates are linked to each other");
    }
    member->unit = std::make_unique<Unit>(TRY(Compile(name, member->text)));
  }
  return member->unit.get();
}

}  // namespace galley
