// A set of text templates that may name each other, compiled when first used.
#ifndef GALLEY_COMPILE_TEXT_SET_H_
#define GALLEY_COMPILE_TEXT_SET_H_

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "base/ordered_map.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "engine/handlebars/options.h"
#include "engine/jinja/compile.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// How the templates of a set are compiled; which of the two says in what language.
struct JinjaCompilation {
  jinja::SyntaxOptions syntax;
  bool autoescape = false;

  friend bool operator==(const JinjaCompilation&, const JinjaCompilation&) = default;
};
using HandlebarsCompilation = handlebars::CompileOptions;
using Compilation = std::variant<JinjaCompilation, HandlebarsCompilation>;

class TextSet final : public Loader {
 public:
  TextSet(Compilation compilation, const Limits& limits)
      : limits_(limits),
        compilation_(std::move(compilation)),
        compiler_(CompilerFor(compilation_, limits)) {}

  const Compilation& compilation() const noexcept { return compilation_; }

  // Adds a template; its text outlives the set.  The last of equal names counts.
  void Add(std::string_view name, std::string_view text);

  // Compiles `text`, which is not in the set, under `name`.
  Result<Unit> Compile(std::string_view name, std::string_view text);

  Result<const Unit*> Load(std::string_view name) override;
  bool IsMissing(std::string_view name) override { return !members_.Find(name); }

 private:
  struct Member {
    std::string_view text;
    std::unique_ptr<Unit> unit;  // null before it is first used
  };

  Limits limits_;
  // Keeps its memory between templates; Handlebars has nothing to keep.
  using CompilerOf = std::variant<jinja::Compiler, HandlebarsCompilation>;

  static CompilerOf CompilerFor(Compilation compilation, const Limits& limits);

  Compilation compilation_;
  CompilerOf compiler_;
  uint64_t compiled_ = 0;  // members with a unit
  OrderedMap<Member> members_;
};

}  // namespace galley

#endif  // GALLEY_COMPILE_TEXT_SET_H_
