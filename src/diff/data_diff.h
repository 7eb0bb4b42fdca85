// Where two contexts differ, value by value, and each difference made alone.
#ifndef GALLEY_DIFF_DATA_DIFF_H_
#define GALLEY_DIFF_DATA_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "value/heap.h"
#include "value/value.h"

namespace galley::diff {

// A value that is not the same on both sides; undefined where one has none.
struct DataChange {
  enum class Kind : uint8_t {
    kValue,
    kOrder,   // a list of equal items in another order
    kLength,  // a list that is longer on one side; what both have is alike or told of before
  } kind = Kind::kValue;
  std::string path;                // `a.b[2]["odd key"]`
  std::vector<std::string> steps;  // to it; indices as numbers
  Value before;
  Value after;
};

// In the order of B, at most `most` of them.
std::vector<DataChange> FindDataChanges(const Value& a, const Value& b, size_t most, Heap* heap);

// `a` with nothing changed but that.
Value WithChange(const Value& a, const DataChange& change, Heap* heap);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_DATA_DIFF_H_
