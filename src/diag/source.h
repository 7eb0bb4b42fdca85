// Sources: named texts that diagnostics point into.
#ifndef GALLEY_DIAG_SOURCE_H_
#define GALLEY_DIAG_SOURCE_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "galley/diagnostic.h"

namespace galley {

// Bytes [begin, end) of a source.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

// Whether the text may be shown.  Data is what users render; no message, excerpt
// or log ever repeats any of it.
enum class Nature : uint8_t { kDocument, kData };

// A text with a name.  The text is not copied and outlives the Source; it is at
// most 4 GiB long and need not be valid UTF-8.
class Source {
 public:
  Source(std::string name, std::string_view text, Nature nature = Nature::kDocument)
      : name_(std::move(name)), text_(text), nature_(nature) {}

  const std::string& name() const noexcept { return name_; }
  std::string_view text() const noexcept { return text_; }
  Nature nature() const noexcept { return nature_; }

  // Lines end with \n, \r\n or \r.  Linear in the text: for diagnostics only.
  Range Locate(Span span) const noexcept;
  // The line that holds `offset`, without its line break.
  std::string_view LineAt(uint32_t offset) const noexcept;

 private:
  std::string name_;
  std::string_view text_;
  Nature nature_;
};

// The sources of one compilation, by number, so that a position takes 12 bytes.
enum class SourceId : uint32_t {};

class SourceMap {
 public:
  SourceId Add(Source source) {
    sources_.push_back(std::move(source));
    return static_cast<SourceId>(sources_.size() - 1);
  }
  const Source& operator[](SourceId id) const noexcept { return sources_[static_cast<size_t>(id)]; }

 private:
  std::deque<Source> sources_;  // references stay valid
};

}  // namespace galley

#endif  // GALLEY_DIAG_SOURCE_H_
