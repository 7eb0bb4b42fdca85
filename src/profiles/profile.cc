// Reads with the readers of chat documents: everything that is wrong is told at once, with its
// place.
#include "profiles/profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "compile/fields.h"
#include "diag/report.h"

namespace galley {
namespace {

constexpr std::string_view kExactnessNames[] = {"exact", "text-exact", "estimate"};
constexpr std::string_view kFrameNames[] = {"none", "openai", "gemini", "anthropic", "template"};
constexpr int64_t kMostTokens = int64_t{1} << 40;
constexpr double kMostFactor = 100;

// What the frames of hosted models cost where a profile says nothing else.
FrameRule DefaultOf(FrameRule::Kind kind) {
  if (kind == FrameRule::Kind::kOpenAi) return {kind, 3, 1, 3, 9, {}, {}, {}};
  if (kind == FrameRule::Kind::kAnthropic) return {kind, 2, 0, 6, 549, {}, {}, {}};
  return {kind, 0, 0, 0, 0, {}, {}, {}};
}

bool IsDate(std::string_view text) {
  if (text.size() != 10) return false;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_dash = at == 4 || at == 7;
    if (is_dash ? text[at] != '-' : text[at] < '0' || text[at] > '9') return false;
  }
  return true;
}

bool IsPath(std::string_view text) {
  return text.find('/') != text.npos || text.ends_with(".json") || text.ends_with(".model") ||
         text.ends_with(".tiktoken");
}

class ProfileReader {
 public:
  ProfileReader(const DocumentReader& reader, ModelProfile* profile)
      : reader_(reader), profile_(*profile) {}

  void Read(std::optional<std::string_view> called) {
    Fields fields(reader_, {Tree::root(), ""});
    const std::optional<std::string_view> name = fields.String("name", Need::kRequired);
    if (called && name && *name != *called) {
      reader_.Wrong(fields.Find("name"), "must be " + Quoted(*called) + ", as its file is called");
    }
    profile_.name = name.value_or("");
    profile_.description = fields.String("description").value_or("");
    profile_.match = Strings(fields.Find("match"));
    ReadTokenizer(fields.Find("tokenizer", Need::kRequired));
    if (const Item frame = fields.Find("frame")) ReadFrame(frame);
    if (fields.Choice("specials", {"text", "recognised"}).value_or(0) == 1) {
      profile_.specials = Specials::kRecognised;
    }
    ReadWindow(&fields);
    if (const Item images = fields.Find("images")) ReadImages(images);
    if (const Item requests = fields.Find("requests")) ReadRequests(requests);
    const std::optional<size_t> exactness =
        fields.Choice("exactness", {"exact", "text-exact", "estimate"});
    profile_.exactness = static_cast<Exactness>(exactness.value_or(2));
    if (profile_.tokenizer.is_estimate && profile_.exactness != Exactness::kEstimate) {
      reader_.Wrong(fields.Find("exactness"), "must be `estimate`, as the tokenizer is one");
    }
    ReadSource(fields.Find("source"));
    fields.WarnOfUnknown();
  }

 private:
  void ReadWindow(Fields* fields) {
    profile_.context = Tokens(fields, "context", Need::kRequired, 1);
    profile_.reserve = Tokens(fields, "reserve", Need::kOptional, 0);
    if (profile_.context > 0 && profile_.reserve >= profile_.context) {
      reader_.Wrong(fields->Find("reserve"), "must be smaller than `context`");
    }
  }

  uint64_t Tokens(Fields* fields, std::string_view name, Need need, int64_t least) {
    const int64_t tokens = fields->Integer(name, least, need).value_or(0);
    if (tokens > kMostTokens) reader_.Wrong(fields->Find(name), "is no number of tokens");
    return static_cast<uint64_t>(std::clamp<int64_t>(tokens, 0, kMostTokens));
  }

  uint32_t Small(Fields* fields, std::string_view name, uint32_t fallback, int64_t least = 0) {
    const std::optional<int64_t> number = fields->Integer(name, least);
    if (number && *number > 1'000'000) reader_.Wrong(fields->Find(name), "is too large");
    return static_cast<uint32_t>(std::clamp<int64_t>(number.value_or(fallback), 0, 1'000'000));
  }

  // A number from `least` to `most`.
  double Number(Fields* fields, std::string_view name, double fallback, double least, double most) {
    const Item item = fields->Find(name);
    if (!item) return fallback;
    const Value& value = reader_[item].value;
    const double number = value.is_int()      ? static_cast<double>(value.as_int())
                          : value.is_double() ? value.as_double()
                                              : std::nan("");
    if (number >= least && number <= most) return number;
    reader_.Wrong(item, "is no number in its range");
    return fallback;
  }

