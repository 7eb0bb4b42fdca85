// Reads line by line and stops at the first byte that is not allowed; nothing is repaired.
#include "apps/server/request_head.h"

#include <algorithm>
#include <array>
#include <utility>

namespace galley::server {
namespace {

char Lower(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte; }

// What a byte may be a part of.
enum ByteClass : uint8_t {
  kToken = 1,
  kTarget = 2,  // printable ASCII without blanks
  kValue = 4,   // blanks, tabs and bytes of other alphabets, too
  kBreak = 8,   // of a line, or a NUL
};

constexpr std::array<uint8_t, 256> kByteClasses = [] {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  std::array<uint8_t, 256> classes = {};
  for (unsigned byte = 0; byte < classes.size(); ++byte) {
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    const bool is_digit = byte >= '0' && byte <= '9';
    const bool is_mark = kMarks.find(static_cast<char>(byte)) != kMarks.npos;
    unsigned is = 0;
    if (is_letter || is_digit || is_mark) is |= kToken;
    if (byte > ' ' && byte < 0x7f) is |= kTarget;
    if (byte == '\t' || (byte >= ' ' && byte != 0x7f)) is |= kValue;
    if (byte == 0 || byte == '\r' || byte == '\n') is |= kBreak;
    classes[byte] = static_cast<uint8_t>(is);
  }
  return classes;
}();

bool Is(char byte, ByteClass which) {
  return (kByteClasses[static_cast<unsigned char>(byte)] & which) != 0;
}

bool AreAll(std::string_view text, ByteClass which) {
  uint8_t common = which;
  for (const char byte : text) common &= kByteClasses[static_cast<unsigned char>(byte)];
  return common == which;
}

bool IsToken(std::string_view text) { return !text.empty() && AreAll(text, kToken); }

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

// Whether a list such as that of `Connection` has a word.
bool HasWord(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    if (EqualsIgnoringCase(Trimmed(list.substr(0, comma)), word)) return true;
    if (comma == list.npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

// Digits only, and at most 18 of them, which fit.
bool ReadLength(std::string_view text, uint64_t* length) {
  if (text.empty() || text.size() > 18) return false;
  *length = 0;
  for (const char byte : text) {
    if (byte < '0' || byte > '9') return false;
    *length = *length * 10 + static_cast<uint64_t>(byte - '0');
  }
  return true;
}

class Reader {
 public:
  Reader(const HeadLimits& limits, RequestHead* head, ScanProblem* problem)
      : limits_(limits), head_(*head), problem_(*problem) {}

  // `text` is all of the head but the empty line at its end.
  Scan Run(std::string_view text) {
    const size_t end = text.find("\r\n");
    if (end > limits_.line) return Bad(414, "the first line is too long");
    if (!ReadFirstLine(text.substr(0, end))) return Scan::kBad;
    text.remove_prefix(end + 2);
    while (!text.empty()) {
      const size_t line_end = text.find("\r\n");
      if (!ReadField(text.substr(0, line_end))) return Scan::kBad;
      text.remove_prefix(line_end + 2);
    }
    return ReadMeaning() ? Scan::kDone : Scan::kBad;
  }

 private:
  Scan Bad(int status, std::string_view message) {
    problem_ = {status, message};
    return Scan::kBad;
  }
  bool Refuse(std::string_view message, int status = 400) {
    problem_ = {status, message};
    return false;
  }

  bool ReadFirstLine(std::string_view line) {
    const size_t first = line.find(' ');
    const size_t last = line.rfind(' ');
    if (first == line.npos || first == last) return Refuse("the first line is not a request");
    head_.method = line.substr(0, first);
    head_.target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (!IsToken(head_.method)) return Refuse("the method is not a word");
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
      return Refuse("the version of HTTP is not spoken", version.starts_with("HTTP/") ? 505 : 400);
    }
    head_.minor = version.back() - '0';
    const bool is_whole = !head_.target.empty() && AreAll(head_.target, kTarget);
    // Neither an absolute URI nor an authority: this is no proxy.
    const bool asks_server = head_.target == "*" && head_.method == "OPTIONS";
    if (!is_whole || (head_.target.front() != '/' && !asks_server)) {
      return Refuse("the target is not a path");
    }
    if (head_.target.find('#') != std::string_view::npos)
      return Refuse("the target has a fragment");
    const size_t mark = head_.target.find('?');
    head_.path = head_.target.substr(0, mark);
    if (mark != head_.target.npos) head_.query = head_.target.substr(mark + 1);
    return true;
  }

  bool ReadField(std::string_view line) {
    if (head_.fields.size() == limits_.fields) return Refuse("there are too many fields", 431);
    if (line.starts_with(' ') || line.starts_with('\t')) return Refuse("a field is folded");
    const size_t colon = line.find(':');
    if (colon == line.npos || !IsToken(line.substr(0, colon))) {
      return Refuse("a field has no name");
    }
    const std::string_view value = line.substr(colon + 1);
    if (!AreAll(value, kValue)) {
      return Refuse("a field holds a control character");
    }
    head_.fields.push_back({line.substr(0, colon), Trimmed(value)});
    return true;
  }

  // What the fields say of the request itself.
  bool ReadMeaning() {
    size_t hosts = 0;
    size_t lengths = 0;
    size_t codings = 0;
    head_.keeps_alive = head_.minor == 1;
    for (const auto& [name, value] : head_.fields) {
      if (EqualsIgnoringCase(name, "host")) {
        ++hosts;
        head_.host = value;
      } else if (EqualsIgnoringCase(name, "content-length")) {
        ++lengths;
        if (!ReadLength(value, &head_.content_length)) return Refuse("the length is not a number");
      } else if (EqualsIgnoringCase(name, "transfer-encoding")) {
        ++codings;
        if (!EqualsIgnoringCase(value, "chunked")) return Refuse("the coding is not chunked", 501);
      } else if (EqualsIgnoringCase(name, "connection")) {
        if (HasWord(value, "close")) head_.keeps_alive = false;
        if (head_.minor == 0 && HasWord(value, "keep-alive")) head_.keeps_alive = true;
      } else if (EqualsIgnoringCase(name, "expect")) {
        if (!EqualsIgnoringCase(value, "100-continue"))
          return Refuse("nothing is known of that", 417);
        head_.expects_continue = head_.minor == 1;
      } else if (EqualsIgnoringCase(name, "trailer")) {
        return Refuse("trailers are not read");
      }
    }
    if (hosts > 1 || (hosts == 0 && head_.minor == 1)) return Refuse("there must be one host");
    if (lengths > 1) return Refuse("there are two lengths");
    if (codings > 1) return Refuse("there are two codings");
    if (lengths > 0 && codings > 0) return Refuse("there is a length besides a coding");
    if (codings > 0 && head_.minor == 0) return Refuse("HTTP/1.0 has no codings");
    head_.is_chunked = codings > 0;
    return true;
  }

  const HeadLimits& limits_;
  RequestHead& head_;
  ScanProblem& problem_;
};

// A CR or LF that is no part of a line's end, or a NUL, from `begin` to `end`.
bool HasStrayByte(std::string_view bytes, size_t begin, size_t end) {
  for (size_t at = begin; at < end; ++at) {
    const char byte = bytes[at];
    if (!Is(byte, kBreak)) [[likely]]
      continue;
    if (byte == '\0') return true;
    if (byte == '\n' && (at == 0 || bytes[at - 1] != '\r')) return true;
    // The last byte may be a CR whose LF has not come yet.
    if (byte == '\r' && at + 1 < bytes.size() && bytes[at + 1] != '\n') return true;
  }
  return false;
}

}  // namespace

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](char one, char other) { return Lower(one) == Lower(other); });
}

