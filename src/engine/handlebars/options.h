// How Handlebars text is read and compiled.  The defaults are Handlebars.js's.
#ifndef GALLEY_ENGINE_HANDLEBARS_OPTIONS_H_
#define GALLEY_ENGINE_HANDLEBARS_OPTIONS_H_

namespace galley {
class HostCallables;  // engine/library/host_callables.h
}

namespace galley::handlebars {

// What decides the code; part of what identifies a compiled template.
struct CompileOptions {
  bool no_escape = false;                 // `{{x}}` prints as `{{{x}}}` does
  bool strict = false;                    // a name that is not there is an error
  bool assume_objects = false;            // what stands before a `.` must be there
  bool compat = false;                    // names are looked for in the outer contexts too
  bool prevent_indent = false;            // partials are not indented
  bool ignore_standalone = false;         // tags that stand alone keep their line
  bool explicit_partial_context = false;  // a partial sees only what it is given
  bool data = true;                       // the @ variables are passed on to partials
  bool json_structures = false;           // lists and maps print as JSON, else as JavaScript prints
  bool adds_numbers = false;              // `{{{1}}}{{{2}}}` prints 3, as Handlebars.js has it
  bool global_fallback = false;           // bare paths that lead nowhere are tried in the globals
  bool mark_tags = false;                 // the machine tells whether any tag printed something
  bool refuse_unknown_helpers = false;    // when compiling; else where one is called
  const HostCallables* host = nullptr;    // what the host brings, or null; outlives the code

  friend bool operator==(const CompileOptions&, const CompileOptions&) = default;
};

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_OPTIONS_H_
