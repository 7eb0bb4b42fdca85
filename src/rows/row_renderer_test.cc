// RowRenderer over tables that the test builds buffer by buffer.
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"

namespace galley {
namespace {

// An array with its schema; what is not released is given back with it.
struct Made {
  ArrowSchema schema = {};
  ArrowArray array = {};
  std::deque<std::vector<char>> buffers;
  std::vector<const void*> buffer_pointers;
  std::vector<ArrowSchema*> schemas;
  std::vector<ArrowArray*> arrays;
  std::vector<std::unique_ptr<Made>> children;
  std::unique_ptr<Made> dictionary;
  std::string format, name;

  void Seal(int64_t length) {
    for (auto& child : children) {
      schemas.push_back(&child->schema);
      arrays.push_back(&child->array);
    }
    schema = {format.c_str(),
              name.c_str(),
              nullptr,
              ARROW_FLAG_NULLABLE,
              static_cast<int64_t>(schemas.size()),
              schemas.data(),
              dictionary ? &dictionary->schema : nullptr,
              [](ArrowSchema*) {},
              nullptr};
    array = {length,
             -1,
             0,
             static_cast<int64_t>(buffer_pointers.size()),
             static_cast<int64_t>(arrays.size()),
             buffer_pointers.data(),
             arrays.data(),
             dictionary ? &dictionary->array : nullptr,
             [](ArrowArray*) {},
             nullptr};
  }
  template <class T>
  void Buffer(const std::vector<T>& values) {
    const auto* begin = reinterpret_cast<const char*>(values.data());
    buffers.emplace_back(begin, begin + values.size() * sizeof(T));
    buffers.back().push_back(0);  // so that data() is not null
    buffer_pointers.push_back(buffers.back().data());
  }
  // A bit a value; an empty list: all are there.
  void Validity(const std::vector<bool>& there) {
    if (there.empty()) {
      buffer_pointers.push_back(nullptr);
      return;
    }
    std::vector<char> bits((there.size() + 7) / 8);
    for (size_t i = 0; i < there.size(); ++i) {
      if (there[i]) bits[i / 8] = static_cast<char>(bits[i / 8] | (1 << (i % 8)));
    }
    Buffer(bits);
  }
};

using Column = std::unique_ptr<Made>;

Column New(std::string format, std::string name) {
  auto made = std::make_unique<Made>();
  made->format = std::move(format);
  made->name = std::move(name);
  return made;
}

Column Texts(std::string name, const std::vector<std::string>& texts,
             const std::vector<bool>& there = {}) {
  Column made = New("u", std::move(name));
  std::vector<int32_t> offsets = {0};
  std::vector<char> bytes;
  for (const std::string& text : texts) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<int32_t>(bytes.size()));
  }
  made->Validity(there);
  made->Buffer(offsets);
  made->Buffer(bytes);
  made->Seal(static_cast<int64_t>(texts.size()));
  return made;
}

template <class T>
Column Numbers(std::string format, std::string name, const std::vector<T>& values,
               const std::vector<bool>& there = {}) {
  Column made = New(std::move(format), std::move(name));
  made->Validity(there);
  made->Buffer(values);
  made->Seal(static_cast<int64_t>(values.size()));
  return made;
}

template <class... Columns>
Column Struct(std::string name, int64_t length, Columns... columns) {
  Column made = New("+s", std::move(name));
  made->Validity({});
  (made->children.push_back(std::move(columns)), ...);
  made->Seal(length);
  return made;
}

Column List(std::string name, std::vector<int32_t> offsets, Column items,
            std::string format = "+l") {
  Column made = New(std::move(format), std::move(name));
  made->Validity({});
  made->Buffer(offsets);
  made->children.push_back(std::move(items));
  made->Seal(static_cast<int64_t>(offsets.size()) - 1);
  return made;
}

// Releases what Finish gave.
struct Finished {
  Finished() = default;
  Finished(const Finished&) = delete;
  Finished& operator=(const Finished&) = delete;
  ~Finished() {
    if (schema.release) schema.release(&schema);
    if (array.release) array.release(&array);
  }
  ArrowSchema schema = {};
  ArrowArray array = {};
};

