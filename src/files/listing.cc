// Names lie in one buffer with their offsets; sorting moves offsets, not names.
#include "files/listing.h"

#include <algorithm>
#include <cstring>

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
  // What is compared where the shorter of two names has ended.
  const auto byte_at = [&](const Entry& entry, size_t at) -> int {
    if (at < entry.size) return static_cast<unsigned char>(names[entry.begin + at]);
    return entry.kind == FileKind::kDirectory ? '/' : -1;
  };
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    const size_t common = std::min(a.size, b.size);
    const int order = std::memcmp(&names[a.begin], &names[b.begin], common);
    return order != 0 ? order < 0 : byte_at(a, common) < byte_at(b, common);
  });
}

}  // namespace galley
