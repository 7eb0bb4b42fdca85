// Thousands of templates and documents, rendered before and after they are tidied: every
// fixture, and templates from seeds whose tags were made untidy first.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/fixtures/fixture.h"
#include "tests/reference/generator.h"
#include "tidy/tidy.h"

namespace galley::tidy {
namespace {

using testing::Fixture;
using testing::Section;

// What was seen in all, so that no test passes for want of cases.
struct Counts {
  int tidied = 0;    // texts that could be read
  int changed = 0;   // those that were not tidy
  int rendered = 0;  // renders compared
  int refused = 0;   // texts that cannot be read
};

void Print(const Counts& counts) {
  std::printf("%d texts tidied, %d of them changed, %d renders compared\n", counts.tidied,
              counts.changed, counts.rendered);
}

std::string ReadWhole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::filesystem::path> AllFixtures() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GALLEY_FIXTURES)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  return paths;
}

// The text, tidied, and tidy; as it is where it cannot be read.
std::string Tidied(const std::string& text, Syntax syntax, Counts* counts) {
  const Result<std::string> tidied = Tidy(Source("text", text), syntax, Limits());
  if (!tidied) return text;
  ++counts->tidied;
  counts->changed += *tidied != text;
  const Result<std::string> again = Tidy(Source("text", *tidied), syntax, Limits());
  EXPECT_TRUE(again) << text;
  if (again) {
    EXPECT_EQ(*again, *tidied) << "tidied twice:\n" << text;
  }
  return *tidied;
}

std::optional<Syntax> SyntaxOfSection(const Section& section) {
  if (section.name == "render") {
    return section.argument.starts_with("handlebars") ? Syntax::kHandlebars : Syntax::kJinja;
  }
  return testing::IsFile(section) ? SyntaxOf(section.name) : std::nullopt;
}

// Delimiters of a fixture's own are not those that are tidied.
bool HasOwnDelimiters(const Fixture& fixture) {
  const Section* render = fixture.Find("render");
  return render && (render->argument.find("_start") != std::string::npos ||
                    render->argument.find("_end") != std::string::npos ||
                    render->argument.find("prefix") != std::string::npos);
}

// What `render` and `call` sections give, as JSON; nothing where they fail, or tell places.
std::optional<std::string> OutcomeOf(const Fixture& fixture) {
  const Section* render = fixture.Find("render");
  if (!render) return std::nullopt;
  const size_t blank = render->argument.find(' ');
  Context params;
  params.Set("language", render->argument.substr(0, blank)).Set("source", render->body);
  const Section* data = fixture.Find("data");
  params.SetJson("data", data ? data->body : "{}");
  if (blank != std::string::npos) params.SetJson("options", render->argument.substr(blank + 1));
  params.Key("templates").OpenMap();
  for (const Section& file : fixture.sections) {
    if (testing::IsFile(file)) params.Key(file.name).Text(file.body);
  }
  params.Close();
  const Workspace workspace = *Workspace::InMemory();
  const Result<Reply> reply = workspace.Call("text.render", std::move(params));
  if (!reply) return "fails with " + std::string(reply.error().code());
  return std::string(reply->result().Find("text").as_string());
}

