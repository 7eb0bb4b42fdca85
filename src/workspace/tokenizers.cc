// A name goes to the user's tables, a definition is compiled for the call alone.
#include "workspace/tokenizers.h"

#include <optional>
#include <string>
#include <utility>

#include "base/sha256.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/mapped_file.h"
#include "tokenize/base64.h"
#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/opened_tokenizers.h"
#include "tokenize/read_huggingface.h"
#include "tokenize/read_sentencepiece.h"
#include "tokenize/read_tekken.h"
#include "tokenize/read_tiktoken.h"
#include "workspace/parameter_types.h"

namespace galley::workspace {
namespace {

constexpr std::string_view kDefaultPattern = "cl100k";

// The expression that a built-in tokenizer splits with, where it is one that rank files
// can have.
Result<std::string> PatternNamed(std::string_view name) {
  const BuiltinTokenizer* builtin = FindBuiltin(name);
  if (!builtin) return std::string(name);
  const TokenizerDefinition definition = TRY(DefinitionOf(*builtin));
  const bool one = definition.splits.size() == 1 && definition.normalizers.empty();
  if (one) return definition.splits[0].pattern;
  return Report(Code::kInvalidParams,
                "the tokenizer " + Quoted(name) + " does not split by one expression");
}

}  // namespace

TableStore TablesOf(const Host& host) {
  const auto below = [](const std::string& home) {
    return home.empty() ? std::string() : home + "/galley/tokenizers";
  };
  return TableStore(below(host.cache_home), below(host.data_home));
}

Result<TokenizerDefinition> ReadDefinition(std::string_view format, std::string_view bytes,
                                           std::string_view pattern, const Limits& limits) {
  if (format == "huggingface") return ReadHuggingFace(bytes, limits);
  if (format == "tekken") return ReadTekken(bytes, limits);
  if (format == "sentencepiece") return ReadSentencePiece(bytes);
  const std::string split = TRY(PatternNamed(pattern.empty() ? kDefaultPattern : pattern));
  return ReadTiktoken(bytes, split);
}

std::string_view FormatOfDefinition(std::string_view path, std::string_view bytes) {
  if (path.ends_with(".tiktoken")) return "tiktoken";
  if (path.ends_with(".json")) {
    return bytes.find("\"token_bytes\"") != bytes.npos ? "tekken" : "huggingface";
  }
  // The first field of a model is a piece.
  if (bytes.starts_with('\n') && path.find(".model") != path.npos) return "sentencepiece";
  return path.find(".model") != path.npos ? "tiktoken" : "";
}

namespace {

// What a client sends with every call is compiled with the first one, unless it is large: then
// keeping it would cost the process more than the client.
Result<TableTokenizer> TokenizerOf(std::string_view format, std::string_view bytes,
                                   std::string_view pattern, const Limits& limits) {
  constexpr size_t kMostBytes = size_t{4} << 20;
  OpenedTokenizers& opened = OpenedTokenizers::OfProcess();
  const std::string digest = Sha256Of(bytes);
  std::string key = digest + ' ' + std::string(format) + ' ' + std::string(pattern);
  if (std::optional<TableTokenizer> found = opened.Find(key)) return *std::move(found);
  const TokenizerDefinition read = TRY(ReadDefinition(format, bytes, pattern, limits));
  std::string image = TRY(CompileTable(read, digest));
  const bool is_small = image.size() <= kMostBytes;
  TableTokenizer tokenizer = TRY(TableTokenizer::Of(std::move(image)));
  if (is_small) opened.Keep(std::move(key), tokenizer);
  return tokenizer;
}

}  // namespace

Result<TableTokenizer> OpenTokenizer(std::string_view name_or_path) {
  const Host host = Host::OfProcess();
  const TableStore tables = TablesOf(host);
  if (name_or_path.find('/') == name_or_path.npos) return tables.Open(name_or_path);
  const std::string path = host.Absolute(std::string(name_or_path), host.directory);
  const auto file = TRY(MappedFile::Open(path, kMaxDefinition));
  const std::string_view bytes = file->bytes();
  return tables.OpenDefinition(Sha256Of(bytes), [&]() -> Result<TokenizerDefinition> {
    const std::string_view format = FormatOfDefinition(path, bytes);
    if (!format.empty()) return ReadDefinition(format, bytes, {}, Limits::Ceiling());
    return Report(Code::kTokenizerInvalid, Quoted(path) + " is no definition of a tokenizer");
  });
}

Result<TableTokenizer> ReadTokenizer(const Params& params, const Invocation& call) {
  if (params.has("tokenizer") == params.has("definition")) {
    return Report(Code::kInvalidParams, "either " + Quoted(params.PathOf("tokenizer")) + " or " +
                                            Quoted(params.PathOf("definition")) + " must be there");
  }
  if (params.has("tokenizer")) {
    return TablesOf(Host::OfProcess()).Open(TRY(params.String("tokenizer")));
  }
  const Params definition = TRY(params.Object("definition", kTokenizerDefinitionFields));
  constexpr std::string_view kFormats[] = {"huggingface", "tiktoken", "tekken", "sentencepiece"};
  const size_t format =
      TRY(definition.Choice("format", {"huggingface", "tiktoken", "tekken", "sentencepiece"}));
  if (definition.has("text") == definition.has("base64")) {
    return Report(Code::kInvalidParams, "either " + Quoted(definition.PathOf("text")) + " or " +
                                            Quoted(definition.PathOf("base64")) + " must be there");
  }
  std::optional<std::string> decoded;
  if (definition.has("base64")) {
    decoded = DecodeBase64(TRY(definition.String("base64")));
    if (!decoded)
      return Report(Code::kInvalidParams, Quoted(definition.PathOf("base64")) + " is not base64");
  }
  const std::string_view bytes = decoded ? *decoded : TRY(definition.String("text"));
  return TokenizerOf(kFormats[format], bytes, TRY(definition.String("pattern", "")), call.limits);
}

Result<Specials> ReadSpecials(const Params& params) {
  if (!params.has("specials")) return Specials::kText;
  return TRY(params.Choice("specials", {"text", "recognised"})) == 0 ? Specials::kText
                                                                     : Specials::kRecognised;
}

}  // namespace galley::workspace
