// The text templates of a catalog, compiled when first used.  What a template
// names is resolved as every name is, from the top tier on, whoever names it.
#ifndef GALLEY_COMPILE_CATALOG_SET_H_
#define GALLEY_COMPILE_CATALOG_SET_H_

#include <map>
#include <memory>
#include <string_view>

#include "compile/text_set.h"
#include "compile/unit_cache.h"
#include "discover/catalog.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// Of one type: templates of different languages cannot use each other.
class CatalogSet final : public Loader {
 public:
  // `catalog` outlives the set; `compiler` is one without templates of its own.  What `cache`
  // has, where there is one, is not compiled again.
  CatalogSet(const Catalog& catalog, TemplateType type, TextSet compiler, const Limits& limits,
             UnitCache* cache = nullptr)
      : catalog_(catalog),
        type_(type),
        compiler_(std::move(compiler)),
        limits_(limits),
        cache_(cache) {}

  // The template that `name` means.  Fails as Catalog::Find and LoadDocument do,
  // with wrong-template-type, and for what is wrong with the template.
  Result<const Unit*> Load(std::string_view name) override;
  bool IsMissing(std::string_view name) override { return catalog_.IsMissing(name); }
  // The template of an entry, which is of the type of the set.
  Result<const Unit*> Load(const Entry& entry);

 private:
  Result<std::shared_ptr<const Unit>> Compile(const Entry& entry);
  Result<std::shared_ptr<const Unit>> CompileStored(const Entry& entry, UnitCache* cache);

  const Catalog& catalog_;
  TemplateType type_;
  TextSet compiler_;
  Limits limits_;
  UnitCache* cache_;
  // By entry, so that one template is one unit however it is called.
  std::map<const Entry*, std::shared_ptr<const Unit>> units_;
};

// What is wrong with a template of type `user` naming one of another type.
Diagnostic WrongTypeFor(TemplateType user, std::string_view name, const Entry& used);

}  // namespace galley

#endif  // GALLEY_COMPILE_CATALOG_SET_H_
