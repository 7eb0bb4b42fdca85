// Maps among the parameters of operations, as data: what each may hold.
//
// A reader of such a map is made from its table, which checks names and types;
// `operations.list` and docs/operations.md print the tables.  The types of fields are those
// that api/operations.def explains.
#ifndef GALLEY_WORKSPACE_PARAMETER_TYPES_H_
#define GALLEY_WORKSPACE_PARAMETER_TYPES_H_

#include <span>
#include <string_view>

#include "workspace/field.h"

namespace galley::workspace {

inline constexpr Field kWorkspaceFields[] = {
    {"files?", "map", "the texts of files by their paths: a workspace in memory"},
    {"dir?", "string", "the directory where the project is looked for", "."},
    {"project_root?", "string", "the project, where it is not the nearest upwards"},
    {"config?", "string", "a configuration file on top of the others"},
    {"settings?", "{string}", "keys of the configuration with their texts"},
    {"base?", "string", "a directory that is read without configuration"},
    {"roots?", "roots", "where templates lie below `base`, or among `files`"},
    {"extensions?", "list", "what names of templates end with"},
    {"store?", "string", "where `store:` names lead, such as sqlite:prompts.db"},
    {"given?", "list", "templates that are found by their paths; each is a given"},
    {"unsaved?", "map", "texts that an editor holds in place of files on disk, by their paths"},
};

inline constexpr Field kRootsFields[] = {
    {"project?", "list", "directories of the project"},
    {"user?", "list", "directories of the user"},
    {"builtin?", "list", "directories that come with the program"},
};

inline constexpr Field kGivenFields[] = {
    {"path", "string", "the file, or what messages call it"},
    {"text?", "string", "its text, where it is not read from the file"},
    {"type?", "any", "jinja, handlebars, sections or chat, where the name does not tell"},
    {"fallback?", "bool", "a name of the catalog comes before it", "false"},
};

inline constexpr Field kTemplateFields[] = {
    {"workspace?", "workspace", "the files; without it those of the working directory"},
    {"name", "string", "the template, or a path such as ./a.chat.yaml"},
};

inline constexpr Field kDocumentTextFields[] = {
    {"text", "string", "the document"},
    {"name?", "string", "what messages call it"},
    {"format?", "json|yaml", "how it is written", "yaml"},
};

inline constexpr Field kSourceValueFields[] = {
    {"source", "string", "the name of the source"},
    {"args?", "map", "the arguments that it stands for; without them any others"},
    {"value", "any", "what the source gives"},
};

inline constexpr Field kLayerFields[] = {
    {"text?", "string", "JSON, YAML or TOML"},
    {"name?", "string", "what messages call the text; its ending tells the format"},
    {"format?", "any", "json, yaml or toml, where the name does not tell"},
    {"path?", "string", "one value instead: the keys that lead to it, with dots between"},
    {"value?", "any", "the value"},
    {"json?", "string", "the value as JSON"},
};

inline constexpr Field kTokenizerDefinitionFields[] = {
    {"format", "huggingface|tiktoken|tekken|sentencepiece", "whose file it is"},
    {"text?", "string", "the file"},
    {"base64?", "string", "the file, where it is no text"},
    {"pattern?", "string", "how text is split, where the file does not say"},
};

inline constexpr Field kResponseFormatFields[] = {
    {"type", "any", "json_schema"},
    {"schema", "map", "the schema"},
};

inline constexpr Field kJinjaOptionFields[] = {
    {"trim_blocks?", "bool", "drop the line break behind a tag", "true"},
    {"lstrip_blocks?", "bool", "drop the blanks before a tag on its line", "true"},
    {"keep_trailing_newline?", "bool", "keep the line break at the end", "false"},
    {"newline_sequence?", "string", "what line breaks become"},
    {"autoescape?", "bool", "escape what is printed, for HTML", "false"},
    {"undefined?", "default|strict|chainable|debug", "what a missing name is", "strict"},
    {"block_start_string?", "string", "", "{%"},
    {"block_end_string?", "string", "", "%}"},
    {"variable_start_string?", "string", "", "{{"},
    {"variable_end_string?", "string", "", "}}"},
    {"comment_start_string?", "string", "", "{#"},
    {"comment_end_string?", "string", "", "#}"},
    {"line_statement_prefix?", "string", "what begins a line that is a tag"},
    {"line_comment_prefix?", "string", "what begins a comment up to the end of the line"},
    {"extensions?", "list", "of `do`, `loopcontrols`, `generation`, `i18n`, `debug`"},
    {"profile?", "any", "`huggingface`: as models' chat templates are rendered"},
    {"now?", "string", "the time that `strftime_now` tells, as in 2026-01-31T12:00:00"},
    {"html_json?", "bool", "`tojson` escapes what HTML would read", "false"},
};

inline constexpr Field kHandlebarsOptionFields[] = {
    {"noEscape?", "bool", "do not escape for HTML", "true"},
    {"strict?", "bool", "a missing name is an error", "false"},
    {"assumeObjects?", "bool", "a missing object on the way is an error", "false"},
    {"compat?", "bool", "look for names in the contexts around, too", "false"},
    {"preventIndent?", "bool", "do not indent partials as their tags are", "false"},
    {"ignoreStandalone?", "bool", "keep the lines of tags that stand alone", "false"},
    {"explicitPartialContext?", "bool", "partials see only what they are given", "false"},
    {"data?", "any", "false: no @ variables; or a map of more of them", "true"},
    {"structures?", "json|js", "how lists and maps are printed", "json"},
};

struct ParameterType {
  std::string_view name;
  std::string_view about;
  std::span<const Field> fields;
};

inline constexpr ParameterType kParameterTypes[] = {
    {"workspace",
     "where templates are: in memory, in a project as it is configured, or below a base",
     kWorkspaceFields},
    {"roots", "the directories of a workspace by tier", kRootsFields},
    {"given", "a template of a workspace that is found by its path", kGivenFields},
    {"template", "a chat template of a workspace; or the document itself", kTemplateFields},
    {"document_text", "a document as it is written", kDocumentTextFields},
    {"source_value", "what a source gives to a render", kSourceValueFields},
    {"layer", "a part of the data of a render", kLayerFields},
    {"definition", "a tokenizer", kTokenizerDefinitionFields},
    {"response_format", "what a model is to answer with", kResponseFormatFields},
    {"jinja_options", "`options` of a Jinja template; the defaults are those of workspaces",
     kJinjaOptionFields},
    {"handlebars_options",
     "`options` of a Handlebars template; the defaults are those of workspaces",
     kHandlebarsOptionFields},
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_PARAMETER_TYPES_H_
