#include "compile/text_set.h"

#include <utility>
#include <vector>

#include "base/try.h"
#include "diag/report.h"

namespace galley {

void TextSet::Add(std::string_view name, std::string_view text) {
  Member& member = members_[std::string(name)];
  compiled_ -= member.unit != nullptr;
  member = {text, nullptr};
}

Result<Unit> TextSet::Compile(std::string_view name, std::string_view text) {
  return compiler_.Compile(Source(std::string(name), text));
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
    member->unit = std::make_unique<Unit>(TRY(Compile(name, member->text)));
    ++compiled_;
  }
  return member->unit.get();
}

}  // namespace galley
