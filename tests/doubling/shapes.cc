#include "tests/doubling/shapes.h"

#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace galley::testing {
namespace {

void AppendUnit(std::string_view unit, uint32_t number, std::string* out) {
  for (const char c : unit) {
    if (c == '^') {
      *out += std::to_string(number);
    } else {
      *out += c;
    }
  }
}

Shape ReadHead(const std::string& line) {
  Shape shape;
  std::istringstream words(line);
  words >> shape.method >> shape.count >> shape.end >> std::ws;
  std::getline(words, shape.name);
  return shape;
}

Filling ReadFilling(std::string_view line) {
  const size_t blank = line.find(' ');
  return {std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))};
}

}  // namespace

void ReplaceAll(std::string_view old, std::string_view text, std::string* in) {
  for (size_t at = in->find(old); at != in->npos; at = in->find(old, at + text.size())) {
    in->replace(at, old.size(), text);
  }
}

std::vector<Shape> ReadShapes(const std::string& path) {
  std::ifstream file(path);
  std::vector<Shape> shapes;
  std::vector<std::pair<std::string, std::string>> names;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.starts_with("let ")) {
      const size_t equals = line.find(" = ");
      names.emplace_back('%' + line.substr(4, equals - 4) + '%', line.substr(equals + 3));
    } else if (line.starts_with("  ")) {
      for (const auto& [name, text] : names) ReplaceAll(name, text, &line);
      const std::string_view text = std::string_view(line).substr(2);
      if (text.starts_with("fill ")) {
        shapes.back().fillings.push_back(ReadFilling(text.substr(5)));
      } else if (text.starts_with("grows ")) {
        shapes.back().may_grow = true;
      } else {
        shapes.back().params = text;
      }
    } else {
      shapes.push_back(ReadHead(line));
    }
  }
  return shapes;
}

std::string Expand(const std::string& params, uint32_t count) {
  std::string expanded;
  std::string_view rest = params;
  for (size_t open = rest.find("<*"); open != rest.npos; open = rest.find("<*")) {
    const size_t bar = rest.find('|', open);
    const size_t close = rest.find("*>", bar);
    expanded += rest.substr(0, open);
    for (uint32_t at = 0; at < count; ++at) {
      if (at > 0) expanded += rest.substr(open + 2, bar - open - 2);
      AppendUnit(rest.substr(bar + 1, close - bar - 1), at, &expanded);
    }
    rest.remove_prefix(close + 2);
  }
  return expanded += rest;
}

std::string Numbered(const std::string& params, uint32_t number) {
  std::string numbered;
  AppendUnit(params, number, &numbered);
  return numbered;
}

}  // namespace galley::testing
