// Splits at the first `@`; digits behind it are a version, anything else is a label.
#include "store/stored_name.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "diag/report.h"
#include "discover/name.h"

namespace galley {
namespace {

constexpr size_t kLongestLabel = 64;

bool IsDigit(char byte) { return byte >= '0' && byte <= '9'; }

bool IsLabelCharacter(char byte) {
  return IsDigit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte == '-' || byte == '_' || byte == '.';
}

bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

Diagnostic Invalid(std::string_view text, std::string_view what, std::string_view fault) {
  return Report(Code::kInvalidTemplateName, Quoted(text) + " names nothing in a store: a " +
                                                std::string(what) + ' ' + std::string(fault));
}

// 0 where it is none.
int64_t VersionIn(std::string_view digits) {
  int64_t version = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  return read.ec == std::errc() ? version : 0;
}

}  // namespace

std::string FindStoredNameFault(std::string_view name, const Limits& limits) {
  std::string fault = FindNameFault(name, limits);
  if (!fault.empty()) return fault;
  if (name.starts_with(kStorePrefix)) return "does not start with `store:` in a store";
  if (name.substr(0, name.find('/')) == kExportIndex) {
    return "does not start with " + Quoted(kExportIndex) + ", which is the index of an export";
  }
  return name.find('@') == name.npos ? "" : "holds no `@` in a store";
}

std::string FindLabelFault(std::string_view label) {
  if (label.empty()) return "is not empty";
  if (label.size() > kLongestLabel) {
    return "has at most " + std::to_string(kLongestLabel) + " characters";
  }
  if (!std::all_of(label.begin(), label.end(), IsLabelCharacter)) {
    return "holds letters, digits, `-`, `_` and `.` only";
  }
  return IsNumber(label) ? "is not a number, which would be a version" : "";
}

Result<StoredName> StoredName::Parse(std::string_view text, const Limits& limits) {
  std::string_view rest = text;
  if (rest.starts_with(kStorePrefix)) rest.remove_prefix(kStorePrefix.size());
  const size_t sign = rest.find('@');
  StoredName parsed;
  parsed.name = rest.substr(0, sign);
  const std::string fault = FindStoredNameFault(parsed.name, limits);
  if (!fault.empty()) return Invalid(text, "name", fault);
  if (sign == rest.npos) return parsed;
  const std::string_view selector = rest.substr(sign + 1);
  if (IsNumber(selector)) {
    parsed.version = VersionIn(selector);
    if (parsed.version == 0) return Invalid(text, "version", "is a number from 1 on");
    return parsed;
  }
  const std::string label_fault = FindLabelFault(selector);
  if (!label_fault.empty()) return Invalid(text, "label", label_fault);
  parsed.label = selector;
  return parsed;
}

std::string StoredName::Shown() const {
  if (version > 0) return ShownVersion(name, version);
  return label.empty() ? name : name + '@' + label;
}

std::string ShownVersion(std::string_view name, int64_t version) {
  return std::string(name) + '@' + std::to_string(version);
}

}  // namespace galley
