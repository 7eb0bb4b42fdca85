// The factor is a weighted median, so that a few odd samples do not move it.
#include "profiles/calibrate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace galley {
namespace {

double EstimateOf(const UsageSample& sample, double factor) {
  return static_cast<double>(sample.frame) + std::ceil(static_cast<double>(sample.texts) * factor);
}

// Below 0 where too few are counted.
double ErrorOf(const UsageSample& sample, double factor) {
  const auto actual = static_cast<double>(sample.actual);
  return (EstimateOf(sample, factor) - actual) / actual;
}

EstimateError ErrorsOf(std::span<const UsageSample> samples, double factor) {
  EstimateError error;
  double estimates = 0;
  double actuals = 0;
  for (const UsageSample& sample : samples) {
    const double off = std::fabs(ErrorOf(sample, factor));
    error.mean += off;
    error.worst = std::max(error.worst, off);
    estimates += EstimateOf(sample, factor);
    actuals += static_cast<double>(sample.actual);
  }
  error.mean /= static_cast<double>(samples.size());
  error.bias = (estimates - actuals) / actuals;
  return error;
}

// The median of the factors that fit each sample, each counted by its texts: it leaves the
// smallest sum of absolute errors.
double FactorOf(std::span<const UsageSample> samples) {
  std::vector<std::pair<double, double>> factors;  // and weights
  double weights = 0;
  for (const UsageSample& sample : samples) {
    if (sample.texts == 0) continue;
    const auto texts = static_cast<double>(sample.texts);
    const double rest = static_cast<double>(sample.actual) - static_cast<double>(sample.frame);
    factors.emplace_back(std::clamp(rest / texts, 0.01, 100.0), texts);
    weights += texts;
  }
  std::sort(factors.begin(), factors.end());
  double seen = 0;
  for (const auto& [factor, weight] : factors) {
    seen += weight;
    if (2 * seen >= weights) return factor;
  }
  return 1;
}

double MarginOf(std::span<const UsageSample> samples, double factor) {
  std::vector<double> errors;
  for (const UsageSample& sample : samples) errors.push_back(std::fabs(ErrorOf(sample, factor)));
  std::sort(errors.begin(), errors.end());
  const size_t at = (errors.size() * 19 + 19) / 20;  // rounded up
  return errors[std::min(at, errors.size()) - 1];
}

std::string Rounded(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

// In quotes, with what YAML would read as something else escaped.
std::string QuotedScalar(const std::string& text) {
  std::string out = "\"";
  for (const char byte : text) {
    if (byte == '"' || byte == '\\') out += '\\';
    out += byte == '\n' ? ' ' : byte;
  }
  return out + '"';
}

std::string ListOf(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (const std::string& text : texts) out += (out.size() > 1 ? ", " : "") + QuotedScalar(text);
  return out + ']';
}

std::string PrintTokenizer(const TokenizerRule& rule) {
  const std::string name = QuotedScalar(rule.name.empty() ? rule.file : rule.name);
  if (!rule.is_estimate) return rule.name.empty() ? "{file: " + name + '}' : name;
  return "{estimate: " + name + ", factor: " + Rounded(rule.factor) +
         ", margin: " + Rounded(rule.margin) + '}';
}

std::string PrintFrame(const FrameRule& rule) {
  using Kind = FrameRule::Kind;
  if (rule.kind == Kind::kTemplate) {
    return "{template: " + QuotedScalar(rule.file) + ", bos: " + QuotedScalar(rule.bos) +
           ", eos: " + QuotedScalar(rule.eos) + '}';
  }
  if (rule.kind == Kind::kNone || rule.kind == Kind::kGemini) {
    return std::string(FrameName(rule.kind));
  }
  return '{' + std::string(FrameName(rule.kind)) + ": {message: " + std::to_string(rule.message) +
         ", name: " + std::to_string(rule.name) + ", reply: " + std::to_string(rule.reply) +
         ", tools: " + std::to_string(rule.tools) + "}}";
}

std::string PrintImages(const ImageRule& rule) {
  switch (rule.kind) {
    case ImageRule::Kind::kNone:
      return "";
    case ImageRule::Kind::kTiles:
      return "images: {tiles: {base: " + std::to_string(rule.base) +
             ", tile: " + std::to_string(rule.tile) + "}}\n";
    case ImageRule::Kind::kPatches:
      return "images: {patches: {size: " + std::to_string(rule.size) +
             ", most: " + std::to_string(rule.most) + ", factor: " + Rounded(rule.factor) + "}}\n";
    case ImageRule::Kind::kArea:
      return "images: {area: " + std::to_string(rule.size) + "}\n";
  }
  return "";
}

}  // namespace

Calibration Calibrate(std::span<const UsageSample> samples, double factor_before) {
  Calibration done;
  // What is written is what was tried.
  done.factor = std::round(FactorOf(samples) * 1000) / 1000;
  done.margin = std::ceil(MarginOf(samples, done.factor) * 1000) / 1000;
  done.before = ErrorsOf(samples, factor_before);
  done.after = ErrorsOf(samples, done.factor);
  return done;
}

std::string PrintModelProfile(const ModelProfile& profile) {
  std::string out = "name: " + QuotedScalar(profile.name) + '\n';
  if (!profile.description.empty()) {
    out += "description: " + QuotedScalar(profile.description) + '\n';
  }
  out += "match: " + ListOf(profile.match) + '\n';
  out += "tokenizer: " + PrintTokenizer(profile.tokenizer) + '\n';
  out += "frame: " + PrintFrame(profile.frame) + '\n';
  out += std::string("specials: ") + (profile.specials == Specials::kText ? "text" : "recognised") +
         '\n';
  out += "context: " + std::to_string(profile.context) + '\n';
  out += "reserve: " + std::to_string(profile.reserve) + '\n';
  out += PrintImages(profile.images);
  if (!profile.requests.as.empty()) {
    out += "requests: {as: " + profile.requests.as + ", lacks: " + ListOf(profile.requests.lacks) +
           "}\n";
  }
  out += "exactness: " + std::string(ExactnessName(profile.exactness)) + '\n';
  if (!profile.source.empty()) {
    out += "source: {from: " + QuotedScalar(profile.source) +
           ", date: " + QuotedScalar(profile.date) + "}\n";
  }
  return out;
}

}  // namespace galley
