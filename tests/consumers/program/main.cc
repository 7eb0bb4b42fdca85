// A program that uses the installed library: a result, and a diagnostic.
#include <galley/galley.h>

#include <cstdio>

int main() {
  const auto good = galley::Call(
      "format.read", galley::JsonObject().Set("format", "yaml").Set("text", "a: 1").text());
  if (!good || good->text() != R"({"value":{"a":1}})") return 1;

  const auto bad = galley::Call(
      "format.read", galley::JsonObject().Set("format", "toml").Set("text", "a = ").text());
  if (bad || bad.error().code() != "toml-syntax") return 2;

  std::printf("consumer: ok, galley %s\n", galley::Version().data());
}
