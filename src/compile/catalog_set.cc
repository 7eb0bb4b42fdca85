// A unit is compiled at most once for a set; what comes from a store is looked up by its digest
// before it is read.
#include "compile/catalog_set.h"

#include <string>
#include <utility>

#include "base/sha256.h"
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
  return units_.emplace(&entry, TRY(Compile(entry))).first->second.get();
}

Result<std::shared_ptr<const Unit>> CatalogSet::Compile(const Entry& entry) {
  UnitCache* stored = entry.tier == Tier::kStore ? catalog_.stored()->units() : nullptr;
  if (stored) return CompileStored(entry, stored);
  const Document document = TRY(LoadDocument(catalog_, entry, limits_));
  const std::string digest = cache_ ? Sha256Of(document.text) : std::string();
  const CompiledAs how{document.name, digest, compiler_.compilation(), limits_};
  std::shared_ptr<const Unit> unit = cache_ ? cache_->Find(how) : nullptr;
  if (unit) return unit;
  unit = std::make_shared<const Unit>(TRY(compiler_.Compile(document.name, document.text)));
  if (cache_) cache_->Add(how, document.text.size(), unit);
  return unit;
}

// A stored text that was compiled before in the same way is not even read.
Result<std::shared_ptr<const Unit>> CatalogSet::CompileStored(const Entry& entry,
                                                              UnitCache* cache) {
  const CompiledAs how{entry.relative_path, catalog_.stored()->DigestOf(entry),
                       compiler_.compilation(), limits_};
  std::shared_ptr<const Unit> unit = cache->Find(how);
  if (unit) return unit;
  const Document document = TRY(LoadDocument(catalog_, entry, limits_));
  unit = std::make_shared<const Unit>(TRY(compiler_.Compile(document.name, document.text)));
  cache->Add(how, document.text.size(), unit);
  return unit;
}

}  // namespace galley
