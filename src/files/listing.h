// What a directory holds.  The names lie in one buffer, so that walking a tree of
// 100,000 files with one Listing a level allocates next to nothing.
#ifndef GALLEY_FILES_LISTING_H_
#define GALLEY_FILES_LISTING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace galley {

enum class FileKind : uint8_t { kFile, kDirectory, kSymlink, kOther };

class Listing {
 public:
  // Takes at most `max_entries`: a directory may hold any number of files.
  explicit Listing(size_t max_entries) noexcept : max_entries_(max_entries) {}

  size_t size() const noexcept { return entries_.size(); }
  std::string_view name(size_t at) const noexcept {
    return std::string_view(names_).substr(entries_[at].begin, entries_[at].size);
  }
  FileKind kind(size_t at) const noexcept { return entries_[at].kind; }
  // True where the directory held more entries than were taken.
  bool truncated() const noexcept { return truncated_; }

  // For the implementations of Files.
  void Clear() noexcept;
  // False, and nothing added, once the listing is full.
  bool Add(std::string_view name, FileKind kind);
  // By the bytes of the names, a directory's counted with a `/` behind it: whoever
  // walks a tree in this order meets its paths in the order of their bytes.
  void Sort();

 private:
  struct Entry {
    size_t begin;
    uint32_t size;
    FileKind kind;
  };

  std::string names_;
  std::vector<Entry> entries_;
  size_t max_entries_;
  bool truncated_ = false;
};

}  // namespace galley

#endif  // GALLEY_FILES_LISTING_H_
