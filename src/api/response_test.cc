#include "api/response.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "diag/report.h"
#include "value/record.h"

namespace galley::api {
namespace {

std::string Printed(const Value& result, const std::vector<Diagnostic>& warnings) {
  BufferWriter out;
  EXPECT_TRUE(PrintResult(result, warnings, Limits(), &out));
  return out.ToString();
}

TEST(PrintResult, PutsWarningsIntoTheMap) {
  Heap heap{Limits()};
  const std::vector<Diagnostic> warnings = {Report(Code::kUsage, "one"),
                                            Report(Code::kUsage, "two")};
  const std::string one = FormatJson(warnings[0]);
  const std::string two = FormatJson(warnings[1]);
  EXPECT_EQ(Printed(NewRecord(&heap, {{"a", Value::Int(1)}}), warnings),
            R"({"a":1,"diagnostics":[)" + one + "," + two + "]}");
  EXPECT_EQ(Printed(NewRecord(&heap, {}), warnings),
            R"({"diagnostics":[)" + one + "," + two + "]}");
  EXPECT_EQ(Printed(NewRecord(&heap, {{"a", Value::Int(1)}}), {}), R"({"a":1})");
}

TEST(PrintResult, AResultBeyondTheLimitIsAnError) {
  // A list that holds itself twice, thirty times over, is small in the heap and
  // large as text.
  Heap heap{Limits()};
  Value list = Value::Int(1);
  for (int level = 0; level < 30; ++level) {
    const Value items[] = {list, list};
    list = heap.NewList(items);
  }
  Limits limits;
  limits.output = 1000;
  limits.heap = 1000;
  BufferWriter out(MaxResponse(limits));
  const auto printed = PrintResult(NewRecord(&heap, {{"list", list}}), {}, limits, &out);
  ASSERT_FALSE(printed);
  EXPECT_EQ(printed.error().code(), "limit-output");
}

TEST(NewRecord, LeavesOutWhatIsUndefined) {
  Heap heap{Limits()};
  EXPECT_EQ(Printed(NewRecord(&heap, {{"a", Value()}, {"b", Value::None()}}), {}), R"({"b":null})");
}

}  // namespace
}  // namespace galley::api
