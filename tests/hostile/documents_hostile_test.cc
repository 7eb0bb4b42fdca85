// Instruction sets and section templates that are deep, wide or repeat themselves,
// on a stack of 64 KiB: each gives a result or a diagnostic.
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "galley/galley.h"

namespace galley::testing {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

std::string Times(int count, const std::function<std::string(int)>& make) {
  std::string text;
  for (int at = 0; at < count; ++at) text += make(at);
  return text;
}

std::string Repeat(std::string_view text, int count) {
  return Times(count, [&](int) { return std::string(text); });
}

// The code of the reason, or `ok`.
std::string CodeOf(std::string_view method, const Texts& texts, JsonObject params) {
  JsonObject files;
  for (const auto& [path, text] : texts) files.Set(path, text);
  params.SetJson("workspace", JsonObject().SetJson("files", files.text()).text());
  std::string code;
  RunOnSmallStack([&] {
    const Result<Reply> reply = Call(method, params.text());
    code = reply ? "ok" : std::string(reply.error().code());
  });
  return code;
}

std::string Resolve(std::string_view method, const Texts& texts) {
  return CodeOf(method, texts, JsonObject());
}

constexpr char kOverlay[] =
    "kind: manifest\nenabled: [context]\n"
    "context: {include: {merge: [m.iai], override: [o.iai]}, override: {mode: overlay}}\n";

std::string Overlay(const std::string& base, const std::string& merged, const std::string& over) {
  const std::string head = "kind: context\n---\n";
  return Resolve("instructions.explain", {{"manifest.iai", kOverlay},
                                          {"context.iai", head + base},
                                          {"m.iai", head + merged},
                                          {"o.iai", head + over}});
}

TEST(HostileInstructions, ManySections) {
  const std::string many = Times(60'000, [](int at) { return "# " + std::to_string(at) + "\n"; });
  EXPECT_EQ(Overlay(many, many, many), "ok");
  const std::string nested = Repeat("# a\n## b\n### c\n#### d\n##### e\n###### f\n", 1);
  EXPECT_EQ(Overlay(nested, Repeat(nested, 10'000), "# z\n"), "ok");
  EXPECT_EQ(Overlay(Repeat(nested, 10'000), "", nested), "ambiguous-section");
}

TEST(HostileInstructions, ManyNewSectionsInOnePlace) {
  const std::string children =
      Times(50'000, [](int at) { return "## " + std::to_string(at) + "\n"; });
  EXPECT_EQ(Overlay("# A\n# B\n", "# A\n", "# A\n" + children), "ok");
  const std::string deeper =
      Times(30'000, [](int at) { return "## " + std::to_string(at) + "\n### x\n"; });
  EXPECT_EQ(Overlay("# A\n## 5\n#### y\n# B\n", "", "# A\n" + deeper), "ok");
}

TEST(HostileInstructions, LongTitlesAreNotRepeated) {
  const std::string title = "# " + std::string(400'000, 't') + "\n";
  const std::string below = Times(50'000, [](int at) { return "## " + std::to_string(at) + "\n"; });
  EXPECT_EQ(Overlay(title + below, "", title + below), "ok");
}

TEST(HostileInstructions, DeepAndWideFields) {
  const std::string deep = "a: " + Repeat("{a: ", 100) + "1" + Repeat("}", 100) + "\n";
  const std::string wide = Times(20'000, [](int at) { return "k" + std::to_string(at) + ": 1\n"; });
  const auto file = [](const std::string& fields) { return "kind: context\n" + fields; };
  EXPECT_EQ(Resolve("instructions.resolve", {{"manifest.iai", kOverlay},
                                             {"context.iai", file(deep)},
                                             {"m.iai", file(wide)},
                                             {"o.iai", file(deep + wide)}}),
            "ok");
  EXPECT_EQ(
      Resolve("instructions.resolve",
              {{"manifest.iai",
                "kind: manifest\nenabled: [tasks]\ntasks:\n  metadata:\n" +
                    Times(20'000, [](int at) { return "    k" + std::to_string(at) + ": 1\n"; })}}),
      "ok");
  EXPECT_EQ(Resolve("instructions.resolve",
                    {{"manifest.iai", "kind: manifest\nx: " + Repeat("[", 100'000)}}),
            "invalid-yaml");
}

TEST(HostileInstructions, ManyNames) {
  const std::string kinds = Times(900, [](int at) { return "k" + std::to_string(at) + ", "; });
  EXPECT_EQ(Resolve("instructions.resolve",
                    {{"manifest.iai", "kind: manifest\nenabled: [" + kinds + "]\n"}}),
            "ok");
  EXPECT_EQ(
      Resolve("instructions.resolve", {{"manifest.iai",
                                        "kind: manifest\nenabled: [context]\ncontext:\n  include:\n"
                                        "    override: [" +
                                            Repeat("gone.iai, ", 50'000) + "]\n"}}),
      "limit-units");
  EXPECT_EQ(
      Resolve("instructions.resolve", {{"manifest.iai",
                                        "kind: manifest\nenabled: [context]\ncontext:\n  include:\n"
                                        "    merge: [\"" +
                                            Repeat("../", 100'000) + "a.iai\"]\n"}}),
      "unsafe-path");
}

std::string Flatten(const Texts& texts) {
  return CodeOf("sections.resolve", texts,
                JsonObject().Set("template", "t.yaml").Set("trace", true));
}

TEST(HostileSections, DeepAndWide) {
  EXPECT_EQ(Flatten({{"t.yaml", "metadata: " + Repeat("{a: ", 120) + "1" + Repeat("}", 120)}}),
            "ok");
  EXPECT_EQ(Flatten({{"t.yaml", "metadata: " + Repeat("{a: ", 100'000)}}), "load-error");
  const auto section = [](int at) {
    return " s" + std::to_string(at) + ": {override: true, text: x}\n";
  };
  EXPECT_EQ(Flatten({{"t.yaml", "sections:\n" + Times(20'000, section)}}), "ok");
  const auto small = [](int at) { return " " + std::to_string(at) + ": x\n"; };
  EXPECT_EQ(Flatten({{"t.yaml", "sections:\n" + Times(100'000, small)}}), "load-error");
}

TEST(HostileSections, ManyFieldsAndTags) {
  const std::string fields =
      Times(20'000, [](int at) { return "k" + std::to_string(at) + ": 1, "; });
  const std::string placeholder = "placeholders: {X: {type: string, " + fields + "}}\n";
  EXPECT_EQ(Flatten({{"t.yaml", "extends: ./p.yaml\n" + placeholder}, {"p.yaml", placeholder}}),
            "ok");
  for (const char* tag : {"{{", "}}", "{{ ", "{{X ", "{{#x}} ", "{{{"}) {
    EXPECT_EQ(Flatten({{"t.yaml", "sections: {A: '" + Repeat(tag, 100'000) + "'}\n"}}), "ok")
        << tag;
  }
}

TEST(HostileSections, ManyValues) {
  const std::string values =
      "{" + Times(20'000, [](int at) { return "\"k" + std::to_string(at) + "\":1,"; }) + "\"z\":1}";
  EXPECT_EQ(CodeOf("sections.render", {{"t.yaml", "sections: {A: a}\n"}},
                   JsonObject().Set("template", "t.yaml").SetJson("values", values)),
            "input-invalid");
  const std::string uses = Repeat("{{X}}", 50'000);
  EXPECT_EQ(
      CodeOf("sections.render",
             {{"t.yaml", "sections: {A: '" + uses + "'}\nplaceholders: {X: {type: string}}\n"}},
             JsonObject()
                 .Set("template", "t.yaml")
                 .SetJson("values", JsonObject().Set("X", std::string(100'000, 'x')).text())),
      "limit-output");
}

}  // namespace
}  // namespace galley::testing
