// A set of text templates that may name each other, compiled when first used.
#ifndef GALLEY_COMPILE_TEXT_SET_H_
#define GALLEY_COMPILE_TEXT_SET_H_

#include <memory>
#include <string>
#include <string_view>

#include "base/ordered_map.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/jinja/compile.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

class TextSet final : public Loader {
 public:
  TextSet(jinja::SyntaxOptions options, bool autoescape, const Limits& limits)
      : limits_(limits), compiler_(std::move(options), autoescape, limits) {}

  // Adds a template; its text outlives the set.  The last of equal names counts.
  void Add(std::string_view name, std::string_view text);

  // Compiles `text`, which is not in the set, under `name`.
  Result<Unit> Compile(std::string_view name, std::string_view text);

  Result<const Unit*> Load(std::string_view name) override;

 private:
  struct Member {
    std::string_view text;
    std::unique_ptr<Unit> unit;  // null before it is first used
  };

  Limits limits_;
  jinja::Compiler compiler_;
  uint64_t compiled_ = 0;  // members with a unit
  OrderedMap<Member> members_;
};

}  // namespace galley

#endif  // GALLEY_COMPILE_TEXT_SET_H_
