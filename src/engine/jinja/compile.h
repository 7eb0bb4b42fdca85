// Jinja text to code.
#ifndef GALLEY_ENGINE_JINJA_COMPILE_H_
#define GALLEY_ENGINE_JINJA_COMPILE_H_

#include <memory>

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// Compiles one template after the other and keeps its memory between them, so
// that what compiles many small ones should keep a compiler.  One at a time.
class Compiler {
 public:
  Compiler(SyntaxOptions options, bool autoescape, const Limits& limits);
  ~Compiler();
  Compiler(Compiler&&) noexcept;
  Compiler& operator=(Compiler&&) noexcept;

  // The result keeps nothing of `source`, nor of the compiler.  Fails as Parse
  // (parser.h) and Lower (lower.h) do.
  Result<Unit> Compile(const Source& source);

 private:
  struct Stages;
  std::unique_ptr<Stages> stages_;
};

// The same for a single template.
Result<Unit> Compile(const Source& source, const SyntaxOptions& options, bool autoescape,
                     const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_COMPILE_H_
