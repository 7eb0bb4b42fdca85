// ChunkedBody: a body that comes in chunks, as far as it came.
//
// Framing counts: what is not body is limited too, so nobody sends bytes for ever that no
// limit sees.  Trailers are refused.
#ifndef GALLEY_APPS_SERVER_CHUNKED_BODY_H_
#define GALLEY_APPS_SERVER_CHUNKED_BODY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace galley::server {

class ChunkedBody {
 public:
  enum class State : uint8_t { kMore, kDone, kBad, kTooLong };

  explicit ChunkedBody(uint64_t longest) : longest_(longest) {}

  // Takes what came, adds what is body to `body`, and says how much it took.
  State Take(std::string_view bytes, std::string* body, size_t* taken);

 private:
  enum class Place : uint8_t { kSize, kData, kDataEnd, kLast };

  bool ReadSizeLine(std::string_view line);

  uint64_t longest_;
  uint64_t left_ = 0;     // of this chunk
  uint64_t framing_ = 0;  // bytes that were no body
  Place place_ = Place::kSize;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_CHUNKED_BODY_H_
