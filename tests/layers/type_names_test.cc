// No two types, and no two constants, have one name; and what the search for them understands.
#include "tests/layers/type_names.h"

#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace galley {
namespace {

namespace fs = std::filesystem;

std::string Found(std::string_view source) {
  std::string found;
  for (const TypeDefinition& type : FindTypes(source)) {
    found += (found.empty() ? "" : " ") + type.name + ":" + std::to_string(type.line);
  }
  return found;
}

TEST(TypeNames, TheRepositoryDefinesEachTypeAndConstantOnce) {
  std::string twice;
  for (const Violation& each : FindTypesDefinedTwice(GALLEY_SOURCE_DIR)) {
    twice += each.ToString() + "\n";
  }
  EXPECT_EQ(twice, "");
}

TEST(TypeNames, TypesAreNamedWithWhatIsAroundThem) {
  EXPECT_EQ(Found("namespace a::b {\nstruct S { enum class E : int { k }; };\n}  // a::b\n"
                  "class EXPORT [[nodiscard]] C final : public a::B<int, x::Y> {};"),
            "a::b::S:2 a::b::S::E:2 C:4");
  EXPECT_EQ(Found("namespace a { struct Outer::Inner { union U { int i; }; }; }"),
            "a::Outer::Inner:1 a::Outer::Inner::U:1");
  EXPECT_EQ(Found("extern \"C\" {\nstruct S { int i; };\n}"), "S:2");
}

TEST(TypeNames, InlineConstantsHaveNamesToo) {
  EXPECT_EQ(Found("namespace a {\ninline constexpr uint32_t kMost = 1;\n"
                  "inline constexpr Field kFields[] = {{1}};\nconstexpr int kOwn = 2;\n"
                  "inline constexpr bool Is(int i) { return i; }\ninline int F() { return 1; }\n"
                  "inline constexpr std::array<int, 2> kPair{1, 2};\nstruct S {};\n}"),
            "a::kMost:2 a::kFields:3 a::kPair:7 a::S:8");
  EXPECT_EQ(Found("namespace { inline constexpr int kOwn = 1; }"), "");
}

TEST(TypeNames, WhatIsNobodyElsesDoesNotCount) {
  EXPECT_EQ(Found("namespace { struct S {}; }"), "");
  EXPECT_EQ(Found("void f() { struct S {}; { class C {}; } }"), "");
  EXPECT_EQ(Found("struct S; class C; enum class E : int; struct S f(struct S* s) { return *s; }"),
            "");
  EXPECT_EQ(Found("template <class T> struct H<T*> { struct I {}; };"), "");
  EXPECT_EQ(Found("template <class T, template <class> class U> struct H {};"), "H:1");
  EXPECT_EQ(
      Found("// struct A {\n/* struct B {} */ auto a = \"struct C {\"; char b = '{';\n"
            "#define D struct E { \\\n };\nauto c = R\"x(struct F { )\" )x\"; int d = 1'000;\n"
            "struct G {};"),
      "G:6");
}

TEST(TypeNames, TwoFilesWithOneNameAreFound) {
  const fs::path root = fs::path(testing::TempDir()) / ("type_names_" + std::to_string(getpid()));
  fs::create_directories(root / "src/b");
  std::ofstream(root / "src/a.h") << "namespace g { struct Same {}; struct Other {}; }";
  std::ofstream(root / "src/b/b.cc") << "namespace g {\nstruct Same { int i; };\n}";
  const std::vector<Violation> found = FindTypesDefinedTwice(root);
  fs::remove_all(root);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].ToString(), "src/b/b.cc:2: defines g::Same, as does src/a.h:1");
}

}  // namespace
}  // namespace galley
