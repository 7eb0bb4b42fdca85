// TRY: the value of a Result, or an early return of its error.
//
//   Tree tree = TRY(ReadYaml(source, limits));
//   TRY(CheckShape(tree));
//
// A statement expression, which g++ and clang both have; it lets the value be
// used in place.
#ifndef GALLEY_BASE_TRY_H_
#define GALLEY_BASE_TRY_H_

#include <utility>

#include "galley/result.h"

// Each use numbers its variable, so that one may stand inside another.
#define TRY(expression) GALLEY_TRY(__COUNTER__, expression)
#define GALLEY_TRY(number, expression) GALLEY_TRY_NUMBERED(number, expression)
#define GALLEY_TRY_NUMBERED(number, expression)                              \
  ({                                                                         \
    auto try_result_##number = (expression);                                 \
    if (!try_result_##number) return std::move(try_result_##number).error(); \
    *std::move(try_result_##number);                                         \
  })

#endif  // GALLEY_BASE_TRY_H_