  void ReadTokenizer(const Item& item) {
    if (!item) return;
    TokenizerRule& rule = profile_.tokenizer;
    if (reader_[item].is_string()) return NameTokenizer(item, &rule);
    Fields fields(reader_, item);
    const Item file = fields.Find("file");
    const Item estimate = fields.Find("estimate");
    if (static_cast<bool>(file) == static_cast<bool>(estimate)) {
      if (fields.ok()) reader_.Wrong(item, "must have either `file` or `estimate`");
    } else if (file) {
      rule.file = reader_.String(file).value_or("");
    } else {
      NameTokenizer(estimate, &rule);
      rule.is_estimate = true;
      rule.factor = Number(&fields, "factor", 1, 1 / kMostFactor, kMostFactor);
      rule.margin = Number(&fields, "margin", 0, 0, kMostFactor);
    }
    fields.WarnOfUnknown();
  }

  void NameTokenizer(const Item& item, TokenizerRule* rule) {
    const std::string_view text = reader_.String(item).value_or("");
    (IsPath(text) ? rule->file : rule->name) = text;
    if (text.empty()) reader_.Wrong(item, "must not be empty");
  }

  void ReadFrame(const Item& item) {
    if (reader_[item].is_string()) {
      const std::optional<size_t> kind =
          reader_.Choice(item, {"none", "openai", "gemini", "anthropic"});
      profile_.frame = DefaultOf(static_cast<FrameRule::Kind>(kind.value_or(0)));
      return;
    }
    Fields fields(reader_, item);
    if (const Item file = fields.Find("template")) {
      profile_.frame.kind = FrameRule::Kind::kTemplate;
      profile_.frame.file = reader_.String(file).value_or("");
      if (profile_.frame.file.empty()) reader_.Wrong(file, "must name a file");
      profile_.frame.bos = fields.String("bos").value_or("");
      profile_.frame.eos = fields.String("eos").value_or("");
    } else {
      const Item openai = fields.Find("openai");
      const Item anthropic = fields.Find("anthropic");
      if (static_cast<bool>(openai) == static_cast<bool>(anthropic)) {
        if (fields.ok()) {
          reader_.Wrong(item, "must have one of `openai`, `anthropic` and `template`");
        }
      } else {
        using Kind = FrameRule::Kind;
        ReadCosts(openai ? openai : anthropic,
                  DefaultOf(openai ? Kind::kOpenAi : Kind::kAnthropic));
      }
    }
    fields.WarnOfUnknown();
  }

  void ReadCosts(const Item& item, FrameRule rule) {
    Fields fields(reader_, item);
    rule.message = Small(&fields, "message", rule.message);
    rule.name = Small(&fields, "name", rule.name);
    rule.reply = Small(&fields, "reply", rule.reply);
    rule.tools = Small(&fields, "tools", rule.tools);
    fields.WarnOfUnknown();
    profile_.frame = std::move(rule);
  }

  void ReadImages(const Item& item) {
    Fields fields(reader_, item);
    const Item tiles = fields.Find("tiles");
    const Item patches = fields.Find("patches");
    const Item area = fields.Find("area");
    const int given = (tiles ? 1 : 0) + (patches ? 1 : 0) + (area ? 1 : 0);
    if (given != 1) {
      if (fields.ok()) reader_.Wrong(item, "must have one of `tiles`, `patches` and `area`");
    } else if (tiles) {
      Fields parts(reader_, tiles);
      profile_.images.kind = ImageRule::Kind::kTiles;
      profile_.images.base = Small(&parts, "base", 85);
      profile_.images.tile = Small(&parts, "tile", 170);
      parts.WarnOfUnknown();
    } else if (patches) {
      Fields parts(reader_, patches);
      profile_.images.kind = ImageRule::Kind::kPatches;
      profile_.images.size = Small(&parts, "size", 32, 1);
      profile_.images.most = Small(&parts, "most", 1536, 1);
      profile_.images.factor = Number(&parts, "factor", 1, 1 / kMostFactor, kMostFactor);
      parts.WarnOfUnknown();
    } else {
      profile_.images.kind = ImageRule::Kind::kArea;
      profile_.images.size =
          static_cast<uint32_t>(std::min<int64_t>(reader_.Integer(area, 1).value_or(1), 1 << 20));
    }
    fields.WarnOfUnknown();
  }

