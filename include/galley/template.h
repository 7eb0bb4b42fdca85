// Template: one compiled template of any type.
#ifndef GALLEY_TEMPLATE_H_
#define GALLEY_TEMPLATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "galley/context.h"
#include "galley/conversation.h"
#include "galley/diagnostic.h"
#include "galley/export.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// What a template is written in.
enum class Language : uint8_t { kJinja, kHandlebars, kSections, kChat };

// What a name that is not there means in Jinja; kAsConfigured is what the workspace says.
enum class Undefined : uint8_t { kAsConfigured, kLenient, kStrict, kChainable, kDebug };

struct RenderOptions {
  std::optional<Limits> limits = {};  // those of the workspace are not raised
  Undefined undefined = Undefined::kAsConfigured;
  std::string_view now = {};  // ISO time, for `strftime_now`
};

struct ChatOptions {
  static constexpr uint64_t kUnlimited = UINT64_MAX;

  uint64_t budget = kUnlimited;     // tokens
  std::string_view model = {};      // whose tokens they are
  std::string_view estimator = {};  // what counts them in place of the model's
  Json injections = {};             // messages to insert, a list
  bool squash = true;               // neighbouring messages of one role become one
  bool explain = false;             // keep a ledger
  std::optional<Limits> limits = {};  // those of the workspace are not raised
};

// A variable that a template reads from its context.
struct Input {
  struct Place {
    std::string file;
    Position position;
  };

  std::string name;
  std::string type;  // where a schema says so: `string`, `list`, ...; else empty
  bool required = false;  // a schema says so
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
