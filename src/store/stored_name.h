// How stored documents are called: NAME, NAME@VERSION or NAME@LABEL, and all of that
// after `store:` where templates are named.
#ifndef GALLEY_STORE_STORED_NAME_H_
#define GALLEY_STORE_STORED_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

inline constexpr std::string_view kStorePrefix = "store:";
// What lies beside the documents of an exported store, so no document is called so.
inline constexpr std::string_view kExportIndex = "galley-store.json";

// Which version of a document is meant.
struct StoredName {
  std::string name;
  int64_t version = 0;  // 0: the one with the label, or the newest
  std::string label;

  // With or without `store:`.  Fails with invalid-template-name.
  static Result<StoredName> Parse(std::string_view text, const Limits& limits);

  // `name@version`, `name@label` or `name`.
  std::string Shown() const;
};

// Which rule a name, or a label, breaks, as the end of "a name ..."; empty where it is
// valid.  Names are those of a catalog without `@`.  A label is not a number.
std::string FindStoredNameFault(std::string_view name, const Limits& limits);
std::string FindLabelFault(std::string_view label);

// `name@version`.
std::string ShownVersion(std::string_view name, int64_t version);

}  // namespace galley

#endif  // GALLEY_STORE_STORED_NAME_H_
