// Sources are kept as texts until somebody asks for them; a template that fails fails each time
// it is asked for.
#include "compile/text_set.h"

#include <utility>
#include <vector>

#include "diag/report.h"
#include "engine/handlebars/compile.h"

namespace galley {

void TextSet::Add(std::string_view name, std::string_view text) {
  Member* member = members_.Find(name);
  if (!member) member = members_.Insert(std::string(name), {}).first;
  compiled_ -= member->unit != nullptr;
  *member = {text, nullptr};
}

Result<Unit> TextSet::Compile(std::string_view name, std::string_view text) {
  const Source source(std::string(name), text);
  if (auto* compiler = std::get_if<jinja::Compiler>(&compiler_)) return compiler->Compile(source);
  return handlebars::Compile(source, std::get<HandlebarsCompilation>(compiler_), limits_);
}

TextSet::CompilerOf TextSet::CompilerFor(Compilation compilation, const Limits& limits) {
  if (auto* options = std::get_if<HandlebarsCompilation>(&compilation)) return *options;
  auto& jinja = std::get<JinjaCompilation>(compilation);
  return jinja::Compiler(std::move(jinja.syntax), jinja.autoescape, limits);
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
    if (compiled_ >= limits_.units) {
      return Report(Code::kLimitDepth, "more than " + std::to_string(limits_.units) +
                                           " templates are linked to each other");
    }
    Result<Unit> unit = Compile(name, member->text);
    if (!unit) return std::move(unit).error();
    member->unit = std::make_unique<Unit>(*std::move(unit));
    ++compiled_;
  }
  return member->unit.get();
}

}  // namespace galley
