// The fields that each known kind of instructions has, as a table, and checking
// fields against it.  Whatever is wrong here is a warning: unknown fields are kept.
#ifndef GALLEY_RESOLVE_INSTRUCTION_FIELDS_H_
#define GALLEY_RESOLVE_INSTRUCTION_FIELDS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "diag/source.h"
#include "format/tree.h"
#include "resolve/findings.h"

namespace galley {

// The eight kinds of the specification.
std::span<const std::string_view> KnownKinds() noexcept;
bool IsKnownKind(std::string_view kind) noexcept;

// Whether fields that the kind does not know are worth a warning: in metadata they
// are, in the header of a file they are not.
enum class UnknownFields : uint8_t { kPass, kWarn };

// Checks `fields`, a map in `tree`, which was read from `source`.  Reports
// invalid-value and unknown-metadata-key; nothing for a kind that is not known.
void CheckFields(const Tree& tree, NodeId fields, const Source& source, std::string_view kind,
                 UnknownFields unknown, Findings* findings);

}  // namespace galley

#endif  // GALLEY_RESOLVE_INSTRUCTION_FIELDS_H_
