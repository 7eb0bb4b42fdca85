// ModelProfile: what is to be known of a family of models to count a request for it: its
// names, its tokenizer, what messages cost besides their text, its window.
//
// Profiles are data.  Those of the families we know are built in; users write their own as
// documents (NAME.model.yaml) in the same words.  docs/models.md describes them.
#ifndef GALLEY_PROFILES_PROFILE_H_
#define GALLEY_PROFILES_PROFILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "format/tree.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "galley/tokenizer.h"

namespace galley {

// How a number of tokens was got, the best first.
enum class Exactness : uint8_t {
  kExact,      // as the model counts
  kTextExact,  // the texts are, what the provider adds is as people found it out
  kEstimate,
};
std::string_view ExactnessName(Exactness exactness) noexcept;

// What counts the texts of a model.
struct TokenizerRule {
  std::string name;   // of a tokenizer; empty where `file` holds its definition
  std::string file;   // relative to the profile
  double factor = 1;  // what its counts are multiplied by
  double margin = 0;  // how far off the product may be, as a part of it
  bool is_estimate = false;
};

// What messages cost besides their texts.
struct FrameRule {
  enum class Kind : uint8_t {
    kNone,
    kOpenAi,     // each message, its role and name, the reply; tools as text
    kGemini,     // nothing; each text of messages and tools is counted by itself
    kAnthropic,  // each message, the reply; tools as JSON
    kTemplate,   // what the chat template of the model prints
  } kind = Kind::kNone;
  uint32_t message = 0;
  uint32_t name = 0;
  uint32_t reply = 0;
  uint32_t tools = 0;  // where there are any
  std::string file;    // of the chat template, relative to the profile
  std::string bos;     // the tokens that templates name `bos_token` and `eos_token`
  std::string eos;
};
std::string_view FrameName(FrameRule::Kind kind) noexcept;

// What an image costs.
struct ImageRule {
  enum class Kind : uint8_t { kNone, kTiles, kPatches, kArea } kind = Kind::kNone;
  uint32_t base = 0;  // kTiles: of each image
  uint32_t tile = 0;  // kTiles: of each tile of 512 pixels
  uint32_t size = 0;  // kPatches: pixels of a side; kArea: pixels of a token
  uint32_t most = 0;  // kPatches: how many there may be
  double factor = 1;  // kPatches
};

// Which request a provider wants, and what it cannot express.
struct RequestRule {
  std::string as;
  std::vector<std::string> lacks;
};

struct ModelProfile {
  std::string name;
  std::string description;
  std::vector<std::string> match;  // other names, and patterns with `*` and `?`
  TokenizerRule tokenizer;
  FrameRule frame;
  Specials specials = Specials::kText;
  uint64_t context = 0;  // the window in tokens
  uint64_t reserve = 0;  // of it, for the answer
  ImageRule images;
  RequestRule requests;
  Exactness exactness = Exactness::kEstimate;
  std::string source;  // where the window was read, and
  std::string date;    // when: 2026-11-16
  std::string file;    // as messages call it; empty: built in

  // What is left for a request.
  uint64_t room() const noexcept { return context > reserve ? context - reserve : 0; }
};

// Reads a profile.  Where it is known what its file is called, `name`, it must call itself
// so.  Warnings are added to `warnings`; fails with model-profile-invalid for all that is
// wrong with it.
Result<ModelProfile> ReadModelProfile(std::optional<std::string_view> name, const Source& source,
                                      const Tree& tree, std::vector<Diagnostic>* warnings);

// What an image of `width` and `height` pixels costs; where these are not known, 0, the most
// that one can cost.  Nothing where the rule is none.
std::optional<uint64_t> ImageTokens(const ImageRule& rule, uint64_t width, uint64_t height);

}  // namespace galley

#endif  // GALLEY_PROFILES_PROFILE_H_