  void ReadRequests(const Item& item) {
    const auto name = [&](const Item& form) {
      const bool is_known = reader_
                                .Choice(form, {"openai", "responses", "anthropic", "gemini",
                                               "mistral", "huggingface", "messages", "text"})
                                .has_value();
      return is_known ? std::string(reader_[form].value.as_string()) : std::string();
    };
    if (reader_[item].is_string()) {
      profile_.requests.as = name(item);
      return;
    }
    Fields fields(reader_, item);
    if (const Item as = fields.Find("as", Need::kRequired)) profile_.requests.as = name(as);
    profile_.requests.lacks = Strings(fields.Find("lacks"));
    fields.WarnOfUnknown();
  }

  void ReadSource(const Item& item) {
    if (!item) return;
    Fields fields(reader_, item);
    profile_.source = fields.String("from", Need::kRequired).value_or("");
    const Item date = fields.Find("date", Need::kRequired);
    if (date) {
      profile_.date = reader_.String(date).value_or("");
      if (!IsDate(profile_.date)) reader_.Wrong(date, "must be a date such as `2026-11-16`");
    }
    fields.WarnOfUnknown();
  }

  // A string, or a list of strings.
  std::vector<std::string> Strings(const Item& item) {
    std::vector<std::string> strings;
    if (!item) return strings;
    if (!reader_[item].is_list()) {
      strings.emplace_back(reader_.String(item).value_or(""));
      return strings;
    }
    for (const Item& each : reader_.Items(item)) {
      strings.emplace_back(reader_.String(each).value_or(""));
    }
    return strings;
  }

  const DocumentReader& reader_;
  ModelProfile& profile_;
};

// Sides of an image that fits into `most` by `most` pixels, and of whose sides the shorter is
// at most `shorter`; nothing is made larger.
std::pair<double, double> ScaleToFit(double width, double height, double most, double shorter) {
  const double first = std::min(1.0, most / std::max(width, height));
  width *= first;
  height *= first;
  const double second = std::min(1.0, shorter / std::min(width, height));
  return {width * second, height * second};
}

uint64_t PatchTokens(const ImageRule& rule, double width, double height) {
  const double size = rule.size;
  double across = std::ceil(width / size);
  double down = std::ceil(height / size);
  if (across * down > rule.most) {
    const double shrink = std::sqrt(rule.most * size * size / (width * height));
    across = std::ceil(width * shrink / size);
    down = std::ceil(height * shrink / size);
  }
  const double patches = std::min<double>(across * down, rule.most);
  return static_cast<uint64_t>(std::ceil(patches * rule.factor));
}

}  // namespace

std::string_view ExactnessName(Exactness exactness) noexcept {
  return kExactnessNames[static_cast<size_t>(exactness)];
}

std::string_view FrameName(FrameRule::Kind kind) noexcept {
  return kFrameNames[static_cast<size_t>(kind)];
}

Result<ModelProfile> ReadModelProfile(std::optional<std::string_view> name, const Source& source,
                                      const Tree& tree, std::vector<Diagnostic>* warnings) {
  DocumentFindings findings(&source);
  const DocumentReader reader(tree, Code::kModelProfileInvalid, &findings);
  ModelProfile profile;
  ProfileReader(reader, &profile).Read(name);
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  return profile;
}

std::optional<uint64_t> ImageTokens(const ImageRule& rule, uint64_t width, uint64_t height) {
  if (rule.kind == ImageRule::Kind::kNone) return std::nullopt;
  if (width == 0 || height == 0) {
    // A long side takes the most tiles; of the others a square is the largest that fits.
    constexpr uint64_t kLong = 1u << 14;
    width = kLong;
    height = rule.kind == ImageRule::Kind::kTiles ? kLong * 3 / 8 : kLong;
  }
  const auto w = static_cast<double>(width);
  const auto h = static_cast<double>(height);
  switch (rule.kind) {
    case ImageRule::Kind::kTiles: {
      const auto [across, down] = ScaleToFit(w, h, 2048, 768);
      const double tiles = std::ceil(across / 512) * std::ceil(down / 512);
      return rule.base + static_cast<uint64_t>(tiles) * rule.tile;
    }
    case ImageRule::Kind::kPatches:
      return PatchTokens(rule, w, h);
    default: {
      const auto [across, down] = ScaleToFit(w, h, 1568, 1568);
      return static_cast<uint64_t>(std::ceil(across * down / rule.size));
    }
  }
}

}  // namespace galley
