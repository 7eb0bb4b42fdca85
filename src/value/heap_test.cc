#include "value/heap.h"

#include <string>

#include "value/compare.h"
#include "value/function.h"
#include "value/value_testing.h"

namespace galley {
namespace {

Limits WithHeap(uint64_t bytes) {
  Limits limits;
  limits.heap = bytes;
  return limits;
}

Limits WithSteps(uint64_t steps) {
  Limits limits;
  limits.steps = steps;
  return limits;
}

class HeapTest : public ValueTest {};

TEST(Meter, AllowsExactlyItsSteps) {
  Meter meter(WithSteps(10));
  EXPECT_TRUE(meter.Step(9));
  EXPECT_TRUE(meter.Step());
  EXPECT_EQ(meter.exhausted(), Exhausted::kNo);
  EXPECT_FALSE(meter.Step());
  EXPECT_EQ(meter.exhausted(), Exhausted::kSteps);
}

TEST(Meter, PaysOneStepForEachStartedSixtyFourBytes) {
  Meter meter(WithSteps(100));
  meter.StepBytes(0);
  EXPECT_EQ(meter.steps_left(), 100u);
  meter.StepBytes(1);
  EXPECT_EQ(meter.steps_left(), 99u);
  meter.StepBytes(64);
  EXPECT_EQ(meter.steps_left(), 98u);
  meter.StepBytes(65);
  EXPECT_EQ(meter.steps_left(), 96u);
  EXPECT_FALSE(meter.StepBytes(UINT64_MAX));
}

TEST(Meter, KeepsTheFirstReasonAndHasNothingLeft) {
  Meter meter{Limits()};
  EXPECT_FALSE(meter.Stop(Exhausted::kList));
  EXPECT_FALSE(meter.Stop(Exhausted::kMemory));
  EXPECT_EQ(meter.exhausted(), Exhausted::kList);
  EXPECT_EQ(meter.steps_left(), 0u);
  EXPECT_EQ(meter.bytes_left(), 0u);
  meter.Give(100);
  EXPECT_EQ(meter.bytes_left(), 0u);
  EXPECT_FALSE(meter.Step());
  EXPECT_FALSE(meter.Take(1));
}

TEST(Meter, NeverAllowsMoreThanAValueCanHold) {
  Limits limits;
  limits.string = UINT64_MAX;
  limits.list = UINT64_MAX;
  Meter meter(limits);
  EXPECT_TRUE(meter.FitsString(UINT32_MAX));
  EXPECT_TRUE(meter.FitsList(UINT32_MAX - 1));
  EXPECT_FALSE(meter.FitsString(uint64_t{UINT32_MAX} + 1));
  Meter lists(limits);
  EXPECT_FALSE(lists.FitsList(UINT32_MAX));
}

TEST_F(HeapTest, CopiesStrings) {
  std::string text = "some text";
  const Value value = heap_.NewString(text, kWritten);
  text = "other txt";
  EXPECT_EQ(value.as_string(), "some text");
  EXPECT_TRUE(value.is_written());
  EXPECT_EQ(heap_.NewString("").as_string(), "");
}

TEST(Heap, AllowsExactlyItsBytes) {
  Heap heap(WithHeap(64));
  EXPECT_EQ(heap.NewString(std::string(64, 'x')).size(), 64u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kNo);
  EXPECT_EQ(heap.NewString("x").size(), 0u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kHeap);

  Heap another(WithHeap(64));
  EXPECT_EQ(another.NewString(std::string(65, 'x')).size(), 0u);
  EXPECT_EQ(another.exhausted(), Exhausted::kHeap);
}

TEST(Heap, AllowsStringsUpToTheirLimit) {
  Limits limits;
  limits.string = 10;
  Heap heap(limits);
  EXPECT_EQ(heap.NewString("0123456789").size(), 10u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kNo);
  EXPECT_EQ(heap.NewString("0123456789a").size(), 0u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kString);
}

TEST(Heap, AllowsListsAndMapsUpToTheirLimit) {
  Limits limits;
  limits.list = 10;
  for (const bool map : {false, true}) {
    Heap heap(limits);
    const auto make = [&](size_t size) -> const void* {
      if (map) return heap.NewEntries(size);
      return heap.NewItems(size);
    };
    EXPECT_NE(make(10), nullptr);
    EXPECT_EQ(heap.exhausted(), Exhausted::kNo);
    EXPECT_EQ(make(11), nullptr);
    EXPECT_EQ(heap.exhausted(), Exhausted::kList);
  }
}

TEST(Heap, MakesOnlyEmptyValuesOnceExhausted) {
  Heap heap(WithHeap(8));
  const Value items[] = {Value::Int(1), Value::Int(2)};
  EXPECT_EQ(heap.NewList(items).size(), 0u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kHeap);
  EXPECT_EQ(heap.NewString("x").size(), 0u);
  EXPECT_EQ(heap.NewTuple(items).size(), 0u);
  EXPECT_EQ(heap.NewBytes(1), nullptr);
  EXPECT_EQ(heap.NewItems(1), nullptr);
  EXPECT_EQ(heap.NewMap(heap.NewEntries(3), 3).size(), 0u);
  EXPECT_TRUE(heap.Copy(Value::Int(1)).is_undefined());
  HeapWriter out(&heap);
  out.Append("x");
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.Finish().size(), 0u);
}

TEST(Heap, StartsAnewWithItsMemory) {
  Heap heap(WithHeap(100));
  heap.NewString(std::string(101, 'x'));
  EXPECT_NE(heap.exhausted(), Exhausted::kNo);
  heap.Reset(WithHeap(200));
  EXPECT_EQ(heap.exhausted(), Exhausted::kNo);
  EXPECT_EQ(heap.NewString(std::string(101, 'x')).size(), 101u);
}

TEST_F(HeapTest, ChargesAtLeastTheBytesItHandsOut) {
  const uint64_t bytes = meter().bytes_left();
  const uint64_t steps = meter().steps_left();
  heap_.NewString(std::string(1000, 'x'));
  heap_.NewItems(100);
  heap_.NewEntries(100);
  EXPECT_GE(bytes - meter().bytes_left(), 1000 + 100 * sizeof(Value) + 100 * sizeof(MapEntry));
  EXPECT_GE(steps - meter().steps_left(), (1000 + 1600 + 3200) / 64u);
}

TEST_F(HeapTest, MakesEmptyContainers) {
  EXPECT_EQ(L({}).size(), 0u);
  EXPECT_EQ(T({}).size(), 0u);
  EXPECT_EQ(M({}).size(), 0u);
  EXPECT_NE(heap_.NewItems(0), nullptr);
  EXPECT_NE(heap_.NewEntries(0), nullptr);
  EXPECT_EQ(L({}, ListForm::kRange).form(), ListForm::kRange);
}

TEST_F(HeapTest, KeepsTheOrderOfMapsOfEverySize) {
  for (uint32_t size = 0; size < 70; ++size) {
    const Value map = Numbered(size);
    ASSERT_EQ(map.size(), size);
    for (uint32_t i = 0; i < size; ++i) {
      EXPECT_EQ(EntriesOf(map)[i].value.as_int(), i);
      EXPECT_EQ(FindKey(map, "k" + std::to_string(i)), i);
    }
    EXPECT_EQ(FindKey(map, "k" + std::to_string(size)), kNoPosition);
  }
}

TEST_F(HeapTest, UsesRoomForMoreEntriesThanThereAre) {
  for (const uint32_t size : {0u, 3u, 8u, 9u, 20u, 100u}) {
    MapEntry* entries = heap_.NewEntries(100);
    for (uint32_t i = 0; i < size; ++i) {
      entries[i] = {heap_.NewString("k" + std::to_string(i)), I(i)};
    }
    const Value map = heap_.NewMap(entries, size);
    ASSERT_EQ(map.size(), size);
    for (uint32_t i = 0; i < size; ++i) EXPECT_EQ(FindKey(map, "k" + std::to_string(i)), i);
    EXPECT_EQ(FindKey(map, "missing"), kNoPosition);
  }
}

TEST_F(HeapTest, OfEqualKeysTheFirstKeepsItsPlaceAndTheLastGivesTheValue) {
  EXPECT_EQ(Repr(M({{S("a"), I(1)}, {S("b"), I(2)}, {S("a"), I(3)}})), "{'a': 3, 'b': 2}");
  EXPECT_EQ(Repr(M({{I(1), S("int")}, {B(true), S("bool")}, {D(1.0), S("float")}})),
            "{1: 'float'}");
  EXPECT_EQ(Repr(M({{S(""), I(1)}, {S(""), I(2)}, {T({I(1)}), I(3)}, {T({D(1)}), I(4)}})),
            "{'': 2, (1,): 4}");
}

// Maps of every size before and after equal keys are dropped, so that the table
// is left out, kept and rebuilt.
TEST_F(HeapTest, DropsEqualKeysOfMapsOfEverySize) {
  for (uint32_t size = 1; size < 60; ++size) {
    for (uint32_t distinct = 1; distinct <= size; ++distinct) {
      heap_.Reset(Limits());
      MapEntry* entries = heap_.NewEntries(size);
      for (uint32_t i = 0; i < size; ++i) {
        entries[i] = {heap_.NewString("k" + std::to_string(i % distinct)), I(i)};
      }
      const Value map = heap_.NewMap(entries, size);
      ASSERT_EQ(map.size(), distinct);
      for (uint32_t i = 0; i < distinct; ++i) {
        const uint32_t at = FindKey(map, "k" + std::to_string(i));
        ASSERT_EQ(at, i);
        const uint32_t last = i + (size - 1 - i) / distinct * distinct;
        ASSERT_EQ(EntriesOf(map)[at].value.as_int(), last);
      }
      ASSERT_EQ(FindKey(map, "missing"), kNoPosition);
    }
  }
}

TEST(Heap, MakesNoMapWhoseKeysCostMoreThanTheStepsLeft) {
  constexpr uint32_t kSize = 20'000;
  Limits limits;
  limits.steps = 100'000;
  Heap heap(limits);
  MapEntry* entries = heap.NewEntries(kSize);
  for (uint32_t i = 0; i < kSize; ++i) {
    entries[i] = {heap.NewString(std::to_string(i) + std::string(100, 'x')), Value()};
  }
  ASSERT_EQ(heap.exhausted(), Exhausted::kNo);
  heap.meter().Step(heap.meter().steps_left() - kSize - 100);
  EXPECT_EQ(heap.NewMap(entries, kSize).size(), 0u);
  EXPECT_EQ(heap.exhausted(), Exhausted::kSteps);
}

TEST_F(HeapTest, CopiesEverythingButFunctions) {
  const Function function = {1, "f"};
  const Value original =
      L({None(), B(true), I(-3), D(1.5), heap_.NewString("text", kSafe), T({I(1), L({})}),
         M({{S("k"), L({I(1)})}, {I(2), S("v")}}), Numbered(30), L({I(0), I(1)}, ListForm::kRange),
         Value::Callable(&function)});
  Value copy;
  Heap other{Limits()};
  {
    copy = other.Copy(original);
    EXPECT_EQ(Repr(copy), Repr(original));
    EXPECT_TRUE(Equals(copy, original, &meter()));
  }
  const std::string printed = Repr(original);
  heap_.Reset(Limits());
  heap_.NewString(std::string(4000, '\xff'));  // over what was there
  EXPECT_EQ(Repr(copy), printed);
  EXPECT_TRUE(copy.items()[4].is_safe());
  EXPECT_EQ(FindKey(copy.items()[7], "k29"), 29u);
  EXPECT_EQ(copy.items()[8].form(), ListForm::kRange);
}

TEST_F(HeapTest, CopiesTheNameOfAnUndefined) {
  const Value* name = new (heap_.NewItems(1)) Value(heap_.NewString("missing"));
  Heap other{Limits()};
  const Value copy = other.Copy(Value::Undefined(name, Kind::kMap));
  heap_.Reset(Limits());
  heap_.NewString(std::string(100, '\xff'));
  ASSERT_TRUE(copy.is_undefined());
  EXPECT_EQ(copy.undefined_name()->as_string(), "missing");
  Kind owner = Kind::kNone;
  EXPECT_TRUE(copy.undefined_owner(&owner));
  EXPECT_EQ(owner, Kind::kMap);
}

TEST_F(HeapTest, CopyStopsAtTheLimit) {
  const Value list = L({S("a"), S("b"), L({S("c")})});
  Heap enough(WithHeap(4 * 16 + 3 * 8));
  EXPECT_EQ(Repr(enough.Copy(list)), "['a', 'b', ['c']]");
  Heap little(WithHeap(4 * 16 + 3 * 8 - 1));
  EXPECT_TRUE(little.Copy(list).is_undefined());
  EXPECT_EQ(little.exhausted(), Exhausted::kHeap);
}

TEST_F(HeapTest, WriterBuildsOneString) {
  HeapWriter out(&heap_);
  std::string expected;
  for (int i = 0; i < 5000; ++i) {
    out.Append(std::to_string(i));
    expected += std::to_string(i);
  }
  const Value value = out.Finish(kSafe);
  EXPECT_EQ(value.as_string(), expected);
  EXPECT_TRUE(value.is_safe());
}

TEST_F(HeapTest, WriterSurvivesOtherValuesMadeMeanwhile) {
  HeapWriter out(&heap_);
  std::string expected;
  for (int i = 0; i < 300; ++i) {
    out.Append("some text ");
    expected += "some text ";
    const Value other = heap_.NewString("between");
    EXPECT_EQ(other.as_string(), "between");
  }
  EXPECT_EQ(out.Finish().as_string(), expected);
}

TEST_F(HeapTest, WriterGivesBackWhatItDidNotUse) {
  const uint64_t before = meter().bytes_left();
  HeapWriter out(&heap_);
  out.Append("abc");
  const Value value = out.Finish();
  EXPECT_EQ(before - meter().bytes_left(), 8u);
  const Value next = heap_.NewString("next");
  EXPECT_EQ(next.as_string().data(), value.as_string().data() + 8);
  EXPECT_EQ(value.as_string(), "abc");
}

TEST_F(HeapTest, WriterThatWroteNothingMakesAnEmptyString) {
  HeapWriter out(&heap_);
  EXPECT_EQ(out.view(), "");
  EXPECT_EQ(out.Finish().as_string(), "");
}

TEST(HeapWriter, TakesExactlyTheLimitOfStrings) {
  for (const uint64_t limit : {1u, 10u, 63u, 64u, 65u, 100u, 1000u}) {
    Limits limits;
    limits.string = limit;
    Heap heap(limits);
    HeapWriter out(&heap);
    for (uint64_t i = 0; i < limit; ++i) out.Append('x');
    EXPECT_FALSE(out.overflowed()) << limit;
    EXPECT_EQ(out.size(), limit);
    out.Append('x');
    EXPECT_TRUE(out.overflowed()) << limit;
    EXPECT_EQ(heap.exhausted(), Exhausted::kString) << limit;
    EXPECT_EQ(out.Finish().size(), 0u) << limit;
  }
}

TEST(HeapWriter, UsesTheHeapToTheLastBytes) {
  Heap heap(WithHeap(1000));
  HeapWriter out(&heap);
  out.Append(std::string(600, 'x'));
  out.Append(std::string(400, 'y'));
  EXPECT_FALSE(out.overflowed());
  EXPECT_EQ(out.Finish().size(), 1000u);
  EXPECT_EQ(heap.meter().bytes_left(), 0u);
}

TEST(HeapWriter, StopsWithTheHeap) {
  Heap heap(WithHeap(100));
  HeapWriter out(&heap);
  out.Append(std::string(104, 'x'));
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(heap.exhausted(), Exhausted::kHeap);
}

}  // namespace
}  // namespace galley
