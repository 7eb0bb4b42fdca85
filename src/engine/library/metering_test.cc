// The property behind every limit: a builtin pays for what it does.  What it
// produces it has taken from the heap, and each item it visits, and each 64 bytes,
// has cost a step.  One table for all builtins, and a test that none is missing.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/library/families.h"
#include "engine/library/library_testing.h"

namespace galley {
namespace {

constexpr size_t kItems = 4096;
constexpr size_t kBytes = 65536;

// What a call must look at, at the least.
enum class Visits : uint8_t { kNothing, kEachItem, kEachByte };

struct Case {
  std::string_view builtin;     // `filter abs`, `test odd`, `method str.upper`, `global range`
  std::string_view expression;  // a call of it, on the large operands below
  Visits visits;
};

using enum Visits;

constexpr Case kCases[] = {
    {"filter abs", "-5|abs", kNothing},
    {"filter attr", "map|attr('get')", kNothing},
    {"filter batch", "items|batch(3, 'x')", kEachItem},
    {"filter capitalize", "text|capitalize", kEachByte},
    {"filter center", "'x'|center(65536)", kEachByte},
    {"filter count", "text|count", kEachByte},
    {"filter d", "missing|d(text)", kNothing},
    {"filter default", "missing|default(text)", kNothing},
    {"filter dictsort", "map|dictsort", kEachItem},
    {"filter e", "text|e", kEachByte},
    {"filter escape", "text|escape", kEachByte},
    {"filter filesizeformat", "5000|filesizeformat", kNothing},
    {"filter first", "text|first", kNothing},
    {"filter float", "digits|float", kEachByte},
    {"filter forceescape", "text|forceescape", kEachByte},
    {"filter format", "'%s'|format(text)", kEachByte},
    {"filter groupby", "rows|groupby('a')", kEachItem},
    {"filter indent", "text|indent", kEachByte},
    {"filter int", "digits|int(0)", kEachByte},
    {"filter items", "map|items", kEachItem},
    {"filter join", "words|join(', ')", kEachItem},
    {"filter last", "text|last", kNothing},
    {"filter length", "text|length", kEachByte},
    {"filter list", "text|list", kEachByte},
    {"filter lower", "text|lower", kEachByte},
    {"filter map", "rows|map(attribute='a')", kEachItem},
    {"filter map", "items|map('abs')", kEachItem},
    {"filter max", "items|max", kEachItem},
    {"filter min", "items|min", kEachItem},
    {"filter pprint", "items|pprint", kEachItem},
    {"filter random", "items|random", kNothing},
    {"filter reject", "items|reject('odd')", kEachItem},
    {"filter rejectattr", "rows|rejectattr('a')", kEachItem},
    {"filter replace", "text|replace('o', 'oo')", kEachByte},
    {"filter reverse", "items|reverse", kEachItem},
    {"filter reverse", "text|reverse", kEachByte},
    {"filter round", "2.5|round", kNothing},
    {"filter safe", "text|safe", kNothing},
    {"filter select", "items|select", kEachItem},
    {"filter selectattr", "rows|selectattr('a', 'odd')", kEachItem},
    {"filter slice", "items|slice(4096)", kEachItem},
    {"filter sort", "words|sort", kEachItem},
    {"filter string", "items|string", kEachItem},
    {"filter striptags", "text|striptags", kEachByte},
    {"filter sum", "items|sum", kEachItem},
    {"filter title", "text|title", kEachByte},
    {"filter tojson", "items|tojson", kEachItem},
    {"filter tojson", "text|tojson", kEachByte},
    {"filter trim", "letters|trim('a')", kEachByte},
    {"filter truncate", "text|truncate(65000, true)", kEachByte},
    {"filter unique", "words|unique", kEachItem},
    {"filter upper", "text|upper", kEachByte},
    {"filter urlencode", "text|urlencode", kEachByte},
    {"filter urlize", "text|urlize", kEachByte},
    {"filter wordcount", "text|wordcount", kEachByte},
    {"filter wordwrap", "text|wordwrap(20)", kEachByte},
    {"filter xmlattr", "map|xmlattr", kEachItem},

    {"test !=", "items is ne(same)", kEachItem},
    {"test <", "items is lt(same)", kEachItem},
    {"test <=", "items is le(same)", kEachItem},
    {"test ==", "items is eq(same)", kEachItem},
    {"test >", "items is gt(same)", kEachItem},
    {"test >=", "items is ge(same)", kEachItem},
    {"test boolean", "items is boolean", kNothing},
    {"test callable", "items is callable", kNothing},
    {"test defined", "items is defined", kNothing},
    {"test divisibleby", "6 is divisibleby(3)", kNothing},
    {"test eq", "items is eq(same)", kEachItem},
    {"test equalto", "text is equalto(copy)", kEachByte},
    {"test escaped", "text is escaped", kNothing},
    {"test even", "2 is even", kNothing},
    {"test false", "items is false", kNothing},
    {"test filter", "text is filter", kEachByte},
    {"test float", "items is float", kNothing},
    {"test ge", "items is ge(same)", kEachItem},
    {"test greaterthan", "text is greaterthan(copy)", kEachByte},
    {"test gt", "items is gt(same)", kEachItem},
    {"test in", "-1 is in(items)", kEachItem},
    {"test integer", "items is integer", kNothing},
    {"test iterable", "items is iterable", kNothing},
    {"test le", "items is le(same)", kEachItem},
    {"test lessthan", "text is lessthan(copy)", kEachByte},
    {"test lower", "text is lower", kEachByte},
    {"test lt", "items is lt(same)", kEachItem},
    {"test mapping", "items is mapping", kNothing},
    {"test ne", "items is ne(same)", kEachItem},
    {"test none", "items is none", kNothing},
    {"test number", "items is number", kNothing},
    {"test odd", "1 is odd", kNothing},
    {"test sameas", "items is sameas(same)", kNothing},
    {"test sequence", "items is sequence", kNothing},
    {"test string", "items is string", kNothing},
    {"test test", "text is test", kEachByte},
    {"test true", "items is true", kNothing},
    {"test undefined", "items is undefined", kNothing},
    {"test upper", "capitals is upper", kEachByte},

    {"global cycler", "cycler(items)", kNothing},
    {"global dict", "dict(map.items())", kEachItem},
    {"global joiner", "joiner(text)", kNothing},
    {"global lipsum", "lipsum(1, false, 4096, 4097)", kEachItem},
    {"global namespace", "namespace(map)", kEachItem},
    {"global range", "range(1000, 5096)", kEachItem},

    {"method dict.clear", "map.clear()", kNothing},
    {"method dict.copy", "map.copy()", kNothing},
    {"method dict.fromkeys", "map.fromkeys(words)", kEachItem},
    {"method dict.get", "map.get(text)", kEachByte},
    {"method dict.items", "map.items()", kEachItem},
    {"method dict.keys", "map.keys()", kEachItem},
    {"method dict.pop", "map.pop()", kNothing},
    {"method dict.popitem", "map.popitem()", kNothing},
    {"method dict.setdefault", "map.setdefault()", kNothing},
    {"method dict.update", "map.update()", kNothing},
    {"method dict.values", "map.values()", kEachItem},
    {"method float.conjugate", "(1.5).conjugate()", kNothing},
    {"method float.is_integer", "(1.5).is_integer()", kNothing},
    {"method int.bit_count", "(5).bit_count()", kNothing},
    {"method int.bit_length", "(5).bit_length()", kNothing},
    {"method int.conjugate", "(5).conjugate()", kNothing},
    {"method list.append", "items.append(1)", kNothing},
    {"method list.clear", "items.clear()", kNothing},
    {"method list.copy", "items.copy()", kNothing},
    {"method list.count", "items.count(-1)", kEachItem},
    {"method list.extend", "items.extend(items)", kNothing},
    {"method list.index", "items.index(4095)", kEachItem},
    {"method list.insert", "items.insert(0, 1)", kNothing},
    {"method list.pop", "items.pop()", kNothing},
    {"method list.remove", "items.remove(1)", kNothing},
    {"method list.reverse", "items.reverse()", kNothing},
    {"method list.sort", "items.sort()", kNothing},
    {"method tuple.count", "tuple.count(-1)", kEachItem},
    {"method tuple.index", "tuple.index(4095)", kEachItem},

    {"method str.capitalize", "text.capitalize()", kEachByte},
    {"method str.casefold", "text.casefold()", kEachByte},
    {"method str.center", "'x'.center(65536)", kEachByte},
    {"method str.count", "text.count('o')", kEachByte},
    {"method str.encode", "text.encode()", kNothing},
    {"method str.endswith", "text.endswith(copy)", kEachByte},
    {"method str.expandtabs", "text.expandtabs()", kEachByte},
    {"method str.find", "text.find('?')", kEachByte},
    {"method str.format", "text.format()", kEachByte},
    {"method str.format_map", "text.format_map(map)", kEachByte},
    {"method str.index", "(text ~ '?').index('?')", kEachByte},
    {"method str.isalnum", "letters.isalnum()", kEachByte},
    {"method str.isalpha", "letters.isalpha()", kEachByte},
    {"method str.isascii", "letters.isascii()", kEachByte},
    {"method str.isdecimal", "digits.isdecimal()", kEachByte},
    {"method str.isdigit", "digits.isdigit()", kEachByte},
    {"method str.isidentifier", "letters.isidentifier()", kEachByte},
    {"method str.islower", "letters.islower()", kEachByte},
    {"method str.isnumeric", "digits.isnumeric()", kEachByte},
    {"method str.isprintable", "letters.isprintable()", kEachByte},
    {"method str.isspace", "blanks.isspace()", kEachByte},
    {"method str.istitle", "text.istitle()", kEachByte},
    {"method str.isupper", "capitals.isupper()", kEachByte},
    {"method str.join", "', '.join(words)", kEachItem},
    {"method str.ljust", "'x'.ljust(65536)", kEachByte},
    {"method str.lower", "text.lower()", kEachByte},
    {"method str.lstrip", "blanks.lstrip()", kEachByte},
    {"method str.maketrans", "text.maketrans(text, copy)", kEachByte},
    {"method str.partition", "text.partition('?')", kEachByte},
    {"method str.removeprefix", "text.removeprefix(copy)", kEachByte},
    {"method str.removesuffix", "text.removesuffix(copy)", kEachByte},
    {"method str.replace", "text.replace('o', 'oo')", kEachByte},
    {"method str.rfind", "text.rfind('?')", kEachByte},
    {"method str.rindex", "('?' ~ text).rindex('?')", kEachByte},
    {"method str.rjust", "'x'.rjust(65536)", kEachByte},
    {"method str.rpartition", "text.rpartition('?')", kEachByte},
    {"method str.rsplit", "text.rsplit()", kEachByte},
    {"method str.rstrip", "blanks.rstrip()", kEachByte},
    {"method str.split", "text.split()", kEachByte},
    {"method str.splitlines", "text.splitlines()", kEachByte},
    {"method str.startswith", "text.startswith(copy)", kEachByte},
    {"method str.strip", "blanks.strip()", kEachByte},
    {"method str.swapcase", "text.swapcase()", kEachByte},
    {"method str.title", "text.title()", kEachByte},
    {"method str.translate", "text.translate({111: 'oo'})", kEachByte},
    {"method str.upper", "text.upper()", kEachByte},
    {"method str.zfill", "'1'.zfill(65536)", kEachByte},
};

// The operands, made once, in a heap of their own that no test pays for.
class Operands {
 public:
  Operands() : heap_(Limits()) {
    std::vector<Value> items;
    std::vector<Value> words;
    std::vector<Value> rows;
    MapEntry* entries = heap_.NewEntries(kItems);
    for (size_t i = 0; i < kItems; ++i) {
      items.push_back(Value::Int(static_cast<int64_t>(i)));
      words.push_back(heap_.NewString("Word" + std::to_string(i * 7919 % kItems)));
      MapEntry* row = heap_.NewEntries(1);
      row[0] = {Value::String("a"), items.back()};
      rows.push_back(heap_.NewMap(row, 1));
      entries[i] = {words.back(), items.back()};
    }
    Add("items", heap_.NewList(items));
    Add("same", heap_.NewList(items));
    Add("tuple", heap_.NewTuple(items));
    Add("words", heap_.NewList(words));
    Add("rows", heap_.NewList(rows));
    Add("map", heap_.NewMap(entries, kItems));
    Add("text", Text("some words in a line, and then \n"));
    Add("copy", Text("some words in a line, and then \n"));
    Add("letters", Text("a"));
    Add("capitals", Text("A"));
    // Digits without end that are yet no large number.
    Add("digits", Text("0"));
    Add("blanks", Text(" "));
  }

