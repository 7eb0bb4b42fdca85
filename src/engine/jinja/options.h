// How Jinja text is read.  The defaults are Jinja2's.
#ifndef GALLEY_ENGINE_JINJA_OPTIONS_H_
#define GALLEY_ENGINE_JINJA_OPTIONS_H_

#include <string>

namespace galley {
class HostCallables;  // engine/library/host_callables.h
}

namespace galley::jinja {

// What decides the syntax tree; part of what identifies a compiled template.
struct SyntaxOptions {
  std::string block_start = "{%";
  std::string block_end = "%}";
  std::string variable_start = "{{";
  std::string variable_end = "}}";
  std::string comment_start = "{#";
  std::string comment_end = "#}";
  std::string line_statement_prefix;  // empty: none
  std::string line_comment_prefix;
  std::string newline_sequence = "\n";
  bool trim_blocks = false;
  bool lstrip_blocks = false;
  bool keep_trailing_newline = false;
  // Statements that Jinja2 keeps in extensions.
  bool do_statement = false;
  bool loop_controls = false;
  bool generation = false;
  bool i18n = false;   // `trans`, and gettext and its like
  bool debug = false;  // `debug`, which prints what can be seen
  // The machine tells whether any tag printed something.
  bool mark_tags = false;
  // What the host brings: filters, tests and functions; or null.  Outlives the code.
  const HostCallables* host = nullptr;

  friend bool operator==(const SyntaxOptions&, const SyntaxOptions&) = default;
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_OPTIONS_H_
