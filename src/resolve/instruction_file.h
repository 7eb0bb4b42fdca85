// One instruction file, read: fields in YAML at its top, and a text.
//
// Everything points into the bytes, which the file owns; so it stays where it was
// made.
#ifndef GALLEY_RESOLVE_INSTRUCTION_FILE_H_
#define GALLEY_RESOLVE_INSTRUCTION_FILE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "diag/source.h"
#include "format/front_matter.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"

namespace galley {

class LoadedInstructions {
 public:
  LoadedInstructions(const LoadedInstructions&) = delete;
  LoadedInstructions& operator=(const LoadedInstructions&) = delete;

  // `name` is for messages.  Fails with invalid-encoding, unterminated-header,
  // invalid-yaml or a limit.
  static Result<std::unique_ptr<LoadedInstructions>> Parse(std::string name, std::string bytes,
                                                           const Limits& limits);

  const Source& source() const noexcept { return source_; }
  // Where the text stands, and what it says.
  Span text_span() const noexcept { return parts_.text; }
  std::string_view text() const noexcept;
  // The format that it declares.
  std::optional<std::string> format() const;
  Span format_span() const noexcept { return parts_.format; }

  // The header, whose root is a map; null where there are no fields.
  const Tree* header() const noexcept { return header_ ? &*header_ : nullptr; }
  // A field, or kNoNode.
  NodeId Find(std::string_view key) const noexcept;
  // All of them as a map in `heap`.
  Value Fields(Heap* heap) const;

  // Checks that the file declares `kind`.  Fails with kind-missing, unless that
  // `may_be_missing`, or with kind-mismatch.
  Result<void> ExpectKind(std::string_view kind, bool may_be_missing) const;

 private:
  LoadedInstructions(std::string name, std::string bytes)
      : bytes_(std::move(bytes)), source_(std::move(name), bytes_) {}

  std::string bytes_;
  Source source_;  // views bytes_
  InstructionFile parts_;
  std::optional<Tree> header_;
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_INSTRUCTION_FILE_H_
