// Each kind of expression and statement has a function that picks among its forms; depth falls with
// each step inwards, so every template ends.
#include "tests/reference/generator.h"

#include <utility>

#include "galley/json.h"

namespace galley::reference {
namespace {

constexpr std::string_view kData =
    R"({"a": 3, "b": "text", "c": [1, 2, 3], "d": {"k": "v", "n": 7}, "yes": true, "no": false, )"
    R"("nil": null, "words": ["one", "two <b>", "three"], "html": "<i>&</i>", )"
    R"("rows": [{"id": 1, "name": "Ann", "sub": []}, )"
    R"({"id": 2, "name": "Bob", "sub": [{"id": 3, "name": "Cy", "sub": []}]}]})";

}  // namespace

uint32_t Generator::Below(uint32_t bound) {
  // The generator that Steele, Lea and Flood call SplitMix.
  uint64_t z = state_ += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return static_cast<uint32_t>((z ^ (z >> 31)) >> 33) % bound;
}

std::string Generator::Pick(std::initializer_list<std::string_view> choices) {
  return std::string(choices.begin()[Below(static_cast<uint32_t>(choices.size()))]);
}

// ---------------------------------------------------------------------------
// Expressions, by what they mostly give

std::string Generator::Number(int depth) {
  if (depth == 0 || Chance(30)) {
    if (loops_ > 0 && Chance(30)) return Pick({"loop.index", "loop.index0", "loop.revindex"});
    return Pick({"1", "2", "0", "2.5", "-3", "d.n", "rows[0].id", "c[1]", "a|int", "words|length"});
  }
  switch (Below(5)) {
    case 0:
      return "(" + Number(depth - 1) + Pick({" + ", " - ", " * "}) + Number(depth - 1) + ")";
    case 1:
      return Number(depth - 1) + Pick({" // ", " % ", " / "}) + Pick({"2", "3", "d.n"});
    case 2:
      return List(depth - 1) + Pick({"|length", "|count"});
    case 3:
      return "(" + Number(depth - 1) + ")|" + Pick({"abs", "round", "int", "float"});
    default:
      return "(" + Number(depth - 1) + " if " + Condition(depth - 1) + " else " +
             Number(depth - 1) + ")";
  }
}

std::string Generator::Words(int depth) {
  if (depth == 0 || Chance(30)) {
    return Pick({"'s'", "'<u>'", "b|string", "html", "d.k", "words[0]", "rows[1].name", "''",
                 "words|first", "d['k']"});
  }
  switch (Below(6)) {
    case 0:
      return Any(depth - 1) + " ~ " + Any(depth - 1);
    case 1:
      return "(" + Words(depth - 1) + " + " + Words(depth - 1) + ")";
    case 2:
      return "(" + Words(depth - 1) + ")|" +
             Pick({"upper", "lower", "trim", "title", "capitalize", "e", "safe", "forceescape",
                   "replace('t', 'T')", "truncate(5)", "center(6)", "striptags"});
    case 3:
      return "(" + Words(depth - 1) + ")" +
             Pick({".upper()", ".strip()", ".replace('o', '0')", "[:2]", "[::-1]", ".title()"});
    case 4:
      return List(depth - 1) + Pick({"|join", "|join('-')", "|join('<')", "|string", "|tojson"});
    default:
      return "(" + Words(depth - 1) + " if " + Condition(depth - 1) + ")";
  }
}

std::string Generator::List(int depth) {
  if (depth == 0 || Chance(40)) {
    return Pick({"c", "words", "[1, 2]", "[]", "range(3)|list", "rows|map(attribute='id')|list",
                 "('p', 'q')|list", "d|list"});
  }
  switch (Below(4)) {
    case 0:
      return "[" + Any(depth - 1) + ", " + Any(depth - 1) + "]";
    case 1:
      return "(" + List(depth - 1) + ")|" +
             Pick({"reverse|list", "list", "unique|list", "select|list", "batch(2)|list",
                   "map('string')|list", "map('upper')|list", "rejectattr('q')|list"});
    case 2:
      return "(" + List(depth - 1) + ")" + Pick({"[1:]", "[:-1]", "[::2]"});
    default:
      return "(" + List(depth - 1) + " + [" + Any(depth - 1) + "])";
  }
}

std::string Generator::Any(int depth) {
  switch (Below(8)) {
    case 0:
    case 1:
      return Name();
    case 2:
      return Number(depth);
    case 3:
    case 4:
      return Words(depth);
    case 5:
      return List(depth);
    case 6:
      return Call(depth);
    default:
      return Pick(
          {"nil", "yes", "no", "none", "gone", "d.gone", "rows[0]", "1.5", "{'k': a}", "d"});
  }
}

std::string Generator::Condition(int depth) {
  if (depth == 0 || Chance(25)) {
    if (loops_ > 0 && Chance(40)) return Pick({"loop.first", "loop.last", "not loop.last"});
    return Pick({"yes", "no", "a", "nil", "gone", "x", "y", "c", "d.k == 'v'", "a == 3"});
  }
  switch (Below(6)) {
    case 0:
      return "not " + Condition(depth - 1);
    case 1:
      return "(" + Condition(depth - 1) + Pick({" and ", " or "}) + Condition(depth - 1) + ")";
    case 2:
      return Number(depth - 1) + Pick({" < ", " >= ", " == ", " != "}) + Number(depth - 1);
    case 3:
      return Words(0) + Pick({" == ", " != ", " in ", " not in "}) + Words(0);
    case 4:
      return Any(depth - 1) + " in " + List(0);
    default:
      return Name() + " is " + Pick({"", "not "}) +
             Pick({"defined", "undefined", "none", "string", "number", "mapping", "sequence",
                   "iterable", "true", "sameas(none)", "eq(3)", "callable", "odd or yes"});
  }
}

std::string Generator::Call(int depth) {
  const std::string macro = Pick({"m", "w"});
  const std::string first = Any(depth > 0 ? depth - 1 : 0);
  std::string given = first;
  switch (Below(5)) {
    case 0:
      given = "";
      break;
    case 1:
      given += ", y=" + Name();
      break;
    case 2:
      given = "*c[:2]";
      break;
    case 3:
      given = "x=" + first;
      break;
    default:
      break;
  }
  return "(" + macro + "(" + given + ") if " + macro + " is defined else 0)";
}

// ---------------------------------------------------------------------------
// Statements

std::string Generator::Tag(const std::string& text) {
  return "{%" + Pick({"", "", "", "-"}) + " " + text + " " + Pick({"", "", "", "-"}) + "%}";
}

std::string Generator::Statements(int depth) {
  std::string text;
  for (uint32_t left = 1 + Below(4); left > 0; --left) text += Statement(depth);
  return text;
}

std::string Generator::Statement(int depth) {
  if (depth == 0 || Chance(15)) return Pick({"text", " t\n", "\n  ", "<b>", ".", "{# note #}"});
  switch (Below(12)) {
    case 0:
    case 1:
      return "{{ " + Name() + " }}";
    case 2:
    case 3:
      return "{{ " + Any(2) + " }}";
    case 4:
      return If(depth);
    case 5:
      return For(depth);
    case 6:
    case 7:
      return Set(depth);
    case 8:
      return Macro(depth);
    case 9:
      return Scoped(depth);
    case 10:
      return Block(depth);
    default:
      return Other(depth);
  }
}

std::string Generator::If(int depth) {
  std::string text = Tag("if " + Condition(2)) + Statements(depth - 1);
  if (Chance(30)) text += Tag("elif " + Condition(1)) + Statements(depth - 1);
  if (Chance(50)) text += Tag("else") + Statements(depth - 1);
  return text + Tag("endif");
}

std::string Generator::For(int depth) {
  const std::string target = Chance(70) ? Name() : Chance(50) ? "x, y" : "k, x";
  const std::string items =
      target.size() > 1 ? Pick({"d.items()", "d|dictsort", "[(1, 2), 'pq']", "d|items", "[[a, b]]"})
                        : List(1);
  const bool recursive = Chance(10);
  std::string text = "for " + target + " in " + (recursive ? "rows" : items);
  if (Chance(25)) text += " if " + Pick({"x", "a", "y != 2", "not no", "loop is undefined"});
  ++loops_;
  std::string body = Statements(depth - 1);
  if (recursive) {
    text = "for x in rows" + std::string(Chance(30) ? " if x.id" : "") + " recursive";
    body += "{{ x.id }}{{ loop.depth }}{{ loop(x.sub) }}";
  } else if (Chance(25)) {
    body += Tag("if " + Condition(1)) + Tag(Pick({"break", "continue"})) + Tag("endif") + ",";
  } else if (Chance(25)) {
    body += "{{ loop.cycle('i', 'ii') }}{{ loop.changed(" + Name() + ") }}{{ loop.previtem }}";
  }
  --loops_;
  text = Tag(text) + body;
  if (Chance(30)) text += Tag("else") + Statements(depth - 1);
  return text + Tag("endfor");
}

std::string Generator::Set(int depth) {
  switch (Below(6)) {
    case 0:
      return Tag("set " + Name() + Pick({"", "", " | upper", " | length"})) +
             Statements(depth - 1) + Tag("endset");
    case 1:
      return Tag("set x, y = " + Pick({"1, 2", "'pq'", "(a, b)", "c[:2]"}));
    case 2:
      return Tag("set ns = namespace(n=" + Any(1) + ")") + Tag("set ns.n = " + Any(1)) +
             "{{ ns.n }}";
    default:
      return Tag("set " + Name() + " = " + Any(2));
  }
}

std::string Generator::Macro(int depth) {
  const std::string name = Pick({"m", "w"});
  const std::string parameters =
      Pick({"", "x", "x, y=1", "x=a, y=x", "a, b='q'", "x=loop, caller=none"});
  const int loops = std::exchange(loops_, 0);
  std::string body = Statements(depth - 1);
  if (Chance(90)) body += "[{{ varargs }}{{ kwargs|length }}]";
  if (Chance(40)) body += "{% if caller %}[{{ caller() }}]{% endif %}";
  const std::string caller = Statements(depth - 1);
  loops_ = loops;
  const std::string macro = Tag("macro " + name + "(" + parameters + ")") + body + Tag("endmacro");
  const std::string given = Pick({"", "1", "a, y=2", "x=3", "*c", "**{'y': 1}"});
  if (Chance(40)) return macro + "{{ " + name + "(" + given + ") }}";
  const std::string takes = Pick({"", "", "(x)", "(x=1, y=x)"});
  return macro + Tag("call" + takes + " " + name + "(" + given + ")") + caller + Tag("endcall");
}

std::string Generator::Scoped(int depth) {
  switch (Below(4)) {
    case 0:
      return Tag("with " + Name() + " = " + Any(1) + ", " + Name() + " = " + Any(1)) +
             Statements(depth - 1) + Tag("endwith");
    case 1:
      return Tag("filter " + Pick({"upper", "trim", "replace('t', b|string)|title", "e"})) +
             Statements(depth - 1) + Tag("endfilter");
    case 2:
      return Tag("autoescape " + Pick({"true", "false", "yes", "no"})) + Statements(depth - 1) +
             Tag("endautoescape");
    default:
      return Tag("with") + Statements(depth - 1) + Tag("endwith");
  }
}

// Names of blocks are few, so that templates that extend each other share them.
std::string Generator::Block(int depth) {
  if (blocks_ >= 3) return "{{ self.one() if self.one is defined else '' }}";
  const std::string name = blocks_ == 0 ? "one" : blocks_ == 1 ? "two" : "three";
  ++blocks_;
  const int loops = loops_;
  const bool scoped = Chance(40);
  if (!scoped) loops_ = 0;
  std::string body = Statements(depth - 1);
  if (Chance(50)) body += "{{ super() if super is defined else '' }}";
  loops_ = loops;
  return Tag("block " + name + (scoped ? " scoped" : "")) + body + Tag("endblock");
}

std::string Generator::Other(int) {
  switch (Below(6)) {
    case 0:
      return Tag("include " + Pick({"'part'", "['gone', 'part']", "'gone' ignore missing",
                                    "'part' without context", "'base'"}));
    case 1:
      return Tag("import 'library' as lib" + Pick({"", " with context"})) + "{{ lib.m(" +
             Pick({"", "1", "a"}) + ") }}{{ lib.x }}{{ lib._y }}";
    case 2:
      return Tag("from 'library' import m, x as y" + Pick({"", " with context"})) + "{{ m(y) }}";
    case 3:
      return "{{ cycler('p', 'q').next() }}";
    case 4:
      return Tag("do " + Any(1));
    default:
      return "{{ dict(a=a, x=1)|dictsort }}";
  }
}

std::string Generator::Body() {
  blocks_ = 0;
  return Statements(3) + Statements(3) + Statements(2);
}

// A template that extends another, perhaps.
std::string Generator::Child() {
  const std::string parent = Pick({"'base'", "'middle'"});
  if (Chance(70)) return Tag("extends " + parent) + Body();
  return Tag("if " + Condition(1)) + Tag("extends " + parent) + Tag("endif") + Body();
}

std::string Generator::Parameters() {
  // What is named by others names less itself, so that nothing goes on for ever.
  JsonObject templates;
  templates.Set("part", "[" + Statement(0) + "{{ " + Name() + " }}{{ " + Any(1) + " }}" +
                            Tag("set " + Name() + " = 9") + If(1) + "]");
  templates.Set("library", Tag("set x = " + Any(1)) + Tag("set _y = 1") +
                               Tag("macro m(p=" + Name() + ")") + "({{ p }}{{ x }}{{ " + Name() +
                               " }})" + Tag("endmacro") + Statement(1));
  blocks_ = 0;
  templates.Set("base", "B" + Block(1) + Block(2) + Set(1) + For(1) + "{{ " + Name() + " }}");
  templates.Set("middle", Tag("extends 'base'") + Set(1) + Block(1) + Block(1));
  JsonObject options;
  options.SetJson("extensions", R"(["do", "loopcontrols"])");
  if (Chance(25)) options.SetJson("autoescape", "true");
  if (Chance(30)) options.Set("undefined", Pick({"chainable", "debug", "debug", "strict"}));
  if (Chance(20)) options.SetJson("trim_blocks", "true").SetJson("lstrip_blocks", "true");
  JsonObject params;
  params.Set("language", "jinja")
      .Set("source", Chance(35) ? Child() : Body())
      .SetJson("data", kData)
      .SetJson("templates", templates.text())
      .SetJson("options", options.text());
  return params.text();
}

}  // namespace galley::reference
