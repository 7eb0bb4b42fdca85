// Properties of section templates, asked through the operations: what holds for any
// chain, whatever it says.
#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "format/yaml.h"
#include "format/yaml_print.h"
#include "galley/galley.h"
#include "value/print.h"

namespace galley::api {
namespace {

// Chains of templates, the base first, made by chance out of parts that meet.  JSON
// is YAML.
class Chains {
 public:
  explicit Chains(uint32_t seed) : random_(seed) {}

  std::vector<std::string> Make() {
    std::vector<std::string> chain;
    const size_t length = 1 + Below(4);
    for (size_t at = 0; at < length; ++at) chain.push_back(Template(at));
    return chain;
  }

 private:
  size_t Below(size_t bound) { return random_() % bound; }
  template <size_t N>
  std::string Pick(const std::array<const char*, N>& items) {
    return items[Below(N)];
  }

  std::string Template(size_t at) {
    JsonObject document;
    if (at > 0) document.Set("extends", "./" + std::to_string(at - 1) + ".yaml");
    if (Below(2)) document.Set("id", "t" + std::to_string(at));
    if (Below(3) == 0) document.Set("description", "about " + std::to_string(at));
    if (Below(3) == 0) document.SetJson("metadata", Pick<3>({R"({"a":1})", R"({"b":[2]})", "{}"}));
    if (Below(4) == 0) document.SetJson("rendererRules", Pick<2>({R"({"r":1})", R"({"s":{}})"}));
    if (Below(5) != 0) document.SetJson(Below(3) ? "sections" : "template", Sections());
    if (Below(3) != 0) document.SetJson("placeholders", Placeholders());
    return document.text();
  }

