#include "format/json_data.h"

#include <cstdint>
#include <string>
#include <vector>

#include "base/stack_testing.h"
#include "format/format_testing.h"
#include "format/json.h"
#include "value/compare.h"
#include "value/map.h"

namespace galley {
namespace {

std::string Read(std::string_view text, const Limits& limits = Limits()) {
  Heap heap(limits);
  return Outcome(ReadJsonData(Data(text), &heap, limits));
}

TEST(JsonDataTest, EveryKindOfValue) {
  EXPECT_EQ(Read("null"), "None");
  EXPECT_EQ(Read("[true, false]"), "[True, False]");
  EXPECT_EQ(Read("-0"), "0");
  EXPECT_EQ(Read("[-0.0, 1e5, 0.1]"), "[-0.0, 100000.0, 0.1]");
  EXPECT_EQ(Read(R"({"b": [1, {"c": ""}], "a": [], "": {}})"),
            "{'b': [1, {'c': ''}], 'a': [], '': {}}");
  EXPECT_EQ(Read(R"("\ud83d\ude00 \u0000 é")"), R"('😀 \x00 é')");
  EXPECT_EQ(Read("\xEF\xBB\xBF[1]"), "[1]");
}

TEST(JsonDataTest, NumberThatDoesNotFitIsRefused) {
  EXPECT_EQ(Read("[9223372036854775807,-9223372036854775808]"),
            "[9223372036854775807, -9223372036854775808]");
  for (const char* text : {"9223372036854775808", "18446744073709551615", "18446744073709551616",
                           "-9223372036854775809", "1e400", "{\"a\":[1,1e309]}"}) {
    EXPECT_EQ(Read(text), "[number-range]") << text;
  }
  EXPECT_EQ(Read("1e-400"), "0.0");
}

TEST(JsonDataTest, ErrorsHaveAPlaceButShowNothing) {
  Heap heap{Limits()};
  const auto result = ReadJsonData(Data("{\"key\": \"sesame\",\n \"b\" 1}"), &heap, Limits());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code(), "json-syntax");
  EXPECT_EQ(PlaceOf(result), "2:6");
  const Diagnostic& diagnostic = result.error().diagnostics()[0];
  EXPECT_EQ(diagnostic.line_text, "");
  EXPECT_EQ(diagnostic.message, "expected `:` after the key");
}

TEST(JsonDataTest, BrokenTextIsRefused) {
  for (const char* text :
       {"", " ", "[1,]", "{\"a\":1,}", "[1 2]", "nul", "\"\\ud800\"", "\"\\udc00\"",
        "\"\\ud800\\u0041\"", "\"a\nb\"", "[1] 2", "'a'", "01", "1."}) {
    EXPECT_EQ(Read(text), "[json-syntax]") << text;
  }
  EXPECT_EQ(Read("\"\xFF\""), "[invalid-utf8]");
  EXPECT_EQ(Read(std::string_view("[1]\0", 4)), "[invalid-utf8]");
  EXPECT_EQ(Read("\xFF\xFE"), "[invalid-utf8]");
}

TEST(JsonDataTest, KeyTwiceKeepsTheFirstPlaceAndTheLastValue) {
  EXPECT_EQ(Read(R"({"a":1,"b":2,"a":3})"), "{'a': 3, 'b': 2}");
  std::string text = "{";
  for (int i = 0; i < 30; ++i)
    text += "\"k" + std::to_string(i % 20) + "\":" + std::to_string(i) + ",";
  text += "\"z\":0}";
  Heap heap{Limits()};
  const auto value = ReadJsonData(Data(text), &heap, Limits());
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), 21u);
  EXPECT_EQ(FindItem(*value, "k3")->as_int(), 23);
  EXPECT_EQ(FindItem(*value, "k19")->as_int(), 19);
  EXPECT_EQ(value->entries()[3].key.as_string(), "k3");
}

TEST(JsonDataTest, EverySizeOfMapFindsItsKeys) {
  for (int size = 0; size < 40; ++size) {
    std::string text = "{";
    for (int i = 0; i < size; ++i) {
      text +=
          (i ? ",\"key number " : "\"key number ") + std::to_string(i) + "\":" + std::to_string(i);
    }
    text += "}";
    Heap heap{Limits()};
    const auto value = ReadJsonData(Data(text), &heap, Limits());
    ASSERT_TRUE(value);
    for (int i = 0; i < size; ++i) {
      const Value* item = FindItem(*value, "key number " + std::to_string(i));
      ASSERT_TRUE(item) << size;
      EXPECT_EQ(item->as_int(), i);
    }
    EXPECT_FALSE(FindItem(*value, "key number 40"));
  }
}

TEST(JsonDataTest, LargeMapsInsideOfEachOtherFindTheirKeys) {
  std::string inner = "0";
  for (int level = 0; level < 3; ++level) {
    std::string outer = "{";
    for (int i = 0; i < 20; ++i) {
      outer += (i ? ",\"" : "\"") + std::to_string(i) + "\":" + (i % 7 == 3 ? inner : "1");
    }
    inner = outer + "}";
  }
  Heap heap{Limits()};
  const auto value = ReadJsonData(Data(inner), &heap, Limits());
  ASSERT_TRUE(value);
  const Value* item = FindItem(*FindItem(*FindItem(*value, "10"), "17"), "3");
  ASSERT_TRUE(item);
  EXPECT_EQ(item->as_int(), 0);
  EXPECT_EQ(FindItem(*FindItem(*value, "3"), "19")->as_int(), 1);
}

