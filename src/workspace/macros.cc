// Containers are copied from the outside inwards with a list of what is left to do, so depth
// costs no recursion.
#include "workspace/macros.h"

#include <algorithm>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"

namespace galley::workspace {
namespace {

bool IsNameByte(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

std::string InLowerCase(std::string_view name) {
  std::string lower(name);
  for (char& byte : lower) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
  }
  return lower;
}

size_t SkipBlanks(std::string_view text, size_t at) noexcept {
  return std::min(text.find_first_not_of(" \t", at), text.size());
}

}  // namespace

Result<Macros> Macros::Read(const Params& params) {
  Macros macros;
  if (!params.has("macros")) return macros;
  const Value given = TRY(params.Map("macros"));
  for (const MapEntry& entry : EntriesOf(given)) {
    const std::string_view name = entry.key.as_string();
    const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), IsNameByte);
    if (!is_name || !entry.value.is_string()) {
      return Report(Code::kInvalidParams,
                    Quoted(params.PathOf("macros")) +
                        " must be a map of texts, whose names consist of letters, "
                        "digits, `_` and `-`");
    }
    macros.texts_.Insert(InLowerCase(name), entry.value.as_string());
  }
  return macros;
}

// Containers are copied from the outside inwards; what is left to do lies in a list.
Value Macros::ReplaceIn(const Value& value, Heap* heap) const {
  Value copy = value;
  std::vector<Value*> open = {&copy};
  while (!open.empty() && heap->meter().Step()) {
    Value* at = open.back();
    open.pop_back();
    if (at->is_string()) {
      *at = ReplaceInText(*at, heap);
    } else if (at->is_list()) {
      const std::span<const Value> items = at->items();
      Value* copied = heap->NewItems(items.size());
      if (!copied) return Value();
      std::copy(items.begin(), items.end(), copied);
      *at = Value::List({copied, items.size()});
      for (size_t i = 0; i < items.size(); ++i) open.push_back(&copied[i]);
    } else if (at->is_map()) {
      const auto entries = EntriesOf(*at);
      MapEntry* copied = heap->NewEntries(entries.size());
      if (!copied) return Value();
      std::copy(entries.begin(), entries.end(), copied);
      *at = heap->NewMap(copied, entries.size());
      for (size_t i = 0; i < entries.size(); ++i) open.push_back(&copied[i].value);
    }
  }
  return copy;
}

const std::string_view* Macros::Match(std::string_view text, size_t at, size_t* end) const {
  const size_t begin = SkipBlanks(text, at + 2);
  size_t stop = begin;
  while (stop < text.size() && IsNameByte(text[stop])) ++stop;
  const size_t close = SkipBlanks(text, stop);
  if (stop == begin || text.substr(close, 2) != "}}") return nullptr;
  *end = close + 2;
  return texts_.Find(InLowerCase(text.substr(begin, stop - begin)));
}

Value Macros::ReplaceInText(const Value& value, Heap* heap) const {
  const std::string_view text = value.as_string();
  size_t at = text.find("{{");
  if (at == text.npos) return value;
  std::string replaced;
  size_t copied = 0;
  while (at != text.npos) {
    size_t end = 0;
    const std::string_view* macro = Match(text, at, &end);
    if (macro) {
      replaced.append(text.substr(copied, at - copied)).append(*macro);
      copied = end;
    }
    at = text.find("{{", macro ? end : at + 1);
  }
  if (copied == 0) return value;
  return heap->NewString(replaced.append(text.substr(copied)));
}

}  // namespace galley::workspace
