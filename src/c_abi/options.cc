// Every option structure passes CheckStruct first; nothing behind the size that the program knew
// is read.
#include "c_abi/options.h"

#include <string>

#include "base/limit_table.h"
#include "diag/report.h"
#include "handles/context_state.h"
#include "workspace/params.h"

namespace galley::c_abi {

Result<void> CheckStruct(const void* given, size_t given_size, size_t known_size) {
  if (given_size < sizeof(size_t)) {
    return Report(Code::kInvalidParams, "the options do not begin with their size",
                  "set struct_size to sizeof the structure");
  }
  const auto* bytes = static_cast<const char*>(given);
  for (size_t at = known_size; at < given_size; ++at) {
    if (bytes[at] == 0) continue;
    return Report(Code::kInvalidParams, "the options ask for what this library does not have",
                  "it is older than the header that the program was compiled with");
  }
  return {};
}

void SetJsonOption(std::string_view name, std::string_view text, Context* kept) {
  if (!text.empty()) kept->SetJson(name, text);
}

Result<Json> ValuesOf(const Context& kept) {
  if (const Error* error = kept.error()) return *error;
  return kept.values();
}

Result<Language> ReadLanguage(int32_t language) {
  if (language >= GALLEY_JINJA && language <= GALLEY_CHAT) return static_cast<Language>(language);
  return Report(Code::kInvalidParams, "`language` is none that there is");
}

Result<Limits> ReadLimits(std::string_view json, const Limits& base) {
  if (json.empty()) return base;
  Context given;
  given.SetJson("limits", json);
  const Value map = TRY(ContextAccess::Values(given));
  const Limits named = TRY(workspace::LowerLimits(map, Limits::Ceiling()));
  Limits read = base;
  const Json limits = given.values().Find("limits");
  for (const LimitRow& row : LimitTable()) {
    if (!limits.Find(row.name).is_null()) read.*row.member = named.*row.member;
  }
  return read;
}

}  // namespace galley::c_abi