bool IsNull(const ArrowArray& array, int64_t row) {
  const auto* bits = static_cast<const uint8_t*>(array.buffers[0]);
  return bits && !((bits[row / 8] >> (row % 8)) & 1);
}

std::string TextAt(const ArrowArray& array, int64_t row) {
  if (IsNull(array, row)) return "(null)";
  const auto* offsets = static_cast<const int32_t*>(array.buffers[1]);
  return {static_cast<const char*>(array.buffers[2]) + offsets[row],
          static_cast<size_t>(offsets[row + 1] - offsets[row])};
}

class RowRendererTest : public testing::Test {
 protected:
  Template Compile(std::string_view source, Language language = Language::kJinja) {
    return *workspace_.Compile(source, {.language = language, .name = "row"});
  }

  // The rows as texts; a failure of the whole is its code.
  std::vector<std::string> Render(const Template& tmpl, const Made& rows, RowOptions options = {}) {
    Result<RowRenderer> renderer = RowRenderer::Make(tmpl, rows.schema, std::move(options));
    if (!renderer)
      return {std::string(renderer.error().code()) + ": " +
              renderer.error().diagnostics()[0].message};
    const Result<void> added = renderer->Add(rows.array);
    if (!added)
      return {std::string(added.error().code()) + ": " + added.error().diagnostics()[0].message};
    Finished done;
    EXPECT_TRUE(renderer->Finish(&done.schema, &done.array));
    EXPECT_STREQ(done.schema.format, "u");
    std::vector<std::string> texts;
    for (int64_t row = 0; row < done.array.length; ++row) texts.push_back(TextAt(done.array, row));
    return texts;
  }

  Workspace workspace_ = *Workspace::InMemory();
};

using List_ = std::vector<std::string>;

TEST_F(RowRendererTest, RendersRowsInTheirOrder) {
  const Template hello = Compile("{{ name }} is {{ age }}");
  const Column rows =
      Struct("", 2, Texts("name", {"Ann", "Tom"}), Numbers<int64_t>("l", "age", {41, 7}));
  EXPECT_EQ(Render(hello, *rows), (List_{"Ann is 41", "Tom is 7"}));
}