TEST(TidyRenderTest, FixturesRenderTheSame) {
  Counts counts;
  for (const std::filesystem::path& path : AllFixtures()) {
    const Fixture before = testing::ParseFixture(ReadWhole(path));
    if (HasOwnDelimiters(before)) continue;
    Fixture after = before;
    const bool is_handlebars =
        before.Find("render") && before.Find("render")->argument.starts_with("handlebars");
    for (Section& section : after.sections) {
      std::optional<Syntax> syntax = SyntaxOfSection(section);
      // Templates of a `render` have names without ends.
      if (!syntax && before.Find("render") && testing::IsFile(section)) {
        syntax = is_handlebars ? Syntax::kHandlebars : Syntax::kJinja;
      }
      if (syntax) section.body = Tidied(section.body, *syntax, &counts);
    }
    const std::optional<std::string> expected = OutcomeOf(before);
    if (!expected) continue;
    // Only what nobody can render is refused.
    const Section* source = before.Find("render");
    if (!Tidy(Source("text", source->body), *SyntaxOfSection(*source), Limits())) {
      EXPECT_TRUE(expected->starts_with("fails with ")) << path;
      ++counts.refused;
    }
    EXPECT_EQ(OutcomeOf(after), expected) << path;
    ++counts.rendered;
  }
  Print(counts);
  EXPECT_GT(counts.tidied, 1'200);
  EXPECT_GT(counts.changed, 200);
  EXPECT_GT(counts.rendered, 350);
  EXPECT_GT(counts.refused, 20);
}

// The documents and templates of the fixtures that an operation renders.
TEST(TidyRenderTest, DocumentsSayTheSame) {
  Counts counts;
  for (const std::filesystem::path& path : AllFixtures()) {
    for (const Section& section : testing::ParseFixture(ReadWhole(path)).sections) {
      if (SyntaxOfSection(section) != Syntax::kYaml) continue;
      const auto read = [](const std::string& text) -> std::string {
        Context params;
        params.Set("format", "yaml").Set("text", text);
        const Workspace workspace = *Workspace::InMemory();
        const Result<Reply> reply = workspace.Call("format.read", std::move(params));
        return reply ? reply->text() : std::string(reply.error().code());
      };
      EXPECT_EQ(read(Tidied(section.body, Syntax::kYaml, &counts)), read(section.body)) << path;
    }
  }
  Print(counts);
  EXPECT_GT(counts.tidied, 300);
  EXPECT_GT(counts.changed, 20);
}

// A template with other blanks in its tags, outside of strings: none where there may be none,
// several where there is one.
std::string MadeUntidy(const std::string& text, uint64_t seed) {
  std::string untidy;
  char quote = 0;
  bool in_tag = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (!in_tag && (rest.starts_with("{{") || rest.starts_with("{%"))) in_tag = true;
    if (in_tag && quote == 0 && (rest.starts_with("}}") || rest.starts_with("%}"))) in_tag = false;
    if (in_tag && (text[at] == '\'' || text[at] == '"')) {
      quote = quote == 0 ? text[at] : quote == text[at] ? '\0' : quote;
    }
    untidy += text[at];
    seed = seed * 6'364'136'223'846'793'005U + 1;
    if (in_tag && quote == 0 && text[at] == ' ' && seed >> 62 == 0) untidy += "  ";
    if (in_tag && quote == 0 && text[at] == ',' && seed >> 62 == 1) untidy += "\n ";
  }
  return untidy;
}

std::string Rendered(const Json& params, const std::string& source,
                     const std::vector<std::string>& templates) {
  Context call;
  const Json named = params.Find("templates");
  for (size_t at = 0; at < params.size(); ++at) {
    const std::string_view key = params.key(at);
    if (key != "source" && key != "templates") call.Set(key, params.item(at));
  }
  call.Set("source", source).Key("templates").OpenMap();
  for (size_t at = 0; at < named.size(); ++at) call.Key(named.key(at)).Text(templates[at]);
  call.Close();
  const Workspace workspace = *Workspace::InMemory();
  const Result<Reply> reply = workspace.Call("text.render", std::move(call));
  return reply ? std::string(reply->result().Find("text").as_string())
               : "fails with " + std::string(reply.error().code());
}

TEST(TidyRenderTest, TemplatesFromSeedsRenderTheSame) {
  constexpr uint64_t kTemplates = 600;  // each with four others that it uses
  Counts counts;
  for (uint64_t seed = 1; seed <= kTemplates; ++seed) {
    const Result<Context> params = Context::FromJson(reference::Generator(seed).Parameters());
    ASSERT_TRUE(params);
    const Json given = params->values();
    const std::string source = MadeUntidy(std::string(given.Find("source").as_string()), seed);
    std::vector<std::string> before;
    std::vector<std::string> after;
    const Json named = given.Find("templates");
    for (size_t at = 0; at < named.size(); ++at) {
      before.push_back(MadeUntidy(std::string(named.item(at).as_string()), seed));
      after.push_back(Tidied(before.back(), Syntax::kJinja, &counts));
    }
    EXPECT_EQ(Rendered(given, Tidied(source, Syntax::kJinja, &counts), after),
              Rendered(given, source, before))
        << source;
    ++counts.rendered;
  }
  Print(counts);
  EXPECT_GT(counts.changed, 1'500);
}

}  // namespace
}  // namespace galley::tidy
