// Profiles: the shape of the built-in ones, names, frames.
#include "profiles/profile.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "format/json_data.h"
#include "profiles/model_list.h"
#include "profiles/request_counter.h"
#include "tokenize/builtin.h"

namespace galley {
namespace {

uint64_t Bytes(std::string_view text, void*) { return text.size(); }

// Texts cost their bytes, so that sums can be told by looking.
TextCounter ByBytes() { return TextCounter(Estimator{"bytes", Bytes}); }

TEST(BuiltinModels, HaveTheShapeOfProfiles) {
  const Result<std::vector<ModelProfile>> models = BuiltinModels();
  ASSERT_TRUE(models) << models.error().diagnostics().front().message;
  std::set<std::string> names;
  for (const ModelProfile& model : *models) {
    SCOPED_TRACE(model.name);
    EXPECT_TRUE(names.insert(model.name).second);
    EXPECT_TRUE(FindBuiltin(model.tokenizer.name)) << model.tokenizer.name;
    EXPECT_NE(model.frame.kind, FrameRule::Kind::kNone);
    EXPECT_GE(model.context, 8'192u);
    EXPECT_LE(model.context, 2'000'000u);
    EXPECT_GT(model.reserve, 0u);
    EXPECT_LT(model.reserve, model.context);
    EXPECT_FALSE(model.requests.as.empty());
    EXPECT_FALSE(model.source.empty());
    EXPECT_EQ(model.date.size(), 10u);
    const bool is_estimate = model.exactness == Exactness::kEstimate;
    EXPECT_EQ(model.tokenizer.is_estimate, is_estimate);
    if (is_estimate) {
      EXPECT_GT(model.tokenizer.margin, 0);
    }
    if (model.frame.kind != FrameRule::Kind::kTemplate) continue;
    bool has_template = false;
    for (const BuiltinModelFile& file : BuiltinModelFiles()) {
      has_template = has_template || file.name == model.frame.file;
    }
    EXPECT_TRUE(has_template) << model.frame.file;
  }
}

TEST(BuiltinModels, AreFoundByTheNamesOfTheirProviders) {
  const std::vector<ModelProfile> models = *BuiltinModels();
  const auto name_of = [&](std::string_view model) {
    const ModelProfile* found = FindModel(models, model);
    return found ? found->name : std::string("-");
  };
  EXPECT_EQ(name_of("gpt-5"), "gpt-5");
  EXPECT_EQ(name_of("gpt-5-2025-08-07"), "gpt-5");
  EXPECT_EQ(name_of("gpt-5-mini"), "gpt-5-mini");
  EXPECT_EQ(name_of("gpt-5.1-codex-max"), "gpt-5");
  EXPECT_EQ(name_of("gpt-5.2-chat-latest"), "gpt-5-chat");
  EXPECT_EQ(name_of("gpt-4-turbo-2024-04-09"), "gpt-4-turbo");
  EXPECT_EQ(name_of("gpt-4-0613"), "gpt-4");
  EXPECT_EQ(name_of("gpt-4o-mini-2024-07-18"), "gpt-4o-mini");
  EXPECT_EQ(name_of("ft:gpt-4o-mini-2024-07-18:acme::x"), "gpt-4o-mini");
  EXPECT_EQ(name_of("openai/gpt-4o"), "gpt-4o");
  EXPECT_EQ(name_of("o3-mini"), "o1");
  EXPECT_EQ(name_of("claude-3-5-sonnet-20241022"), "claude-3");
  EXPECT_EQ(name_of("claude-sonnet-4-5-20250929"), "claude-4");
  EXPECT_EQ(name_of("claude-sonnet-4-20250514"), "claude-4");
  EXPECT_EQ(name_of("claude-opus-4-6"), "claude-4.6");
  EXPECT_EQ(name_of("claude-opus-4-8"), "claude-5");
  EXPECT_EQ(name_of("us.anthropic.claude-sonnet-4-5-20250929-v1:0"), "claude-4");
  EXPECT_EQ(name_of("gemini-2.5-pro"), "gemini-2");
  EXPECT_EQ(name_of("gemini-3-pro-preview"), "gemini-2");
  EXPECT_EQ(name_of("gemini-3.1-pro-preview"), "gemini-3.1");
  EXPECT_EQ(name_of("Qwen/Qwen3-8B"), "qwen3");
  EXPECT_EQ(name_of("Qwen/Qwen3-235B-A22B-Instruct-2507"), "qwen3-2507");
  EXPECT_EQ(name_of("qwen3:32b"), "qwen3");
  EXPECT_EQ(name_of("deepseek-chat"), "deepseek-v3");
  EXPECT_EQ(name_of("deepseek-v4-pro"), "deepseek-v4");
  EXPECT_EQ(name_of("mistral-large-latest"), "mistral-tekken");
  EXPECT_EQ(name_of("llama-3.1-8b"), "-") << "it may not be shipped";
  EXPECT_EQ(name_of(""), "-");
}

TEST(MatchesModel, KnowsTwoSigns) {
  EXPECT_TRUE(MatchesModel("a*c", "abbc"));
  EXPECT_TRUE(MatchesModel("a*c", "ac"));
  EXPECT_TRUE(MatchesModel("a?c", "ABC"));
  EXPECT_TRUE(MatchesModel("*b*b", "abab"));
  EXPECT_FALSE(MatchesModel("a*c", "acd"));
  EXPECT_FALSE(MatchesModel("a?c", "ac"));
  EXPECT_FALSE(MatchesModel("", "a"));
  EXPECT_TRUE(MatchesModel("*", ""));
}

class FrameTest : public testing::Test {
 protected:
  TokenCount Count(FrameRule::Kind kind, std::string_view messages, std::string_view tools = {},
                   std::string_view choice = {}) {
    ModelProfile profile;
    profile.frame.kind = kind;
    profile.frame.message = 3;
    profile.frame.name = 1;
    profile.frame.reply = 3;
    profile.frame.tools = 9;
    const RequestCounter counter(ByBytes(), profile, nullptr);
    return *counter.CountRequest(Read(messages).items(), tools.empty() ? Value() : Read(tools),
                                 choice.empty() ? Value() : Read(choice));
  }
  Value Read(std::string_view json) {
    return *ReadJsonData(Source("json", json, Nature::kData), &heap_, Limits());
  }

  Heap heap_{Limits()};
};

TEST_F(FrameTest, OpenAiCountsMessagesRolesNamesAndTheReply) {
  using Kind = FrameRule::Kind;
  EXPECT_EQ(Count(Kind::kOpenAi, R"([{"role":"user","content":"abc"}])").tokens, 3 + 4 + 3 + 3u);
  EXPECT_EQ(Count(Kind::kOpenAi, R"([{"role":"user","content":"abc","name":"Jo"}])").tokens,
            3 + 4 + 3 + (1 + 2) + 3u);
  EXPECT_EQ(Count(Kind::kNone, R"([{"role":"user","content":"abc"}])").tokens, 3 + 3 + 3u);
}

TEST_F(FrameTest, ToolsAreTheTextThatModelsSee) {
  constexpr char kTools[] = R"([{"name":"find","description":"Finds.","parameters":{
    "type":"object","required":["query"],"properties":{
      "query":{"type":"string","description":"What."},
      "kind":{"type":"string","enum":["a","b"]},
      "where":{"type":"array","items":{"type":"object","properties":{"x":{"type":"integer"}}}}}}},
    {"name":"now"}])";
  const std::string text = FunctionsAsText(Read(kTools));
  EXPECT_EQ(text,
            "namespace functions {\n\n"
            "// Finds.\ntype find = (_: {\n// What.\nquery: string,\nkind?: \"a\" | \"b\",\n"
            "where?: {\n  x?: number,\n}[],\n}) => any;\n\n"
            "type now = () => any;\n\n"
            "} // namespace functions");
  using Kind = FrameRule::Kind;
  const uint64_t alone = Count(Kind::kOpenAi, "[]", kTools).tokens;
  EXPECT_EQ(alone, 3 + text.size() + 9);
  EXPECT_EQ(Count(Kind::kOpenAi, "[]", kTools, "\"none\"").tokens, alone + 1);
  EXPECT_EQ(Count(Kind::kOpenAi, "[]", kTools, R"({"name":"now"})").tokens, alone + 7 + 3);
  EXPECT_EQ(Count(Kind::kOpenAi, R"([{"role":"system","content":""}])", kTools).tokens,
            alone - 4 + 3 + 6);
}

