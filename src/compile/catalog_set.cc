#include "compile/catalog_set.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "load/document.h"

namespace galley {

Result<const Unit*> CatalogSet::Load(std::string_view name) {
  const Entry& entry = *TRY(catalog_.Find(name));
  if (entry.type == type_) return Load(entry);
  return WrongTypeFor(type_, name, entry);
}

Diagnostic WrongTypeFor(TemplateType user, std::string_view name, const Entry& used) {
  return Report(Code::kWrongTemplateType,
                Quoted(name) + " is of type " + std::string(TypeName(used.type)) +
                    "; a template of type " + std::string(TypeName(user)) +
                    " can use its own type only");
}

Result<const Unit*> CatalogSet::Load(const Entry& entry) {
  const auto known = units_.find(&entry);
  if (known != units_.end()) return known->second.get();
  if (units_.size() >= limits_.units) {
    return Report(Code::kLimitDepth, "more than " + std::to_string(limits_.units) +
                                         " templates are linked to each other");
  }
  const Document document = TRY(LoadDocument(catalog_, entry, limits_));
  auto unit = std::make_unique<Unit>(TRY(compiler_.Compile(document.name, document.text)));
  return units_.emplace(&entry, std::move(unit)).first->second.get();
}

}  // namespace galley
