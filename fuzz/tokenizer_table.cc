// Tables of tokenizers that somebody damaged: the input says which bytes of a sound image
// become which, (place, byte) in four bytes each.  The digest is made to fit, so that what
// is behind it is tried; without that the image must be refused.
#include <cstring>
#include <string>

#include "fuzz/tokenizer_outcome.h"
#include "tokenize/read_tiktoken.h"
#include "tokenize/table.h"

namespace galley {
namespace {

// A vocabulary of all bytes and a few words.
const std::string& SoundImage() {
  static const std::string kImage = [] {
    TokenizerDefinition definition;
    definition.whole_pieces = true;
    SplitStep split;
    split.kind = SplitStep::Kind::kMatchesOnly;
    split.pattern = "\\p{L}+|\\s+|[^\\p{L}\\s]+";
    definition.splits.push_back(split);
    for (uint32_t byte = 0; byte < 256; ++byte) {
      definition.tokens.push_back(
          {std::string(1, static_cast<char>(byte)), byte, TokenKind::kNormal, byte});
    }
    uint32_t rank = 256;
    for (const char* text : {"th", "the", "qu", "ck", "ow", "ro", "a word of many letters"}) {
      definition.tokens.push_back({text, rank, TokenKind::kNormal, rank});
      ++rank;
    }
    definition.added.push_back({"<s>", rank, true, false, {}});
    return *CompileTable(definition, "");
  }();
  return kImage;
}

void Check(std::string_view input) {
  std::string image = SoundImage();
  bool changed = false;
  for (; input.size() >= 4; input.remove_prefix(4)) {
    uint32_t word;
    std::memcpy(&word, input.data(), sizeof(word));
    char& byte = image[(word & 0xFFFFFF) % image.size()];
    changed |= byte != static_cast<char>(word >> 24);
    byte = static_cast<char>(word >> 24);
  }
  if (changed) Require(!TokenTable::Open(image) || image == SoundImage());
  TableHeader header;
  std::memcpy(&header, image.data(), sizeof(header));
  header.magic = kTableMagic;
  header.version = kTableVersion;
  std::memcpy(image.data(), &header, sizeof(header));
  header.digest = TableDigest(image);
  std::memcpy(image.data(), &header, sizeof(header));
  const auto tokenizer = TableTokenizer::Of(std::move(image));
  if (!tokenizer) return;
  std::vector<uint32_t> ids;
  static_cast<void>(tokenizer->Encode(kFuzzText, Specials::kRecognised, &ids).has_value());
  static_cast<void>(tokenizer->Decode(ids).has_value());
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(galley::TextFrom(bytes, size));
  return 0;
}
