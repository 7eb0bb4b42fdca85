// Field: a parameter of an operation, or a part of its result, as data.
#ifndef GALLEY_WORKSPACE_FIELD_H_
#define GALLEY_WORKSPACE_FIELD_H_

#include <string_view>

namespace galley::workspace {

struct Field {
  std::string_view written;  // its name, with a `?` behind one that may be absent
  std::string_view type;     // as api/operations.def explains
  std::string_view about;
  std::string_view fallback = {};  // what an absent one means, as people read it
  std::string_view option = {};    // what the command calls it; empty: --name

  constexpr bool is_optional() const noexcept { return written.ends_with('?'); }
  constexpr std::string_view name() const noexcept {
    return written.substr(0, written.size() - (is_optional() ? 1 : 0));
  }
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_FIELD_H_
