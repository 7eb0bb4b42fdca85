#include "files/listing.h"

#include <algorithm>

namespace galley {

void Listing::Clear() noexcept {
  names_.clear();
  entries_.clear();
  truncated_ = false;
}

bool Listing::Add(std::string_view name, FileKind kind) {
  if (entries_.size() >= max_entries_) {
    truncated_ = true;
    return false;
  }
  entries_.push_back({names_.size(), static_cast<uint32_t>(name.size()), kind});
  names_.append(name);
  return true;
}

void Listing::Sort() {
  const std::string_view names = names_;
  const auto name_of = [&](const Entry& entry) { return names.substr(entry.begin, entry.size); };
  std::sort(entries_.begin(), entries_.end(),
            [&](const Entry& a, const Entry& b) { return name_of(a) < name_of(b); });
}

}  // namespace galley
