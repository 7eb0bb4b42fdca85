// JSON data: a context, straight into Values, as fast as it comes.
//
// Values keep no places.  Where a text is refused it is read once more by the
// reader for documents, which knows where it went wrong; the message never shows
// any of the data.
#ifndef GALLEY_FORMAT_JSON_DATA_H_
#define GALLEY_FORMAT_JSON_DATA_H_

#include <memory>
#include <span>

#include "diag/source.h"
#include "format/repeated_entry.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// Keeps its buffers between texts, so that a warm reader asks the system for
// nothing.  Not thread-safe.
class JsonDataReader {
 public:
  JsonDataReader();
  ~JsonDataReader();
  JsonDataReader(JsonDataReader&&) noexcept;
  JsonDataReader& operator=(JsonDataReader&&) noexcept;

  // The value of `source`, which is of the nature data, in `heap`.  Of equal keys in
  // a map the last gives the value and the first the place; equal keys of different
  // maps mostly share their text.
  // Fails with json-syntax, number-range, invalid-utf8, limit-size,
  // limit-nesting, limit-heap or limit-steps.
  Result<Value> Read(const Source& source, Heap* heap, const Limits& limits);
  // What maps of the text read last held more than once, sorted; it points into the heap
  // and stays until the next text is read.
  std::span<const RepeatedEntry> repeated_keys() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same with a reader of its own.
Result<Value> ReadJsonData(const Source& source, Heap* heap, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_FORMAT_JSON_DATA_H_
