// Values nested very deeply, on a small stack: depth costs memory only.  The
// work runs in a thread with a stack of 64 KiB, where a function that calls
// itself once a level would end the process.

#include <string>

#include "base/stack_testing.h"
#include "base/writer.h"
#include "value/compare.h"
#include "value/value_testing.h"

namespace galley {
namespace {

constexpr int kDepth = 100'000;

// What the thread found out.
struct Findings {
  bool equal = false;
  bool different = true;
  bool ordered = false;
  Order order = Order::kUnordered;
  bool same_hash = false;
  bool copy_equal = false;
  bool has_json = false;
  size_t repr = 0;
  size_t js = 0;
  size_t json = 0;
  bool indented_overflowed = false;
  Exhausted exhausted = Exhausted::kMemory;
};

// [[[...[innermost]...]]], or the same of maps and tuples in turn.
Value Nested(Heap* heap, Value innermost, Kind kind) {
  Value value = innermost;
  for (int i = 0; i < kDepth; ++i) {
    if (kind == Kind::kMap) {
      MapEntry* entries = heap->NewEntries(1);
      entries[0] = {Value::String("k"), value};
      value = heap->NewMap(entries, 1);
    } else {
      value = kind == Kind::kList ? heap->NewList({&value, 1}) : heap->NewTuple({&value, 1});
    }
  }
  return value;
}

void Examine(Kind kind, Findings* findings) {
  Heap heap{Limits()};
  Meter* meter = &heap.meter();
  const Value a = Nested(&heap, Value::Int(1), kind);
  const Value b = Nested(&heap, Value::Int(1), kind);
  const Value c = Nested(&heap, Value::Int(2), kind);

  findings->equal = Equals(a, b, meter);
  findings->different = Equals(a, c, meter);
  Kind x;
  Kind y;
  findings->ordered = Compare(a, c, meter, &findings->order, &x, &y);
  findings->same_hash = IsHashable(a, meter) && HashOf(a, meter) == HashOf(b, meter) &&
                        HashOf(a, meter) != HashOf(c, meter) && EqualKeys(a, b, meter);
  findings->copy_equal = Equals(heap.Copy(a), a, meter);

  BufferWriter repr;
  PrintRepr(a, &repr, meter);
  findings->repr = repr.size();
  BufferWriter js;
  PrintJs(a, &js, meter);
  findings->js = js.size();
  BufferWriter json;
  findings->has_json = PrintJson(a, {.sort_keys = true}, &json, meter);
  findings->json = json.size();
  BufferWriter indented(1 << 20);
  PrintJson(a, {.indent = 2}, &indented, meter);
  findings->indented_overflowed = indented.overflowed();
  findings->exhausted = heap.exhausted();
}

TEST(Deep, ListsAreComparedPrintedAndCopied) {
  Findings findings;
  RunOnSmallStack([&] { Examine(Kind::kList, &findings); });
  EXPECT_TRUE(findings.equal);
  EXPECT_FALSE(findings.different);
  EXPECT_TRUE(findings.ordered);
  EXPECT_EQ(findings.order, Order::kLess);
  EXPECT_FALSE(findings.same_hash);  // lists have none
  EXPECT_TRUE(findings.copy_equal);
  EXPECT_EQ(findings.repr, 2u * kDepth + 1);
  EXPECT_EQ(findings.js, 1u);
  EXPECT_TRUE(findings.has_json);
  EXPECT_EQ(findings.json, 2u * kDepth + 1);
  EXPECT_TRUE(findings.indented_overflowed);
  EXPECT_EQ(findings.exhausted, Exhausted::kNo);
}

TEST(Deep, TuplesAreHashedAsWell) {
  Findings findings;
  RunOnSmallStack([&] { Examine(Kind::kTuple, &findings); });
  EXPECT_TRUE(findings.equal);
  EXPECT_FALSE(findings.different);
  EXPECT_EQ(findings.order, Order::kLess);
  EXPECT_TRUE(findings.same_hash);
  EXPECT_TRUE(findings.copy_equal);
  EXPECT_EQ(findings.repr, 3u * kDepth + 1);  // (((1,),),)
  EXPECT_EQ(findings.json, 2u * kDepth + 1);
  EXPECT_EQ(findings.exhausted, Exhausted::kNo);
}

TEST(Deep, MapsAreComparedPrintedAndCopied) {
  Findings findings;
  RunOnSmallStack([&] { Examine(Kind::kMap, &findings); });
  EXPECT_TRUE(findings.equal);
  EXPECT_FALSE(findings.different);
  EXPECT_FALSE(findings.ordered);  // maps have no order
  EXPECT_TRUE(findings.copy_equal);
  EXPECT_EQ(findings.repr, 7u * kDepth + 1);  // {'k': 1}
  EXPECT_EQ(findings.js, std::string("[object Object]").size());
  EXPECT_EQ(findings.json, 6u * kDepth + 1);  // {"k":1}
  EXPECT_EQ(findings.exhausted, Exhausted::kNo);
}

TEST(Deep, TuplesServeAsKeys) {
  uint32_t position = kNoPosition;
  RunOnSmallStack([&] {
    Heap heap{Limits()};
    MapEntry* entries = heap.NewEntries(20);
    for (int i = 0; i < 19; ++i) entries[i] = {Value::Int(i), Value::None()};
    entries[19] = {Nested(&heap, Value::Int(1), Kind::kTuple), Value::None()};
    const Value map = heap.NewMap(entries, 20);
    position = FindKey(map, Nested(&heap, Value::Double(1), Kind::kTuple), &heap.meter());
  });
  EXPECT_EQ(position, 19u);
}

TEST(Deep, IsRefusedByALimitWithoutAnyHarm) {
  Exhausted exhausted = Exhausted::kNo;
  RunOnSmallStack([&] {
    Limits limits;
    limits.heap = 1 << 20;
    Heap heap(limits);
    Value value = Value::Int(1);
    for (int i = 0; i < kDepth; ++i) value = heap.NewList({&value, 1});
    exhausted = heap.exhausted();
  });
  EXPECT_EQ(exhausted, Exhausted::kHeap);
}

}  // namespace
}  // namespace galley
