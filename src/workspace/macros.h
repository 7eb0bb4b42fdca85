// Macros: names such as `{{char}}` in the data of a chat template, replaced by texts of the
// caller's.
//
// They are replaced literally and once, where values are printed; nothing in data is ever read
// as a template.
#ifndef GALLEY_WORKSPACE_MACROS_H_
#define GALLEY_WORKSPACE_MACROS_H_

#include <string>
#include <string_view>

#include "base/ordered_map.h"
#include "galley/result.h"
#include "render/appearance.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::workspace {

class Macros final : public chat::Appearance {
 public:
  // Those of the parameter `macros`: {name: text}.  Views it.  Fails with invalid-params.
  static Result<Macros> Read(const Params& params);

  bool empty() const noexcept { return texts_.empty(); }
  // A copy of `value` with the macros in all its strings replaced; keys stay as they are.
  Value ReplaceIn(const Value& value, Heap* heap) const;
  Value Show(const Value& value, Heap* heap) const override { return ReplaceIn(value, heap); }

 private:
  Value ReplaceInText(const Value& text, Heap* heap) const;
  // The text of the macro that begins at `at`, and where it ends; null where none does.
  const std::string_view* Match(std::string_view text, size_t at, size_t* end) const;

  OrderedMap<std::string_view> texts_;  // by name in lower case
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_MACROS_H_
