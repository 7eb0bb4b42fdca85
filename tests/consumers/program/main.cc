// A program that uses the installed library: a result, a diagnostic, a helper, and a
// task kind with sources, an estimator and a lane of its own.
#include <galley/galley.h>

#include <cstdio>

namespace {

void Twice(galley::FunctionCall& call, void*) { call.Return(2 * call.argument(0).as_int()); }

class Weather : public galley::SourceRegistry {
 public:
  void Resolve(galley::SourceCall& call) override {
    if (call.source() == "forecast") call.ReturnJson(R"(["rain", "sun"])");
    if (call.source() == "storm") throw 1;
  }
  std::span<const std::string_view> names() const noexcept override { return kNames; }

 private:
  static constexpr std::string_view kNames[] = {"forecast", "storm"};
};

uint64_t OneEach(std::string_view, void*) { return 1; }

constexpr char kReport[] = R"({
  "id": "report", "name": "Report", "task": "weather_report", "version": 1,
  "layout": [{"kind": "slot", "name": "days"},
             {"kind": "message", "role": "user", "from": {"source": "storm"}}],
  "slots": {"days": {"priority": 0, "plan": [
    {"kind": "forEach", "source": {"source": "forecast"},
     "map": [{"kind": "message", "role": "user", "content": "{{item}}"}]}]}}})";

bool RendersReport() {
  Weather weather;
  const galley::ChatTask tasks[] = {
      {"weather_report", &weather, R"([{"id": "note", "template": "{{text}}"}])"}};
  const galley::Estimator estimators[] = {{"one each", OneEach}};
  galley::CallOptions options;
  options.tasks = tasks;
  options.estimators = estimators;
  const auto reply =
      galley::CallWith("chat.render",
                       galley::JsonObject()
                           .SetJson("template", kReport)
                           .SetJson("context", "{}")
                           .Set("estimator", "one each")
                           .SetJson("maxTokens", "2")
                           .SetJson("injections", R"([{"lane": "note", "payload": {"text": "hi"},
                                      "target": {"kind": "boundary", "position": "top"}}])")
                           .text(),
                       options);
  // What follows tells how many items were shown, and that the storm could not be read.
  return reply &&
         reply->text().starts_with(
             R"({"messages":[{"role":"user","content":"rain\nsun"}],)"
             R"("usage":{"tokens":2,"maxTokens":2,"estimator":"one each","exactness":"estimate"},)");
}

// A joined text is counted as it is joined.
bool CountsTokens() {
  const auto tokenizer = galley::Tokenizer::Open("o200k");
  if (!tokenizer || *tokenizer->Count("hello world") != 2) return false;
  const galley::Segment left = *tokenizer->Measure("hel");
  const auto whole = tokenizer->Join(left, *tokenizer->Measure("lo world"));
  return whole && whole->tokens() == 2 && tokenizer->CountUpTo("hello world", 1)->bytes == 5 &&
         *tokenizer->Decode(*tokenizer->Encode("hello")) == "hello";
}

}  // namespace

int main() {
  const auto good = galley::Call(
      "format.read", galley::JsonObject().Set("format", "yaml").Set("text", "a: 1").text());
  if (!good || good->text() != R"({"value":{"a":1}})") return 1;

  const auto bad = galley::Call(
      "format.read", galley::JsonObject().Set("format", "toml").Set("text", "a = ").text());
  if (bad || bad.error().code() != "toml-syntax") return 2;

  const galley::Helper helpers[] = {{"twice", Twice}};
  const auto helped = galley::Call("text.render",
                                   galley::JsonObject()
                                       .Set("language", "handlebars")
                                       .Set("source", "{{twice 21}}")
                                       .SetJson("data", "{}")
                                       .text(),
                                   {}, helpers);
  if (!helped || helped->text() != R"({"text":"42"})") return 3;

  if (!RendersReport()) return 4;
  if (!CountsTokens()) return 5;

  std::printf("consumer: ok, galley %s\n", galley::Version().data());
}
