#include "discover/name_index.h"

#include "base/hash.h"
#include "discover/catalog.h"

namespace galley {
namespace {

// The forms of a name.  The full ones hold a `/` and the others none, so one table
// keeps them apart; a file at the top of its root has no full form of its own.
enum Form : uint32_t { kBase, kBaseWithExtension, kFull, kFullWithExtension, kForms };

std::string_view NameOf(const Entry& entry, uint32_t form) noexcept {
  switch (form) {
    case kBase:
      return entry.base_name();
    case kBaseWithExtension:
      return entry.file_name();
    case kFull:
      return entry.logical_name();
    default:
      return entry.relative_path;
  }
}

uint32_t HashOf(std::string_view name) noexcept {
  return static_cast<uint32_t>(SipHash(name, ProcessHashSeed()));
}

}  // namespace

void NameIndex::Build(std::span<const Entry> entries, const Extensions& extensions) {
  table_.resize(HashTableSize(entries.size() * kForms));
  ClearHashTable(table_);
  ambiguous_.assign(entries.size(), 0);
  for (uint32_t at = 0; at < entries.size(); ++at) {
    const Entry& entry = entries[at];
    // A name that ends with an extension always means that extension, so nobody
    // can ask for a logical name that ends with one.
    const bool has_plain_name = extensions.Match(entry.base_name()) == 0;
    if (has_plain_name) Add(entries, at, kBase);
    Add(entries, at, kBaseWithExtension);
    if (!entry.is_nested()) continue;
    if (has_plain_name) Add(entries, at, kFull);
    Add(entries, at, kFullWithExtension);
  }
}

void NameIndex::Add(std::span<const Entry> entries, uint32_t entry, uint32_t form) {
  const std::string_view name = NameOf(entries[entry], form);
  const uint32_t hash = HashOf(name);
  const uint32_t known = Look(name, hash, entries);
  if (known == kNoPosition) {
    InsertIntoHashTable(table_, hash, entry * kForms + form);
  } else if (entries[known / kForms].tier == entries[entry].tier) {
    ambiguous_[known / kForms] |= static_cast<uint8_t>(1u << (known % kForms));
  }
}

uint32_t NameIndex::Look(std::string_view name, uint32_t hash,
                         std::span<const Entry> entries) const noexcept {
  return FindInHashTable(table_, hash, [&](uint32_t position) {
    return NameOf(entries[position / kForms], position % kForms) == name;
  });
}

NameIndex::Match NameIndex::Find(std::string_view name,
                                 std::span<const Entry> entries) const noexcept {
  const uint32_t position = Look(name, HashOf(name), entries);
  if (position == kNoPosition) return {};
  const uint32_t entry = position / kForms;
  return {entry, (ambiguous_[entry] >> (position % kForms) & 1) != 0};
}

}  // namespace galley