  std::string Sections() {
    JsonObject sections;
    for (const char* name : {"A", "B", "C", "D"}) {
      if (Below(2)) continue;
      sections.SetJson(name, Pick<7>({R"("plain {{X}}")", R"({"text":"{{Y}}"})",
                                      R"({"text":"new","override":true})", R"({"remove":true})",
                                      R"({"text":"","override":false})", R"("{{#if}} {{ X }}")",
                                      R"({"text":"{{L}}\n","override":true})"}));
    }
    return sections.text();
  }

  std::string Placeholders() {
    JsonObject placeholders;
    for (const char* name : {"X", "Y"}) {
      if (Below(2)) continue;
      placeholders.SetJson(
          name, Pick<5>({R"({"type":"string"})", R"({"type":"string","required":true,"n":1})",
                         R"({"description":"d"})", R"({"type":"string","n":{"m":2}})",
                         R"({"type":"string","default":"v"})"}));
    }
    if (Below(2)) {
      placeholders.SetJson("L", Pick<2>({R"({"type":"array","items":"string"})",
                                         R"({"type":"array","items":{"type":"string"}})"}));
    }
    return placeholders.text();
  }

  std::mt19937 random_;
};

Result<Reply> Resolve(const std::vector<std::string>& chain, std::string_view method,
                      const JsonObject& more = {}) {
  JsonObject files;
  for (size_t at = 0; at < chain.size(); ++at) files.Set(std::to_string(at) + ".yaml", chain[at]);
  JsonObject params = more;
  params.SetJson("workspace", JsonObject().SetJson("files", files.text()).text())
      .Set("template", "./" + std::to_string(chain.size() - 1) + ".yaml");
  return Call(method, params.text());
}

std::string FlatOf(const Result<Reply>& reply) {
  return reply ? reply->result().Find("template").ToText()
               : "error " + std::string(reply.error().code());
}

template <class Check>
void ForChains(uint32_t count, Check check) {
  uint32_t resolved = 0;
  for (uint32_t seed = 0; seed < count; ++seed) {
    const std::vector<std::string> chain = Chains(seed).Make();
    const Result<Reply> reply = Resolve(chain, "sections.resolve");
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(chain, reply);
    resolved += reply.has_value();
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(resolved, count / 5) << "too few chains resolve";
}

TEST(SectionsProperty, V19_ResolvingTheResultGivesItself) {
  ForChains(2'000, [](const std::vector<std::string>&, const Result<Reply>& reply) {
    if (!reply) return;
    const std::string flat = FlatOf(reply);
    EXPECT_EQ(FlatOf(Resolve({flat}, "sections.resolve")), flat);
  });
}

TEST(SectionsProperty, V19_DeterminedByTheFiles) {
  ForChains(500, [](const std::vector<std::string>& chain, const Result<Reply>& reply) {
    const Result<Reply> again = Resolve(chain, "sections.resolve");
    ASSERT_EQ(reply.has_value(), again.has_value());
    if (!reply) return;
    EXPECT_EQ(reply->text(), again->text());
  });
}

// A chain merged step by step is the chain merged whole, where its parts are whole
// themselves.
TEST(SectionsProperty, V9_MergingStepByStepIsTheSame) {
  ForChains(2'000, [](const std::vector<std::string>& chain, const Result<Reply>& reply) {
    if (!reply || chain.size() < 2) return;
    std::vector<std::string> shorter = chain;
    shorter.pop_back();
    const Result<Reply> parent = Resolve(shorter, "sections.resolve");
    if (!parent) return;
    std::string child = chain.back();
    const std::string old_parent = "./" + std::to_string(chain.size() - 2) + ".yaml";
    child.replace(child.find(old_parent), old_parent.size(), "./0.yaml");
    std::string flat = FlatOf(parent);
    // Both dialects are the same to the child; its own, if any, is the one shown.
    EXPECT_EQ(FlatOf(Resolve({flat, child}, "sections.resolve")), FlatOf(reply));
  });
}

TEST(SectionsProperty, V19_NoTraceOfInheritanceIsLeft) {
  ForChains(1'000, [](const std::vector<std::string>&, const Result<Reply>& reply) {
    if (!reply) return;
    const Json flat = reply->result().Find("template");
    for (size_t at = 0; at < flat.size(); ++at) {
      const std::string_view key = flat.key(at);
      EXPECT_TRUE(key == "id" || key == "description" || key == "metadata" || key == "sections" ||
                  key == "template" || key == "placeholders" || key == "rendererRules")
          << key;
    }
    const Json sections = flat.Find("sections");
    for (size_t at = 0; at < sections.size(); ++at) {
      EXPECT_EQ(sections.item(at).size(), 1u) << "a flag survives";
    }
    EXPECT_EQ(reply->result().Find("section_order").size(),
              reply->result().Find("sections").size());
  });
}

TEST(SectionsProperty, NothingIsExposedWhereResolvingFails) {
  ForChains(500, [](const std::vector<std::string>& chain, const Result<Reply>& reply) {
    if (reply) return;
    for (const char* method : {"sections.schema", "sections.render", "sections.check"}) {
      const Result<Reply> other = Resolve(chain, method);
      ASSERT_FALSE(other) << method;
      EXPECT_EQ(other.error().code(), reply.error().code()) << method;
    }
  });
}

TEST(SectionsProperty, TheYamlReadsBackAsTheSame) {
  ForChains(500, [](const std::vector<std::string>& chain, const Result<Reply>& reply) {
    if (!reply) return;
    const Result<Reply> printed =
        Resolve(chain, "sections.resolve", JsonObject().Set("output", "yaml").Set("trace", true));
    ASSERT_TRUE(printed);
    const std::string yaml(printed->result().Find("text").as_string());
    EXPECT_EQ(FlatOf(Resolve({yaml}, "sections.resolve")), FlatOf(reply)) << yaml;
  });
}

// A base of 1,000 sections under 31 templates that override them all comes to the
// last one's.
TEST(Sections, ThirtyTwoLevelsOfAThousandSections) {
  std::vector<std::string> chain;
  for (int level = 0; level < 32; ++level) {
    std::string text = level > 0 ? "extends: ./" + std::to_string(level - 1) + ".yaml\n" : "";
    text += "sections:\n";
    for (int at = 0; at < 1'000; ++at) {
      text += "  S" + std::to_string(at) + ": {override: true, text: \"" + std::to_string(level) +
              "\"}\n";
    }
    chain.push_back(std::move(text));
  }
  const Result<Reply> reply = Resolve(chain, "sections.resolve");
  ASSERT_TRUE(reply) << reply.error().code();
  EXPECT_EQ(reply->result().Find("section_order").size(), 1'000u);
  EXPECT_EQ(reply->result().Find("sections").Find("S999").as_string(), "31");
  // A-6: the limit `inheritance` is 256.
  while (chain.size() < 257) {
    chain.push_back("extends: ./" + std::to_string(chain.size() - 1) + ".yaml\n");
  }
  EXPECT_EQ(Resolve(chain, "sections.resolve").error().code(), "limit-depth");
}

TEST(Sections, ValuesOfDataAreNotRepeated) {
  JsonObject more;
  more.SetJson("values",
               R"({"X":["canary-1"],"Y":"canary-2","L":[7,"canary-3",{"a":"canary-4"}]})");
  const Result<Reply> reply = Resolve({R"({"placeholders":{"X":{"type":"string"},
      "Y":{"type":"number"},"L":{"type":"array","items":"string"}}})"},
                                      "sections.render", more);
  ASSERT_FALSE(reply);
  for (const Diagnostic& diagnostic : reply.error().diagnostics()) {
    EXPECT_EQ(FormatJson(diagnostic).find("canary"), std::string::npos) << diagnostic.message;
  }
}

}  // namespace
}  // namespace galley::api
