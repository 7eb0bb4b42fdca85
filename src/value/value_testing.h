// What the tests of values share: a heap with room to spare, short ways to write
// values down, and printing into strings.
#ifndef GALLEY_VALUE_VALUE_TESTING_H_
#define GALLEY_VALUE_VALUE_TESTING_H_

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "value/heap.h"
#include "value/print.h"
#include "value/value.h"

namespace galley {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class ValueTest : public testing::Test {
 protected:
  static constexpr Value None() { return Value::None(); }
  static constexpr Value B(bool value) { return Value::Bool(value); }
  static constexpr Value I(int64_t value) { return Value::Int(value); }
  static constexpr Value D(double value) { return Value::Double(value); }
  // `text` is a literal.
  static constexpr Value S(std::string_view text) { return Value::String(text); }

  Value L(std::initializer_list<Value> items, ListForm form = ListForm::kPlain) {
    return heap_.NewList({items.begin(), items.size()}, form);
  }
  Value T(std::initializer_list<Value> items) {
    return heap_.NewTuple({items.begin(), items.size()});
  }
  Value M(std::initializer_list<MapEntry> entries) {
    MapEntry* room = heap_.NewEntries(entries.size());
    std::copy(entries.begin(), entries.end(), room);
    return heap_.NewMap(room, entries.size());
  }
  // {"k0": 0, "k1": 1, ...}
  Value Numbered(uint32_t size) {
    MapEntry* room = heap_.NewEntries(size);
    for (uint32_t i = 0; i < size; ++i) {
      room[i] = {heap_.NewString("k" + std::to_string(i)), I(i)};
    }
    return heap_.NewMap(room, size);
  }
  // value, [value, value], [[value, value], [value, value]], ...: small in
  // memory, and without end to whoever visits every item.
  Value Bomb(Value value, int levels, bool tuples = false) {
    for (int i = 0; i < levels; ++i) value = tuples ? T({value, value}) : L({value, value});
    return value;
  }

  std::string Str(const Value& value) {
    BufferWriter out;
    PrintStr(value, &out, &meter());
    return out.ToString();
  }
  std::string Repr(const Value& value) {
    BufferWriter out;
    PrintRepr(value, &out, &meter());
    return out.ToString();
  }
  std::string Js(const Value& value) {
    BufferWriter out;
    PrintJs(value, &out, &meter());
    return out.ToString();
  }

  Meter& meter() { return heap_.meter(); }

  Heap heap_{Limits()};
};

}  // namespace galley

#endif  // GALLEY_VALUE_VALUE_TESTING_H_
