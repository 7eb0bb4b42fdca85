// A program that uses the installed library: a result, a diagnostic, and a helper.
#include <galley/galley.h>

#include <cstdio>

namespace {

void Twice(galley::HelperCall& call, void*) { call.Return(2 * call.argument(0).as_int()); }

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

  std::printf("consumer: ok, galley %s\n", galley::Version().data());
}
