// What the tests of the readers share: sources, values as text, the outcome of a
// read in a word, and a thread with a small stack.
#ifndef GALLEY_FORMAT_FORMAT_TESTING_H_
#define GALLEY_FORMAT_FORMAT_TESTING_H_

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/print.h"

namespace galley {

inline Source Document(std::string_view text) { return Source("doc", text); }
inline Source Data(std::string_view text) { return Source("data", text, Nature::kData); }

inline std::string Repeat(std::string_view text, size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (size_t i = 0; i < times; ++i) result += text;
  return result;
}

// As Python would print it, which shows the type of every scalar.
inline std::string Show(const Value& value) {
  Meter meter{Limits()};
  BufferWriter out;
  PrintRepr(value, &out, &meter);
  return out.ToString();
}

inline std::string Show(const Tree& tree, NodeId id = Tree::root()) {
  Heap heap{Limits()};
  return Show(tree.ToValue(id, &heap));
}

// The value, or the code of the error in brackets.
inline std::string Outcome(const Result<Tree>& result) {
  return result ? Show(*result) : "[" + std::string(result.error().code()) + "]";
}
inline std::string Outcome(const Result<Value>& result) {
  return result ? Show(*result) : "[" + std::string(result.error().code()) + "]";
}

// "line:column" of the first diagnostic, or nothing on success.
template <class T>
std::string PlaceOf(const Result<T>& result) {
  if (result) return "";
  const Position& start = result.error().diagnostics().front().range.start;
  return std::to_string(start.line) + ":" + std::to_string(start.column);
}

// The text that a node, or its key, points at.
inline std::string_view Written(const Source& source, Span span) {
  return source.text().substr(span.begin, span.end - span.begin);
}

}  // namespace galley

#endif  // GALLEY_FORMAT_FORMAT_TESTING_H_
