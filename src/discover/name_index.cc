// Names are views of the paths of entries.  Entries come in look-up order, so the first that has
// a name wins and a second one in its tier makes it ambiguous.
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

// The names are added a batch at a time, so that the table's memory for all of a
// batch is on its way while their hashes are made: in a large catalog each name
// costs a cache miss otherwise, and half of the time of discovery.
void NameIndex::Build(std::span<const Entry> entries, const Extensions& extensions) {
  table_.resize(HashTableSize(entries.size() * kForms));
  ClearHashTable(table_);
  ambiguous_.assign(entries.size(), 0);
  Batch batch;
  for (uint32_t at = 0; at < entries.size(); ++at) {
    if (batch.size + kForms > kBatch) AddAll(entries, &batch);
    const Entry& entry = entries[at];
    // A name that ends with an extension always means that extension, so nobody
    // can ask for a logical name that ends with one.
    const bool has_plain_name = extensions.Match(entry.base_name()) == 0;
    if (has_plain_name) Announce(entry, at, kBase, &batch);
    Announce(entry, at, kBaseWithExtension, &batch);
    if (!entry.is_nested()) continue;
    if (has_plain_name) Announce(entry, at, kFull, &batch);
    Announce(entry, at, kFullWithExtension, &batch);
  }
  AddAll(entries, &batch);
}

void NameIndex::Announce(const Entry& entry, uint32_t at, uint32_t form, Batch* batch) {
  const uint32_t hash = HashOf(NameOf(entry, form));
  __builtin_prefetch(&table_[hash & (table_.size() - 1)]);
  batch->names[batch->size++] = {hash, at * kForms + form};
}

void NameIndex::AddAll(std::span<const Entry> entries, Batch* batch) {
  for (const HashSlot& name : std::span(batch->names).first(batch->size)) {
    const Entry& entry = entries[name.position / kForms];
    const uint32_t known = Look(NameOf(entry, name.position % kForms), name.hash, entries);
    if (known == kNoPosition) {
      InsertIntoHashTable(table_, name.hash, name.position);
    } else if (entries[known / kForms].tier == entry.tier) {
      ambiguous_[known / kForms] |= static_cast<uint8_t>(1u << (known % kForms));
    }
  }
  batch->size = 0;
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