std::string_view RequestHead::Find(std::string_view name) const {
  for (const Field& field : fields) {
    if (EqualsIgnoringCase(field.name, name)) return field.value;
  }
  return {};
}

bool RequestHead::Has(std::string_view name) const {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return EqualsIgnoringCase(field.name, name); });
}

size_t RequestHead::Count(std::string_view name) const {
  return static_cast<size_t>(std::count_if(fields.begin(), fields.end(), [&](const Field& field) {
    return EqualsIgnoringCase(field.name, name);
  }));
}

Scan ScanHead(std::string_view bytes, const HeadLimits& limits, size_t* scanned, RequestHead* head,
              ScanProblem* problem) {
  const size_t from = *scanned > 3 ? *scanned - 3 : 0;
  const size_t end = bytes.find("\r\n\r\n", from);
  const size_t seen = end == bytes.npos ? bytes.size() : end + 4;
  if (HasStrayByte(bytes, from, seen)) {
    *problem = {400, "a line does not end as lines do, or holds a NUL"};
    return Scan::kBad;
  }
  if (seen > limits.bytes) {
    *problem = {431, "the head is too long"};
    return Scan::kBad;
  }
  if (end == bytes.npos) {
    const bool has_line = bytes.find("\r\n") != bytes.npos;
    if (!has_line && bytes.size() > limits.line + 1) {
      *problem = {414, "the first line is too long"};
      return Scan::kBad;
    }
    *scanned = bytes.size();
    return Scan::kIncomplete;
  }
  // The fields keep their memory.
  std::vector<Field> fields = std::move(head->fields);
  fields.clear();
  *head = RequestHead();
  head->fields = std::move(fields);
  head->size = end + 4;
  return Reader(limits, head, problem).Run(bytes.substr(0, end + 2));
}

}  // namespace galley::server
