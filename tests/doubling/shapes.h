// The shapes of shapes.txt.
#ifndef GALLEY_TESTS_DOUBLING_SHAPES_H_
#define GALLEY_TESTS_DOUBLING_SHAPES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace galley::testing {

// A request, with `<*`, `^` and `%DIR%` in its parameters.
struct Filling {
  std::string method;
  std::string params;
};

struct Shape {
  std::string method;
  std::string name;
  std::string end;  // `well` or `badly`
  std::string params;
  uint32_t count = 0;
  std::vector<Filling> fillings;
  bool may_grow = false;
};

// Empty where the file cannot be read.
std::vector<Shape> ReadShapes(const std::string& path);

// The parameters of a shape with so many units.
std::string Expand(const std::string& params, uint32_t count);
// Those of a filling, for one unit.
std::string Numbered(const std::string& params, uint32_t number);

void ReplaceAll(std::string_view old, std::string_view text, std::string* in);

}  // namespace galley::testing

#endif  // GALLEY_TESTS_DOUBLING_SHAPES_H_
