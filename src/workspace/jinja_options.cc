// A profile sets what it stands for first; single options then change that.  Every field of the
// table in parameter_types.h is read here.
#include "workspace/jinja_options.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "workspace/parameter_types.h"

namespace galley::workspace {
namespace {

Result<void> ReadDelimiter(const Params& options, std::string_view name, std::string* delimiter) {
  *delimiter = TRY(options.String(name, *delimiter));
  return {};
}

Result<void> ReadDelimiters(const Params& options, jinja::SyntaxOptions* syntax) {
  TRY(ReadDelimiter(options, "block_start_string", &syntax->block_start));
  TRY(ReadDelimiter(options, "block_end_string", &syntax->block_end));
  TRY(ReadDelimiter(options, "variable_start_string", &syntax->variable_start));
  TRY(ReadDelimiter(options, "variable_end_string", &syntax->variable_end));
  TRY(ReadDelimiter(options, "comment_start_string", &syntax->comment_start));
  TRY(ReadDelimiter(options, "comment_end_string", &syntax->comment_end));
  TRY(ReadDelimiter(options, "line_statement_prefix", &syntax->line_statement_prefix));
  TRY(ReadDelimiter(options, "line_comment_prefix", &syntax->line_comment_prefix));
  TRY(ReadDelimiter(options, "newline_sequence", &syntax->newline_sequence));
  return {};
}

Result<void> ReadExtensions(const Params& options, jinja::SyntaxOptions* syntax) {
  const uint32_t chosen =
      TRY(options.Choices("extensions", {"do", "loopcontrols", "generation", "i18n", "debug"}));
  syntax->do_statement |= (chosen & 1) != 0;
  syntax->loop_controls |= (chosen & 2) != 0;
  syntax->generation |= (chosen & 4) != 0;
  syntax->i18n |= (chosen & 8) != 0;
  syntax->debug |= (chosen & 16) != 0;
  return {};
}

}  // namespace

JinjaOptions JinjaOptions::OfWorkspace() {
  JinjaOptions options;
  options.syntax.trim_blocks = options.syntax.lstrip_blocks = true;
  options.policy.undefined = UndefinedPolicy::kStrict;
  options.policy.html_json = false;
  return options;
}

Result<JinjaOptions> ReadJinjaOptions(const Params& params, JinjaOptions defaults) {
  const Params options = TRY(params.Object("options", kJinjaOptionFields));
  JinjaOptions read = std::move(defaults);
  if (options.has("profile")) {
    TRY(options.Choice("profile", {"huggingface"}));
    read.chat_template = true;
    read.policy.html_json = false;
    read.syntax.trim_blocks = read.syntax.lstrip_blocks = true;
    read.syntax.do_statement = read.syntax.loop_controls = read.syntax.generation = true;
  }
  read.syntax.trim_blocks = TRY(options.Bool("trim_blocks", read.syntax.trim_blocks));
  read.syntax.lstrip_blocks = TRY(options.Bool("lstrip_blocks", read.syntax.lstrip_blocks));
  read.syntax.keep_trailing_newline =
      TRY(options.Bool("keep_trailing_newline", read.syntax.keep_trailing_newline));
  TRY(ReadDelimiters(options, &read.syntax));
  TRY(ReadExtensions(options, &read.syntax));
  read.policy.html_json = TRY(options.Bool("html_json", read.policy.html_json));
  read.autoescape = TRY(options.Bool("autoescape", read.autoescape));
  read.policy.now = TRY(options.String("now", ""));
  if (options.has("undefined")) {
    const size_t choice =
        TRY(options.Choice("undefined", {"default", "strict", "chainable", "debug"}));
    read.policy.undefined = static_cast<UndefinedPolicy>(choice);
  }
  return read;
}

}  // namespace galley::workspace
