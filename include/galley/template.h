// Template: one compiled template of any type.
#ifndef GALLEY_TEMPLATE_H_
#define GALLEY_TEMPLATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/context.h"
#include "galley/conversation.h"
#include "galley/diagnostic.h"
#include "galley/export.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "galley/trace.h"

namespace galley {

// What a template is written in.
enum class Language : uint8_t { kJinja, kHandlebars, kSections, kChat };

// What a name that is not there means in Jinja; kAsConfigured is what the workspace says.
enum class Undefined : uint8_t { kAsConfigured, kLenient, kStrict, kChainable, kDebug };

struct RenderOptions {
  std::optional<Limits> limits = {};  // those of the workspace are not raised
  Undefined undefined = Undefined::kAsConfigured;
  std::string_view now = {};  // ISO time, for `strftime_now`
  Json globals = {};          // a map of what Jinja's macros and imports may read too
  // A name that is not there is an error in Jinja, a warning is one of sections; Handlebars is
  // strict where its `options` said so when it was compiled.
  bool strict = false;
  Json macros = {};  // what `{{name}}` stands for inside of values, a map
  Trace trace = {};  // where the render tells of itself, in place of what the workspace says
};

struct ChatOptions {
  static constexpr uint64_t kUnlimited = UINT64_MAX;

  uint64_t budget = kUnlimited;       // tokens; without it what the model leaves
  std::string_view model = {};        // whose tokens they are: a name that a profile matches
  std::string_view tokenizer = {};    // what counts them in place of the model's
  std::string_view estimator = {};    // the older name of `tokenizer`; only one of them
  Json injections = {};               // messages to insert, a list
  bool squash = true;                 // neighbouring messages of one role become one
  bool explain = false;               // keep a ledger
  bool strict = false;                // what fails or is dropped is an error, whatever the
                                      // template says
  Json macros = {};                   // what `{{name}}` stands for inside of values, a map
  std::optional<Limits> limits = {};  // those of the workspace are not raised
  Trace trace = {};                   // as in RenderOptions
};

// A variable that a template reads from its context.
struct Input {
  struct Place {
    std::string file;
    Position position;
  };

  std::string name;
  std::string type;  // where a schema says so: `string`, `list`, ...; else empty
  // A schema says so, or some place reads it without asking whether it is there: by
  // `default(...)`, `is defined` or `{{#if x}}`.  Never in chat templates, where what is
  // missing prints nothing.
  bool required = false;
  // Where no schema does: `list` or `map` for what the template takes it for, else empty.
  std::string used_as;
  std::vector<Place> places;
};

struct Inputs {
  std::vector<Input> list;  // each name once, by its first place
  // False where more may be read: a template is named by an expression, or one that is
  // named cannot be loaded, or the context is handed on as a whole.
  bool is_complete = true;
};

// Immutable, cheap to copy, and used from any number of threads at once.  It stays what
// it is whatever becomes of the workspace or of its files.
class GALLEY_EXPORT Template {
 public:
  Template(const Template& other) noexcept;
  Template(Template&& other) noexcept;
  Template& operator=(Template other) noexcept;
  ~Template();

  // As it was loaded or compiled.
  std::string_view name() const noexcept;
  Language language() const noexcept;
  // What the author should know though it compiled.
  const std::vector<Diagnostic>& warnings() const noexcept;

  // What it and all that it extends, includes and imports read from the context, without
  // macros, loop variables and what is set.  Found once, when first asked.
  const Inputs& inputs() const;

  // Adds the text to the end of `out`; where that fails `out` is as before.  With room
  // in `out` a render like one before asks the system for no memory.  Fails with what
  // went wrong in the context, for the reasons of the template, and with
  // wrong-template-type for a chat template.
  Result<void> RenderTo(const Context& context, std::string* out) const;
  Result<void> RenderTo(const Context& context, std::string* out,
                        const RenderOptions& options) const;
  Result<std::string> Render(const Context& context, const RenderOptions& options = {}) const;
  // The same into a buffer; returns the bytes that the text has.  Where that is more than the
  // buffer has nothing is written.
  Result<size_t> RenderInto(const Context& context, std::span<char> buffer,
                            const RenderOptions& options = {}) const;

  // The messages of a chat template.  Fails with wrong-template-type for any other.
  Result<Conversation> RenderChat(const Context& context, const ChatOptions& options = {}) const;

 private:
  struct State;
  friend struct TemplateAccess;
  explicit Template(State* state) noexcept : state_(state) {}

  State* state_;  // shared; null once moved from
};

}  // namespace galley

#endif  // GALLEY_TEMPLATE_H_