TEST_F(FrameTest, GeminiCountsEachTextByItself) {
  using Kind = FrameRule::Kind;
  constexpr char kTools[] = R"([{"name":"find","description":"Finds.","parameters":{
    "type":"object","required":["query"],"properties":{"query":{"type":"string","enum":["a","b"],
    "description":"What.","format":"uri"}}}}])";
  EXPECT_EQ(Count(Kind::kGemini, "[]", kTools).tokens, 3 + 4 + 6 + 5 + 5 + 2 + 5 + 3u);
  EXPECT_EQ(Count(Kind::kGemini, R"([{"role":"assistant","content":[{"type":"tool_call","id":"1",
      "name":"find","arguments":"{\"query\":\"abc\",\"n\":[1,\"d\"]}"}]}])")
                .tokens,
            3 + 3 + 4 + 5 + 3 + 1 + 1u);
}

TEST_F(FrameTest, ImagesMakeAnEstimate) {
  const TokenCount counted = Count(FrameRule::Kind::kGemini,
                                   R"([{"role":"user","content":[{"type":"image","url":"u"}]}])");
  EXPECT_EQ(counted.tokens, 3 + 3 + 1000u);
  EXPECT_EQ(counted.exactness, Exactness::kEstimate);
}

TEST(ImageTokens, FollowTheRulesOfProviders) {
  const ImageRule tiles{ImageRule::Kind::kTiles, 85, 170, 0, 0, 1};
  EXPECT_EQ(ImageTokens(tiles, 1024, 1024), 765u);
  EXPECT_EQ(ImageTokens(tiles, 2048, 4096), 1105u);
  // An image whose size is not known costs the most that one can.
  EXPECT_EQ(ImageTokens(tiles, 0, 10), 85 + 8 * 170u);
  const ImageRule patches{ImageRule::Kind::kPatches, 0, 0, 32, 1536, 1};
  EXPECT_EQ(ImageTokens(patches, 1024, 1024), 1024u);
  EXPECT_LE(*ImageTokens(patches, 1800, 2400), 1536u);
  const ImageRule area{ImageRule::Kind::kArea, 0, 0, 750, 0, 1};
  EXPECT_EQ(ImageTokens(area, 1000, 1000), 1334u);
}

}  // namespace
}  // namespace galley
