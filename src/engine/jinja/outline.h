// The outline of a Jinja template: what it defines and what it mentions, for lints.
#ifndef GALLEY_ENGINE_JINJA_OUTLINE_H_
#define GALLEY_ENGINE_JINJA_OUTLINE_H_

#include <string>
#include <vector>

#include "diag/source.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

struct NamedPlace {
  std::string name;
  Span span;
};

struct Outline {
  std::vector<NamedPlace> macros;
  std::vector<NamedPlace> blocks;       // those that stand in no other
  std::vector<std::string> mentions;    // variables, attributes and imported names
  std::vector<std::string> all_blocks;  // of any depth
};

Result<Outline> OutlineOf(const Source& source, const SyntaxOptions& options, const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_OUTLINE_H_
