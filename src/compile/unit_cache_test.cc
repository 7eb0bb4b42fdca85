#include "compile/unit_cache.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::shared_ptr<const Unit> CompileText(const Compilation& compilation) {
  TextSet set(compilation, Limits());
  return std::make_shared<const Unit>(*set.Compile("a", "text"));
}

TEST(UnitCacheTest, WhatWasCompiledInAnotherWayIsNotTheSame) {
  const Compilation jinja = JinjaCompilation();
  const Limits limits;
  UnitCache cache;
  const std::shared_ptr<const Unit> unit = CompileText(jinja);
  cache.Add({"a", "digest", jinja, limits}, 4, unit);
  EXPECT_EQ(cache.Find({"a", "digest", jinja, limits}), unit);

  EXPECT_EQ(cache.Find({"b", "digest", jinja, limits}), nullptr);
  EXPECT_EQ(cache.Find({"a", "other", jinja, limits}), nullptr);
  Limits lower;
  lower.nesting = 5;
  EXPECT_EQ(cache.Find({"a", "digest", jinja, lower}), nullptr);
  JinjaCompilation trimmed;
  trimmed.syntax.trim_blocks = true;
  EXPECT_EQ(cache.Find({"a", "digest", Compilation(trimmed), limits}), nullptr);
  JinjaCompilation escaped;
  escaped.autoescape = true;
  EXPECT_EQ(cache.Find({"a", "digest", Compilation(escaped), limits}), nullptr);
  EXPECT_EQ(cache.Find({"a", "digest", Compilation(HandlebarsCompilation()), limits}), nullptr);
}

TEST(UnitCacheTest, KeepsABoundedNumber) {
  const Compilation jinja = JinjaCompilation();
  const Limits limits;
  const std::shared_ptr<const Unit> unit = CompileText(jinja);
  UnitCache cache;
  for (int at = 0; at < 10'000; ++at) {
    cache.Add({"a", std::to_string(at), jinja, limits}, 4, unit);
    EXPECT_LE(cache.size(), 4'096u);
  }
  EXPECT_EQ(cache.Find({"a", "9999", jinja, limits}), unit);
}

TEST(UnitCacheTest, KeepsABoundedNumberOfBytes) {
  const Compilation jinja = JinjaCompilation();
  const Limits limits;
  const std::shared_ptr<const Unit> unit = CompileText(jinja);
  UnitCache cache;
  cache.Add({"a", "huge", jinja, limits}, (4 << 20) + 1, unit);
  EXPECT_EQ(cache.size(), 0u);
  for (int at = 0; at < 10; ++at) {
    cache.Add({"a", std::to_string(at), jinja, limits}, 1 << 20, unit);
    EXPECT_LE(cache.size(), 4u);
  }
}

}  // namespace
}  // namespace galley