TEST(JsonDataTest, NoStringPassesForOneOfATemplate) {
  Heap heap{Limits()};
  const auto value =
      ReadJsonData(Data("{\"k\":[\"v\",\"" + std::string(50'000, 'x') + "\"]}"), &heap, Limits());
  ASSERT_TRUE(value);
  const MapEntry& entry = value->entries()[0];
  EXPECT_FALSE(entry.key.is_written());
  EXPECT_FALSE(entry.value.items()[0].is_written());
  EXPECT_FALSE(entry.value.items()[1].is_written());
  EXPECT_EQ(entry.value.items()[1].size(), 50'000u);
}

TEST(JsonDataTest, EqualKeysOfDifferentMapsShareTheirText) {
  Heap heap{Limits()};
  const auto value =
      ReadJsonData(Data(R"([{"name":1},{"name":2},{"created_at_time":1},{"created_at_time":2}])"),
                   &heap, Limits());
  ASSERT_TRUE(value);
  const auto key = [&](size_t i) { return value->items()[i].entries()[0].key.as_string().data(); };
  EXPECT_EQ(key(0), key(1));
  EXPECT_EQ(key(2), key(3));
}

TEST(JsonDataTest, KeysThatLookAlikeStayApart) {
  // The same first 8 bytes, the same last 8, the same lengths.
  EXPECT_EQ(
      Read(R"([{"abcdefgh1":1},{"abcdefgh2":1},{"abcdefgh12345678901":1},)"
           R"({"abcdefgh1X345678901":1},{"abcdefgh":1},{"abcdefg":1},{"":1},{"\u0000":1}])"),
      R"([{'abcdefgh1': 1}, {'abcdefgh2': 1}, {'abcdefgh12345678901': 1}, )"
      R"({'abcdefgh1X345678901': 1}, {'abcdefgh': 1}, {'abcdefg': 1}, {'': 1}, {'\x00': 1}])");
}

TEST(JsonDataTest, ReaderServesManyTexts) {
  JsonDataReader reader;
  Heap heap{Limits()};
  for (int round = 0; round < 50; ++round) {
    heap.Reset(Limits());
    EXPECT_EQ(Outcome(reader.Read(Data(R"({"a":"xyz"})"), &heap, Limits())), "{'a': 'xyz'}");
    EXPECT_EQ(Outcome(reader.Read(Data(R"({"a":)"), &heap, Limits())), "[json-syntax]");
    EXPECT_EQ(Outcome(reader.Read(Data(R"([{"b":1},{"a":2}])"), &heap, Limits())),
              "[{'b': 1}, {'a': 2}]");
  }
}

TEST(JsonDataTest, SizeUpToTheLimitOfContexts) {
  Limits limits;
  limits.file = 1;
  limits.context = 5;
  EXPECT_EQ(Read("[1,2]", limits), "[1, 2]");
  EXPECT_EQ(Read("[1,2] ", limits), "[limit-size]");
}

TEST(JsonDataTest, NestingUpToTheLimit) {
  for (const uint64_t nesting :
       {uint64_t{1}, uint64_t{3}, uint64_t{128}, uint64_t{1024}, uint64_t{3000}}) {
    Limits limits;
    limits.nesting = nesting;
    const std::string open = Repeat("[", nesting);
    const std::string close = Repeat("]", nesting);
    EXPECT_EQ(Read(open + "1" + close, limits), open + "1" + close);
    EXPECT_EQ(Read(open + close, limits), open + close);
    EXPECT_EQ(Read("[" + open + close + "]", limits), "[limit-nesting]");
    EXPECT_EQ(Read("[" + open + "1" + close + "]", limits), "[limit-nesting]");
    Heap heap(limits);
    EXPECT_EQ(PlaceOf(ReadJsonData(Data("[\n" + open + close + "]"), &heap, limits)),
              "2:" + std::to_string(nesting));
  }
}

TEST(JsonDataTest, ValuesUpToTheLimitsOfTheHeap) {
  Limits limits;
  limits.list = 3;
  EXPECT_EQ(Read("[1,2,3]", limits), "[1, 2, 3]");
  EXPECT_EQ(Read("[1,2,3,4]", limits), "[limit-heap]");
  EXPECT_EQ(Read(R"({"a":1,"b":2,"c":3,"d":4})", limits), "[limit-heap]");
  limits = Limits();
  limits.string = 3;
  EXPECT_EQ(Read(R"(["abc","de"])", limits), "['abc', 'de']");
  EXPECT_EQ(Read(R"(["abcd"])", limits), "[limit-heap]");
  EXPECT_EQ(Read(R"({"abcd":1})", limits), "[limit-heap]");
  limits = Limits();
  limits.heap = 64;
  EXPECT_EQ(Read("[1,2,3,4]", limits), "[1, 2, 3, 4]");
  EXPECT_EQ(Read("[1,2,3,4,5]", limits), "[limit-heap]");
  limits = Limits();
  limits.steps = 1;
  EXPECT_EQ(Read("[1,2,3,4]", limits), "[1, 2, 3, 4]");
  EXPECT_EQ(Read("[1,2,3,4,5]", limits), "[limit-steps]");
}

TEST(JsonDataTest, HostileNestingNeedsNoStack) {
  Limits limits;
  limits.nesting = UINT64_MAX;
  const std::string lists = Repeat("[", 100'000);
  const std::string maps = Repeat("{\"a\":", 100'000);
  RunOnSmallStack([&] {
    EXPECT_EQ(Read(lists), "[limit-nesting]");
    EXPECT_EQ(Read(maps), "[limit-nesting]");
    EXPECT_EQ(Read(lists, limits), "[json-syntax]");
    EXPECT_EQ(Read(maps, limits), "[json-syntax]");
    EXPECT_EQ(Read(lists + Repeat("]", 100'000), limits).size(), 200'000u);
  });
}

TEST(JsonDataTest, ManyKeysStayLinear) {
  Limits limits;
  limits.heap = uint64_t{1} << 30;
  std::string text = "{";
  for (int i = 0; i < 500'000; ++i) text += "\"" + std::to_string(i) + "\":0,";
  text.back() = '}';
  Heap heap(limits);
  const auto value = ReadJsonData(Data(text), &heap, limits);
  ASSERT_TRUE(value);
  EXPECT_EQ(value->size(), 500'000u);
  EXPECT_TRUE(FindItem(*value, "499999"));
}

// Texts that are JSON, made at random from a seed.
class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed * 2 + 1) {}

  std::string Text() {
    std::string text;
    Append(&text);
    return text;
  }

 private:
  uint64_t Below(uint64_t bound) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return (state_ >> 33) % bound;
  }

  std::string String() {
    static constexpr const char* kPieces[] = {"a",           "key",  "é",       "\\n",
                                              "\\u00e9",     "\\\"", "\\\\",    "\\ud83d\\ude00",
                                              "longer text", " ",    "\\u0000", "😀"};
    std::string text = "\"";
    for (uint64_t i = Below(4); i > 0; --i) text += kPieces[Below(std::size(kPieces))];
    return text + "\"";
  }

  std::string Scalar() {
    static constexpr const char* kScalars[] = {"null",
                                               "true",
                                               "false",
                                               "0",
                                               "-0",
                                               "-1",
                                               "9223372036854775807",
                                               "-9223372036854775808",
                                               "1.5",
                                               "-0.0",
                                               "1e300",
                                               "1e-300",
                                               "5e-324",
                                               "2.2250738585072011e-308",
                                               "123456789012345678.5",
                                               "0.1",
                                               "1e23",
                                               "9007199254740993.0",
                                               "1E5",
                                               "0e9"};
    return Below(3) ? kScalars[Below(std::size(kScalars))] : String();
  }

  // Iterative: a stack of closing brackets.
  void Append(std::string* text) {
    std::string open;
    for (int budget = 60;; --budget) {
      const bool nest = budget > 0 && Below(3) == 0 && open.size() < 20;
      if (nest) {
        const bool map = Below(2);
        *text += map ? "{" : "[";
        open += map ? '}' : ']';
        if (Below(4) > 0) {
          if (map) *text += Key();
          continue;
        }
        *text += open.back();
        open.pop_back();
      } else {
        *text += Scalar();
      }
      while (!open.empty() && (budget <= 0 || Below(3) == 0)) {
        *text += open.back();
        open.pop_back();
      }
      if (open.empty()) return;
      *text += Below(4) ? "," : " ,\n\t";
      if (open.back() == '}') *text += Key();
    }
  }

  // Never the same twice, since documents refuse that.
  std::string Key() {
    const std::string piece = String();
    return piece.substr(0, piece.size() - 1) + std::to_string(keys_++) + "\":";
  }

  uint64_t state_;
  int keys_ = 0;
};

TEST(JsonDataTest, BothReadersAgree) {
  JsonDataReader reader;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const std::string text = Generator(seed).Text();
    Heap heap{Limits()};
    const auto data = reader.Read(Data(text), &heap, Limits());
    const auto tree = ReadJson(Document(text), Limits());
    ASSERT_TRUE(data && tree) << text;
    EXPECT_EQ(Show(*data), Show(*tree)) << text;
  }
}

TEST(JsonDataTest, BothReadersRefuseTheSame) {
  JsonDataReader reader;
  int refused = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    std::string text = Generator(seed).Text();
    text[seed * 7919 % text.size()] = "\"\\[]{},:0-e.x \x01\xC3"[seed % 16];
    Heap heap{Limits()};
    const auto data = reader.Read(Data(text), &heap, Limits());
    const auto tree = CheckJson(Data(text), Limits());
    ASSERT_EQ(data.has_value(), tree.has_value()) << text;
    if (data) continue;
    ++refused;
    EXPECT_EQ(data.error().code(), tree.error().code()) << text;
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace galley