  void GiveTo(TestExpression* test) const {
    for (const auto& [name, value] : all_) test->Set(name, value);
  }

  // True where `result` is an operand or a part of one, and so was not produced.
  bool IsView(const Value& result) const {
    for (const auto& [name, value] : all_) {
      if (Contains(value, result)) return true;
    }
    return false;
  }

 private:
  void Add(std::string_view name, const Value& value) { all_.push_back({name, value}); }

  Value Text(std::string_view part) {
    std::string text;
    while (text.size() < kBytes) text += part;
    return heap_.NewString(text.substr(0, kBytes));
  }

  static bool Contains(const Value& operand, const Value& result) {
    if (operand.is_string() && result.is_string()) {
      const char* begin = operand.as_string().data();
      return result.as_string().data() >= begin && result.as_string().data() <= begin + kBytes;
    }
    return operand.IsSame(result);
  }

  Heap heap_;
  std::vector<std::pair<std::string_view, Value>> all_;
};

// Bytes of the result itself, not of what it points to.
uint64_t Produced(const Value& result) {
  if (result.is_string()) return result.size();
  if (result.is_sequence()) return uint64_t{result.size()} * sizeof(Value);
  if (result.is_map()) return uint64_t{result.size()} * sizeof(MapEntry);
  if (IsObject(result, ObjectType::kGenerator)) {
    return static_cast<const Generator&>(*result.function()).items.size_bytes();
  }
  return 0;
}

TEST(MeteringTest, EveryBuiltinPaysForWhatItDoes) {
  const Operands operands;
  for (const Case& c : kCases) {
    TestExpression test;
    operands.GiveTo(&test);
    const uint64_t steps = test.cx().meter().steps_left();
    const uint64_t bytes = test.cx().meter().bytes_left();
    const Value result = test.Evaluate(c.expression);
    const uint64_t steps_paid = steps - test.cx().meter().steps_left();
    const uint64_t bytes_paid = bytes - test.cx().meter().bytes_left();

    EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kNo) << c.expression;
    EXPECT_FALSE(test.cx().message().starts_with("TEST")) << c.expression << test.cx().message();
    const uint64_t visited = c.visits == kEachItem   ? kItems
                             : c.visits == kEachByte ? kBytes / 64
                                                     : 0;
    EXPECT_GE(steps_paid, visited) << c.expression;
    if (test.cx().failed() || operands.IsView(result)) continue;
    EXPECT_GE(bytes_paid, Produced(result)) << c.expression;
    EXPECT_GE(steps_paid, Produced(result) / 64) << c.expression;
  }
}

void AddMethods(std::string_view type, std::span<const Builtin> family,
                std::set<std::string>* names) {
  for (const Builtin& builtin : family) {
    names->insert("method " + std::string(type) + "." + std::string(builtin.name));
  }
}

TEST(MeteringTest, NoBuiltinIsMissing) {
  std::set<std::string> names;
  for (std::string_view name : FilterNames()) names.insert("filter " + std::string(name));
  for (std::string_view name : TestNames()) names.insert("test " + std::string(name));
  for (std::string_view name : GlobalNames()) names.insert("global " + std::string(name));
  AddMethods("dict", DictMethods(), &names);
  AddMethods("float", FloatMethods(), &names);
  AddMethods("int", IntMethods(), &names);
  AddMethods("list", ListMethods(), &names);
  AddMethods("str", StringMethods(), &names);
  AddMethods("tuple", TupleMethods(), &names);
  for (const Case& c : kCases) names.erase(std::string(c.builtin));
  EXPECT_EQ(names, std::set<std::string>());
}

// Whatever a builtin is given, it ends soon after the steps do.
TEST(MeteringTest, EveryBuiltinStopsWhenStepsRunOut) {
  const Operands operands;
  for (const Case& c : kCases) {
    TestExpression test;
    operands.GiveTo(&test);
    const uint64_t left = test.cx().meter().steps_left();
    test.cx().meter().Step(left - 100);
    test.Evaluate(c.expression);
    if (c.visits == kNothing || test.cx().failed()) continue;
    EXPECT_EQ(test.cx().heap().exhausted(), Exhausted::kSteps) << c.expression;
  }
}

}  // namespace
}  // namespace galley
