// The virtual machine against the reference, over the fixtures and over generated
// templates.
//
//   [REFERENCE_COUNT=N] [REFERENCE_SEED=FIRST] reference_test
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "api/operation.h"
#include "base/try.h"
#include "format/json_data.h"
#include "galley/json.h"
#include "tests/fixtures/fixture.h"
#include "tests/reference/generator.h"
#include "tests/reference/interpreter.h"
#include "value/map.h"
#include "workspace/params.h"

namespace galley::reference {
namespace {

namespace fs = std::filesystem;

uint64_t FromEnvironment(const char* name, uint64_t fallback) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : fallback;
}

// What both engines are given: the parameters of a `text.render`.
Result<Input> ReadInput(const workspace::Invocation& call) {
  const workspace::Params params = workspace::Params::Of(call);
  Input input;
  input.source = TRY(params.String("source"));
  input.options = TRY(workspace::ReadJinjaOptions(params));
  input.data = TRY(params.Map("data"));
  if (params.has("globals")) input.globals = TRY(params.Map("globals"));
  if (!params.has("templates")) return input;
  const Value templates = TRY(params.StringMap("templates"));
  for (const MapEntry& entry : EntriesOf(templates)) {
    input.templates[entry.key.as_string()] = entry.value.as_string();
  }
  return input;
}

Outcome RunMachine(const workspace::Invocation& call) {
  const Result<Value> result = api::RenderText(call);
  if (!result) {
    const Diagnostic& diagnostic = result.error().diagnostics().front();
    return {"", diagnostic.code, diagnostic.message};
  }
  return {std::string(result->entries()[0].value.as_string()), "", ""};
}

// Limits are the machine's alone.
bool IsLimit(std::string_view code) {
  return code.starts_with("limit-") || code == "template-cycle";
}

enum class Verdict : uint8_t { kSame, kBothFail, kNotCompared, kDiffers };

Verdict CompareEngines(const std::string& params) {
  const Limits limits;
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const Result<Value> map = ReadJsonData(Source("params", params, Nature::kData), &heap, limits);
  if (!map) return Verdict::kNotCompared;
  const workspace::Invocation call{*map, limits, &heap, &warnings};
  const Result<Input> input = ReadInput(call);
  if (!input) return Verdict::kNotCompared;
  const Outcome machine = RunMachine(call);
  const Outcome reference = Interpreter(*input).Render();
  if (IsLimit(machine.code) || IsLimit(reference.code)) return Verdict::kNotCompared;
  EXPECT_EQ(machine.code, reference.code)
      << params << "\n  machine: " << machine.message << "\n  reference: " << reference.message;
  EXPECT_EQ(machine.text, reference.text) << params;
  if (machine.code != reference.code || machine.text != reference.text) return Verdict::kDiffers;
  return machine.ok() ? Verdict::kSame : Verdict::kBothFail;
}

// ---------------------------------------------------------------------------
// Fixtures

std::string ReadWhole(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The parameters of the call that a fixture makes; empty where it makes another.
std::string ParametersOf(const galley::testing::Fixture& fixture) {
  using galley::testing::Section;
  if (const Section* call = fixture.Find("call")) {
    const bool renders = call->argument == "text.render";
    return renders && call->body.find("\"jinja\"") != std::string::npos ? call->body : "";
  }
  const Section* render = fixture.Find("render");
  if (!render || !render->argument.starts_with("jinja")) return "";
  JsonObject templates;
  for (const Section& file : fixture.sections) {
    if (IsFile(file)) templates.Set(file.name, file.body);
  }
  const Section* data = fixture.Find("data");
  JsonObject params;
  params.Set("language", "jinja")
      .Set("source", render->body)
      .SetJson("data", data ? data->body : "{}")
      .SetJson("templates", templates.text());
  const size_t blank = render->argument.find(' ');
  if (blank != std::string::npos) params.SetJson("options", render->argument.substr(blank + 1));
  return params.text();
}

// Translations and `debug` ask what renders for what the second engine does not have: a catalog of
// the host, and the names that are in sight.
bool AsksTheHost(const std::string& params) {
  const size_t begin = params.find("\"extensions\"");
  if (begin == std::string::npos) return false;
  const std::string extensions = params.substr(begin, params.find(']', begin) - begin);
  return extensions.find("\"i18n\"") != std::string::npos ||
         extensions.find("\"debug\"") != std::string::npos;
}

TEST(ReferenceTest, AgreesOnEveryFixture) {
  size_t compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(GALLEY_FIXTURES)) {
    if (entry.path().extension() != ".txt") continue;
    if (entry.path().filename().string().starts_with("err_limit_")) continue;
    const std::string params = ParametersOf(galley::testing::ParseFixture(ReadWhole(entry.path())));
    if (params.empty() || AsksTheHost(params)) continue;
    SCOPED_TRACE(entry.path().string());
    CompareEngines(params);
    ++compared;
  }
  EXPECT_GT(compared, 200u);
}

// ---------------------------------------------------------------------------
// Generated templates

TEST(ReferenceTest, AgreesOnGeneratedTemplates) {
  const uint64_t first = FromEnvironment("REFERENCE_SEED", 1);
  const uint64_t count = FromEnvironment("REFERENCE_COUNT", 500);
  uint64_t verdicts[4] = {};
  for (uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ++verdicts[static_cast<size_t>(CompareEngines(Generator(seed).Parameters()))];
  }
  std::printf(
      "%llu render the same, %llu fail in both, %llu met a limit, %llu differ\n",
      static_cast<unsigned long long>(verdicts[0]), static_cast<unsigned long long>(verdicts[1]),
      static_cast<unsigned long long>(verdicts[2]), static_cast<unsigned long long>(verdicts[3]));
  // Two templates that fail for different reasons are no comparison.
  EXPECT_GT(verdicts[0], count / 2);
}

}  // namespace
}  // namespace galley::reference