TEST_F(RowRendererTest, KeepsTheOrderOnSeveralThreads) {
  const Template count = Compile("{{ n }}");
  std::vector<int32_t> numbers(20'000);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int32_t>(i);
  const Column rows = Struct("", 20'000, Numbers("i", "n", numbers));
  const List_ texts = Render(count, *rows, {.threads = 4});
  ASSERT_EQ(texts.size(), 20'000U);
  for (size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(texts[i], std::to_string(i));
}

TEST_F(RowRendererTest, LooksAtNothingThatIsNotRead) {
  Column odd = New("vz", "odd");  // a view of bytes, which has no value here
  odd->Seal(1);
  const Column rows = Struct("", 1, std::move(odd), Texts("name", {"Ann"}));
  EXPECT_EQ(Render(Compile("{{ name }}"), *rows), (List_{"Ann"}));
  EXPECT_EQ(
      Render(Compile("{{ odd }}"), *rows),
      (List_{"column-unsupported: column `odd` has a type that cannot become a value: `vz`"}));
}

TEST_F(RowRendererTest, NamesUnsupportedColumnsByTheirPath) {
  Column odd = New("w:3", "raw");
  odd->Seal(1);
  const Column rows = Struct("", 1, List("list", {0, 1}, Struct("item", 1, std::move(odd))));
  EXPECT_EQ(
      Render(Compile("{{ list }}"), *rows),
      (List_{
          "column-unsupported: column `list[].raw` has a type that cannot become a value: `w:3`"}));
}

TEST_F(RowRendererTest, MapsVariablesToColumns) {
  const Column rows = Struct("", 1, Texts("question", {"Why?"}), Texts("name", {"no"}));
  const Template ask = Compile("{{ name }} {{ again }}");
  EXPECT_EQ(Render(ask, *rows, {.columns = {{"name", "question"}, {"again", "question"}}}),
            (List_{"Why? Why?"}));
  EXPECT_EQ(Render(ask, *rows, {.columns = {{"name", "qestion"}}}),
            (List_{"column-missing: the rows have no column `qestion`"}));
}

TEST_F(RowRendererTest, ReadsNestedColumns) {
  Column keys = Texts("key", {"a", "b"});
  Column values = Numbers<int8_t>("c", "value", {1, 2});
  Column map = List("map", {0, 2}, Struct("entries", 2, std::move(keys), std::move(values)), "+m");
  Column tags = List("tags", {0, 3}, Texts("item", {"x", "y", "z"}));
  const Column rows = Struct("", 1, Struct("user", 1, std::move(tags), std::move(map)));
  EXPECT_EQ(Render(Compile("{{ user.tags|join(',') }} {{ user.map.a + user.map.b }}"), *rows),
            (List_{"x,y,z 3"}));
}

TEST_F(RowRendererTest, ReadsEveryWidthOfNumbers) {
  const Column rows =
      Struct("", 1, Numbers<int8_t>("c", "a", {-1}), Numbers<uint8_t>("C", "b", {255}),
             Numbers<int16_t>("s", "c", {-2}), Numbers<uint16_t>("S", "d", {65'535}),
             Numbers<int32_t>("i", "e", {-3}), Numbers<uint32_t>("I", "f", {4'294'967'295U}),
             Numbers<uint64_t>("L", "g", {7}), Numbers<float>("f", "h", {0.5F}),
             Numbers<double>("g", "i", {0.25}), Numbers<uint16_t>("e", "j", {0x3C00}),
             Numbers<uint8_t>("b", "k", {1}), Numbers<int32_t>("tdD", "l", {0}),
             Numbers<int64_t>("tsu:UTC", "m", {0}), Numbers<int64_t>("d:5,2,64", "n", {150}));
  EXPECT_EQ(Render(Compile("{{ [a,b,c,d,e,f,g,h,i,j,k,l,m,n]|join(' ') }}"), *rows),
            (List_{"-1 255 -2 65535 -3 4294967295 7 0.5 0.25 1.0 True 1970-01-01 "
                   "1970-01-01T00:00:00+00:00 1.50"}));
}

TEST_F(RowRendererTest, ReadsDictionariesAndNulls) {
  Column kind = Numbers<int8_t>("c", "kind", {1, 0, 1}, {true, false, true});
  kind->dictionary = Texts("", {"cat", "dog"});
  kind->Seal(3);
  const Column rows =
      Struct("", 3, std::move(kind), Texts("t", {"a", "b", "c"}, {true, true, false}));
  EXPECT_EQ(Render(Compile("{{ kind }}{{ t is none }}"), *rows),
            (List_{"dogFalse", "NoneFalse", "dogTrue"}));
}

TEST_F(RowRendererTest, ReadsSlices) {
  Column rows = Struct("", 2, Texts("name", {"a", "b", "c", "d"}));
  rows->array.offset = 2;
  EXPECT_EQ(Render(Compile("{{ name }}"), *rows), (List_{"c", "d"}));
}

TEST_F(RowRendererTest, ReadsViews) {
  Column views = New("vu", "t");
  const std::string longer = "a text of more than twelve bytes";
  std::vector<char> raw(32);
  const auto put = [&](size_t at, int32_t value) { std::memcpy(&raw[at], &value, 4); };
  put(0, 2);
  std::memcpy(&raw[4], "hi", 2);
  put(16, static_cast<int32_t>(longer.size()));
  std::memcpy(&raw[20], longer.data(), 4);
  views->Validity({});
  views->Buffer(raw);
  views->Buffer(std::vector<char>(longer.begin(), longer.end()));
  views->Buffer(std::vector<int64_t>{static_cast<int64_t>(longer.size())});
  views->Seal(2);
  const Column rows = Struct("", 2, std::move(views));
  EXPECT_EQ(Render(Compile("{{ t }}"), *rows), (List_{"hi", longer}));
  const int32_t outside = 9;
  std::memcpy(
      const_cast<char*>(static_cast<const char*>(rows->children[0]->buffer_pointers[1])) + 28,
      &outside, 4);
  EXPECT_EQ(Render(Compile("{{ t }}"), *rows),
            (List_{"rows-invalid: column `t` has a text out of range"}));
}

TEST_F(RowRendererTest, ARowThatFailsIsNullAndTellsWhy) {
  const Template divide = Compile("{{ 6 // n }}");
  const Column rows = Struct("", 3, Numbers<int32_t>("i", "n", {2, 0, 3}));
  EXPECT_EQ(Render(divide, *rows), (List_{"3", "(null)", "2"}));

  RowRenderer renderer = *RowRenderer::Make(divide, rows->schema, {.errors = true});
  ASSERT_TRUE(renderer.Add(rows->array));
  EXPECT_EQ(renderer.failed(), 1U);
  Finished done;
  ASSERT_TRUE(renderer.Finish(&done.schema, &done.array));
  EXPECT_STREQ(done.schema.format, "+s");
  EXPECT_STREQ(done.schema.children[0]->name, "text");
  EXPECT_STREQ(done.schema.children[1]->name, "error");
  EXPECT_EQ(TextAt(*done.array.children[0], 1), "(null)");
  EXPECT_EQ(TextAt(*done.array.children[1], 0), "(null)");
  EXPECT_NE(TextAt(*done.array.children[1], 1).find("error["), std::string::npos);
}

TEST_F(RowRendererTest, TextThatIsNotUtf8FailsItsRowOnly) {
  const Column rows = Struct("", 2, Texts("t", {"\xFF", "ok"}));
  EXPECT_EQ(Render(Compile("{{ t }}"), *rows), (List_{"(null)", "ok"}));
}

TEST_F(RowRendererTest, ChatTemplatesGiveListsOfMessages) {
  const Template chat = Compile(
      "id: t\nname: T\ntask: turn_generation\nversion: 1\nlayout:\n"
      "- {kind: message, role: system, content: Be brief.}\n"
      "- {kind: message, role: user, content: '{{ctx.q}}'}\nslots: {}\n",
      Language::kChat);
  const Column rows = Struct("", 2, Texts("q", {"Why?", "How?"}));
  RowRenderer renderer = *RowRenderer::Make(chat, rows->schema);
  ASSERT_TRUE(renderer.Add(rows->array));
  Finished done;
  ASSERT_TRUE(renderer.Finish(&done.schema, &done.array));
  EXPECT_STREQ(done.schema.format, "+l");
  ASSERT_EQ(done.array.children[0]->length, 4);
  const ArrowArray& contents = *done.array.children[0]->children[1];
  EXPECT_EQ(TextAt(contents, 1), "Why?");
  EXPECT_EQ(TextAt(contents, 3), "How?");
}

TEST_F(RowRendererTest, BatchesBecomeOneArray) {
  const Template name = Compile("{{ name }}");
  const Column first = Struct("", 1, Texts("name", {"a"}));
  const Column second = Struct("", 1, Texts("name", {"b"}));
  RowRenderer renderer = *RowRenderer::Make(name, first->schema);
  ASSERT_TRUE(renderer.Add(first->array));
  ASSERT_TRUE(renderer.Add(second->array));
  Finished done;
  ASSERT_TRUE(renderer.Finish(&done.schema, &done.array));
  EXPECT_EQ(TextAt(done.array, 0) + TextAt(done.array, 1), "ab");
}

TEST_F(RowRendererTest, RefusesStructsThatDoNotHold) {
  const Template name = Compile("{{ name }}");
  const auto broken = [&](auto breaks) {
    Column rows = Struct("", 2, Texts("name", {"a", "b"}));
    breaks(rows.get());
    return Render(name, *rows).at(0).substr(0, 12);
  };
  EXPECT_EQ(broken([](Made* rows) { rows->array.release = nullptr; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->schema.release = nullptr; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->array.length = 3; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->array.length = -1; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->array.offset = INT64_MAX; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->array.n_children = 2; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->array.children[0] = nullptr; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->children[0]->array.n_buffers = 2; }), "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->children[0]->buffer_pointers[2] = nullptr; }),
            "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) {
              const int32_t low = -5;
              std::memcpy(rows->children[0]->buffers[0].data() + 4, &low, 4);
            }),
            "rows-invalid");
  EXPECT_EQ(broken([](Made* rows) { rows->schema.format = "u"; }), "rows-invalid");
}

}  // namespace
}  // namespace galley
