// The instruction set: what a manifest says to each of its active kinds, and where
// every part came from.
//
// It owns its texts.  Fields are values in the heap that it was resolved with.
#ifndef GALLEY_RESOLVE_INSTRUCTION_SET_H_
#define GALLEY_RESOLVE_INSTRUCTION_SET_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/value.h"

namespace galley {

enum class InputSource : uint8_t { kBase, kMetadata, kMerge, kOverride };

// One of the things that a kind's instructions are made of.
struct InstructionInput {
  InputSource source = InputSource::kBase;
  std::string path;                   // from the directory of the manifest
  std::string file;                   // the same from the top of the workspace
  std::optional<std::string> format;  // as the text declares it
  Value fields;                       // a map: the header as it is written
  std::string text;                   // after an overlay: as that left it
  std::string rendered = {};          // the fields and the text, to be read
};

// What an overlay did to one section.
enum class SectionAction : uint8_t {
  kReplaced,  // by the override's
  kDropped,   // since an earlier input has it, where it was replaced
  kEmptied,   // the same, but its heading stays for the sections under it
  kInserted,  // a new one, into an earlier input
  kAppended,  // a new one, that stays with the override
};

struct SectionChange {
  SectionAction action = SectionAction::kReplaced;
  std::string path;      // `## Tasks / ### Evidence`; empty: the text above all headings
  uint32_t input = 0;    // the position of the input that it happened in
  bool blanked = false;  // the text that stood there is gone, and none came instead
};

enum class OverrideMode : uint8_t { kNone, kReplaceAll, kOverlay };

struct KindInstructions {
  std::string kind;
  std::vector<InstructionInput> inputs;  // in order; the override last
  OverrideMode override_mode = OverrideMode::kNone;
  Value effective_fields;  // after an overlay: all fields laid over each other
  std::string text;        // of all inputs
  std::string rendered;    // the same with their fields
  // How the override came about.
  std::vector<InstructionInput> discarded;  // by replace_all
  std::vector<SectionChange> changes;       // by an overlay
};

struct InstructionSet {
  std::string version;
  std::string manifest_path;            // from the top of the workspace
  std::string manifest_text;            // which belongs to no kind
  std::vector<KindInstructions> kinds;  // the active ones, in the order of `enabled`
};

// `base`, `metadata`, `merge`, `override`.
std::string_view InputSourceName(InputSource source) noexcept;

}  // namespace galley

#endif  // GALLEY_RESOLVE_INSTRUCTION_SET_H_
