// Twice the input takes twice the work.  Every shape is run at four sizes; what grows
// faster than n^1.3, or takes too much for each byte, is found here and not by a user.
//
// Work is counted, never timed: blocks of our code that ran, and bytes asked for.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/doubling/shapes.h"
#include "tests/doubling/work_count.h"
#include "tests/process/process.h"

namespace {
thread_local uint64_t bytes_asked_for = 0;
}

extern "C" void __sanitizer_malloc_hook(const volatile void*, size_t size) {
  bytes_asked_for += size;
}

namespace galley::testing {
namespace {

constexpr double kMostExponent = 1.3;
// A byte of input that takes more than this takes a second with a request of some kB.
constexpr double kMostForOneByte = 5'000;
// What 64 bytes from the system count, which is what copying them there does.
constexpr uint64_t kBytesInOneBlock = 64;

// A row of a store stands for so many.
constexpr size_t kBytesOfRow = 64;

uint64_t Work() { return BlocksRun() + bytes_asked_for / kBytesInOneBlock; }

struct Size {
  double bytes;
  double work;
};

Size Measure(const Shape& shape, uint32_t count) {
  const TemporaryDirectory directory;
  for (uint32_t number = 0; number < count; ++number) {
    for (const Filling& filling : shape.fillings) {
      std::string params = Numbered(filling.params, number);
      ReplaceAll("%DIR%", directory.path(), &params);
      const Result<Reply> filled = Call(filling.method, params);
      EXPECT_TRUE(filled) << filled.error().diagnostics().front().message;
    }
  }
  std::string params = Expand(shape.params, count);
  ReplaceAll("%DIR%", directory.path(), &params);
  const uint64_t before = Work();
  const Result<Reply> reply = Call(shape.method, params);
  const uint64_t after = Work();
  EXPECT_EQ(reply.has_value(), shape.end == "well")
      << count << " times: " << (reply ? "a result" : reply.error().diagnostics().front().message);
  // What was put into a store is read again.
  const size_t bytes = shape.fillings.empty() ? params.size() : count * kBytesOfRow;
  return {static_cast<double>(bytes), static_cast<double>(after - before)};
}

TEST(Doubling, TwiceTheInputTakesTwiceTheWork) {
  const std::vector<Shape> shapes = ReadShapes(GALLEY_SHAPES);
  ASSERT_GT(shapes.size(), 100u);
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.method + ": " + shape.name);
    Measure(shape, shape.count);  // what is made once is made now
    Measure(shape, shape.count * 2);
    const Size four = Measure(shape, shape.count * 4);
    const Size eight = Measure(shape, shape.count * 8);
    ASSERT_GT(four.work, 1'000) << "the library does not count what it does";
    const double exponent = std::log2(eight.work / four.work);
    const double for_one_byte = (eight.work - four.work) / (eight.bytes - four.bytes);
    std::printf("%-20s %-30s %12.0f %6.2f %8.0f\n", shape.method.c_str(), shape.name.c_str(),
                eight.work, exponent, for_one_byte);
    if (!shape.may_grow) {
      EXPECT_LE(exponent, kMostExponent);
    }
    EXPECT_LE(for_one_byte, kMostForOneByte);
  }
}

// Those that are named here grow with nothing, with files on a disk, or are what others
// are made of.
TEST(Doubling, EveryOperationHasAShape) {
  std::set<std::string_view> known = {
      "catalog.reach", "chat.schema",   "config.path",       "config.view",     "diagnostics.list",
      "file.write",    "limits.list",   "instructions.init", "operations.list", "project.files",
      "prompt.render", "store.import",  "store.label",       "store.rollback",  "store.status",
      "text.names",    "tokens.import", "tokens.list",       "version"};
  const std::vector<Shape> shapes = ReadShapes(GALLEY_SHAPES);
  for (const Shape& shape : shapes) known.insert(shape.method);
  const Result<Reply> reply = Call("operations.list", "{}");
  ASSERT_TRUE(reply);
  const Json operations = reply->result().Find("operations");
  ASSERT_GT(operations.size(), 40u);
  for (size_t at = 0; at < operations.size(); ++at) {
    const std::string_view name = operations.item(at).Find("name").as_string();
    EXPECT_TRUE(known.count(name) > 0) << name << " has no shape in tests/doubling";
  }
}

}  // namespace
}  // namespace galley::testing
