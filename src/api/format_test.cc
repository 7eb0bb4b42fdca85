// format.read, called as a program would.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/json.h"
#include "galley/operations.h"

namespace galley::api {
namespace {

std::string Read(std::string_view format, std::string_view text, bool positions = false) {
  JsonObject params;
  params.Set("format", format).Set("text", text);
  if (positions) params.Set("positions", true);
  const Result<Reply> reply = Call("format.read", params.text());
  return reply ? reply->text() : std::string(reply.error().code());
}

std::string CodeOf(std::string_view params) {
  const Result<Reply> reply = Call("format.read", params);
  return reply ? "" : std::string(reply.error().code());
}

TEST(ReadFormat, GivesTheSameValueInEveryFormat) {
  const std::string expected = R"({"value":{"name":"x","list":[1,2.5,true]}})";
  EXPECT_EQ(Read("json", R"({"name": "x", "list": [1, 2.5, true]})"), expected);
  EXPECT_EQ(Read("yaml", "name: x\nlist: [1, 2.5, true]\n"), expected);
  EXPECT_EQ(Read("toml", "name = 'x'\nlist = [1, 2.5, true]\n"), expected);
}

TEST(ReadFormat, SplitsFrontMatter) {
  EXPECT_EQ(Read("front-matter", "---\na: 1\n---\nbody\n"),
            R"({"metadata":{"a":1},"body":"body\n"})");
  EXPECT_EQ(Read("front-matter", "body\n"), R"({"metadata":null,"body":"body\n"})");
  EXPECT_EQ(Read("front-matter", "---\na: 1\n"), "unterminated-front-matter");
}

TEST(ReadFormat, SplitsMarkdown) {
  EXPECT_EQ(Read("markdown", "intro\n# A\none\n## B\ntwo\n"),
            R"({"sections":[{"level":0,"title":"","parent":null,"text":"intro\n"},)"
            R"({"level":1,"title":"A","parent":0,"text":"one\n"},)"
            R"({"level":2,"title":"B","parent":1,"text":"two\n"}]})");
}

TEST(ReadFormat, TellsWhereEverythingIsWritten) {
  EXPECT_EQ(Read("json", R"([1,{"k":"v"}])", true),
            R"({"value":[1,{"k":"v"}],"positions":[)"
            R"({"path":"","range":{"start":{"line":1,"column":1,"offset":0},)"
            R"("end":{"line":1,"column":14,"offset":13}}},)"
            R"({"path":"/0","range":{"start":{"line":1,"column":2,"offset":1},)"
            R"("end":{"line":1,"column":3,"offset":2}}},)"
            R"({"path":"/1","range":{"start":{"line":1,"column":4,"offset":3},)"
            R"("end":{"line":1,"column":13,"offset":12}}},)"
            R"({"path":"/1/k","range":{"start":{"line":1,"column":9,"offset":8},)"
            R"("end":{"line":1,"column":12,"offset":11}},)"
            R"("key":{"start":{"line":1,"column":5,"offset":4},)"
            R"("end":{"line":1,"column":8,"offset":7}}}]})");
}

std::vector<std::string> Paths(std::string_view format, std::string_view text) {
  const Result<Reply> reply =
      Call("format.read",
           JsonObject().Set("format", format).Set("text", text).Set("positions", true).text());
  std::vector<std::string> paths;
  if (!reply) return paths;
  const Json positions = reply->result().Find("positions");
  for (size_t at = 0; at < positions.size(); ++at) {
    paths.emplace_back(positions.item(at).Find("path").as_string());
  }
  return paths;
}

TEST(ReadFormat, PathsAreJsonPointers) {
  EXPECT_EQ(
      Paths("yaml", "a:\n  - x\n  - [y]\n'b/c~': {d: 1}\ne: 2\n"),
      (std::vector<std::string>{"", "/a", "/a/0", "/a/1", "/a/1/0", "/b~1c~0", "/b~1c~0/d", "/e"}));
}

TEST(ReadFormat, PlacesOfFrontMatterAreThoseInTheFile) {
  const Result<Reply> reply = Call(
      "format.read", R"({"format":"front-matter","text":"---\na: 1\n---\n","positions":true})");
  ASSERT_TRUE(reply);
  const Json a = reply->result().Find("positions").item(1);
  EXPECT_EQ(a.Find("path").as_string(), "/a");
  EXPECT_EQ(a.Find("range").Find("start").Find("line").as_int(), 2);
}

TEST(ReadFormat, ReadsAFileOfAWorkspace) {
  EXPECT_EQ(
      Call("format.read", R"({"workspace":{"files":{"dir/a.yaml":"a: 1"}},"file":"dir/a.yaml"})")
          ->text(),
      R"({"value":{"a":1}})");
  const std::string workspace = R"({"workspace":{"files":{"dir/a.yaml":"a: 1"}},"file":)";
  EXPECT_EQ(CodeOf(workspace + R"("b.yaml"})"), "file-not-found");
  EXPECT_EQ(CodeOf(workspace + R"("../b.yaml"})"), "file-outside-root");
  EXPECT_EQ(CodeOf(workspace + R"("dir","format":"yaml"})"), "file-not-regular");
  EXPECT_EQ(CodeOf(workspace + R"("dir/a.yaml","limits":{"file":3}})"), "limit-size");
}

TEST(ReadFormat, TheExtensionTellsTheFormat) {
  for (const std::string name : {"x.json", "x.yaml", "x.yml"}) {
    EXPECT_EQ(Call("format.read", JsonObject().Set("name", name).Set("text", "[1]").text())->text(),
              R"({"value":[1]})")
        << name;
  }
  EXPECT_EQ(CodeOf(R"({"name":"x.txt","text":"1"})"), "invalid-params");
  EXPECT_EQ(CodeOf(R"({"text":"1"})"), "invalid-params");
}

TEST(ReadFormat, TakesATextOrAFile) {
  EXPECT_EQ(CodeOf(R"({"format":"json"})"), "invalid-params");
  EXPECT_EQ(CodeOf(R"({"format":"json","text":"1","file":"x"})"), "invalid-params");
}

TEST(ReadFormat, NamesTheDocumentInDiagnostics) {
  const Result<Reply> reply = Call("format.read", R"({"name":"prompts.yaml","text":"a: 1\na: 2"})");
  ASSERT_FALSE(reply);
  const Diagnostic& reason = reply.error().diagnostics().front();
  EXPECT_EQ(reason.code, "duplicate-key");
  EXPECT_EQ(reason.file, "prompts.yaml");
  EXPECT_EQ(reason.range.start.line, 2u);
  EXPECT_EQ(reason.line_text, "a: 2");
}

TEST(ReadFormat, RefusesInvalidTextInEveryFormat) {
  for (const std::string_view format : {"json", "yaml", "toml", "front-matter", "markdown"}) {
    EXPECT_EQ(Read(format, std::string_view("a\0b", 3)), "invalid-utf8") << format;
  }
}

TEST(ReadFormat, KeepsToTheLimitsOfTheCall) {
  EXPECT_EQ(CodeOf(R"({"format":"json","text":"[[1]]","limits":{"nesting":1}})"), "limit-nesting");
  EXPECT_EQ(CodeOf(R"({"format":"markdown","text":"12345","limits":{"file":4}})"), "limit-size");
  EXPECT_EQ(CodeOf(R"({"format":"json","text":"[1,2,3]","positions":true,"limits":{"heap":500}})"),
            "limit-heap");
}

}  // namespace
}  // namespace galley::api
