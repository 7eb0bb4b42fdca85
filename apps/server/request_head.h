// The head of an HTTP/1 request: its first line and its fields, read strictly.
//
// What another program in front of us could read differently is refused, not repaired: a
// bare CR or LF, folded lines, blanks before a colon, two lengths, a length besides a
// coding, any coding but `chunked`, two hosts.  So there is one opinion of where a request
// ends.
#ifndef GALLEY_APPS_SERVER_REQUEST_HEAD_H_
#define GALLEY_APPS_SERVER_REQUEST_HEAD_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace galley::server {

struct HeadLimits {
  size_t line = 8 << 10;    // bytes of the first line
  size_t bytes = 16 << 10;  // of all
  size_t fields = 64;
};

struct Field {
  std::string_view name;  // as it was sent
  std::string_view value;
};

// Views into the bytes that it was read from.
struct RequestHead {
  std::string_view method;
  std::string_view target;
  std::string_view path;   // of the target, still percent-encoded
  std::string_view query;  // behind `?`, without it
  int minor = 1;           // of the version HTTP/1.minor
  std::vector<Field> fields;
  size_t size = 0;  // bytes, the empty line included

  uint64_t content_length = 0;
  bool is_chunked = false;
  bool keeps_alive = true;
  bool expects_continue = false;
  std::string_view host;

  // The value of a field, or nothing; names are compared without case.
  std::string_view Find(std::string_view name) const;
  bool Has(std::string_view name) const;
  // How often it is there.
  size_t Count(std::string_view name) const;
  bool has_body() const { return is_chunked || content_length > 0; }
};

enum class Scan : uint8_t { kIncomplete, kDone, kBad };

struct ScanProblem {
  int status = 400;
  std::string_view message;
};

// Reads the head at the start of `bytes`.  Linear, whatever they are; asked again with more
// bytes, `scanned` tells what need not be looked at for the end again.
Scan ScanHead(std::string_view bytes, const HeadLimits& limits, size_t* scanned, RequestHead* head,
              ScanProblem* problem);

// Whether two texts are the same but for the case of ASCII letters.
bool EqualsIgnoringCase(std::string_view a, std::string_view b);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_REQUEST_HEAD_H_
