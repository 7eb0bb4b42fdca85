// Templates from a seed, for comparing engines.
//
// They are made to render: names mostly have values, operands mostly fit.  There are
// few names, so that scopes, branches, macros, blocks and other templates fight over
// them.
#ifndef GALLEY_TESTS_REFERENCE_GENERATOR_H_
#define GALLEY_TESTS_REFERENCE_GENERATOR_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace galley::reference {

class Generator {
 public:
  explicit Generator(uint64_t seed) : state_(seed << 32) {}

  // The parameters of a `text.render`, as JSON.
  std::string Parameters();

 private:
  uint32_t Below(uint32_t bound);
  bool Chance(uint32_t percent) { return Below(100) < percent; }
  std::string Pick(std::initializer_list<std::string_view> choices);

  std::string Name() { return Pick({"a", "b", "c", "d", "x", "y"}); }
  std::string Number(int depth);
  std::string Words(int depth);
  std::string List(int depth);
  std::string Any(int depth);
  std::string Condition(int depth);
  std::string Call(int depth);

  std::string Tag(const std::string& text);
  std::string Statements(int depth);
  std::string Statement(int depth);
  std::string If(int depth);
  std::string For(int depth);
  std::string Set(int depth);
  std::string Macro(int depth);
  std::string Scoped(int depth);
  std::string Block(int depth);
  std::string Other(int depth);
  std::string Body();
  std::string Child();

  uint64_t state_;
  int loops_ = 0;   // open around what is written
  int blocks_ = 0;  // written so far in the template at hand
};

}  // namespace galley::reference

#endif  // GALLEY_TESTS_REFERENCE_GENERATOR_H_
