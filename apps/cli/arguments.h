// The words of the command line, read into a structure.
#ifndef GALLEY_APPS_CLI_ARGUMENTS_H_
#define GALLEY_APPS_CLI_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch_command.h"
#include "command_line.h"
#include "diff_command.h"
#include "format_command.h"
#include "galley/command.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "import_command.h"
#include "instructions_command.h"
#include "mcp_command.h"
#include "serve_command.h"
#include "simulate_command.h"
#include "store_command.h"
#include "tokens_command.h"
#include "transform_command.h"

namespace galley::cli {

// Which templates a command works with.
struct WorkspaceArguments {
  std::string config;
  std::string project_root;
  std::string store;
  std::vector<std::pair<std::string, std::string>> settings;  // configuration keys
  std::vector<std::string> templates;  // those that were named, by names or by paths
  std::string trace_file;
  bool trace_content = false;
};

struct Arguments {
  ExitCode (*run)(const Arguments& arguments, const Output& output) = nullptr;  // the command

  std::string text;                      // help, which is all there is to print
  bool quiet = false;                    // every command: no progress
  std::vector<std::string> limit_words;  // every command: NAME=VALUE
  Limits limits;                         // the usual ones, with those
  std::string output_format;             // checked only: AsksForJson reads it even from wrong words
  std::string shell;                     // completions
  std::string method;                    // call, operations
  std::string params;
  std::string file;  // read
  std::string file_format;
  bool positions = false;
  std::string code;             // errors
  std::string manual;           // man: a command
  std::string watched_command;  // watch
  ExitCode (*watched)(const Arguments& arguments, const Output& output) = nullptr;
  InstructionArguments instructions;
  BatchArguments batch;
  DiffArguments diff;
  FormatArguments format_files;
  ImportArguments import;
  McpArguments mcp;
  ServeArguments serve;
  TransformArguments transform;
  SimulateArguments simulate;
  StoreArguments store;
  TokensArguments tokens;

  WorkspaceArguments workspace;    // every command below
  std::string name;                // of a template; browse, list: part of one
  bool has_name = false;           // render: it may be there and empty
  std::vector<std::string> names;  // check, graph
  std::string tier;                // browse, list
  std::string type;
  bool no_preview = false;          // browse
  std::string format;               // check, graph: beyond text and json
  bool strict = false;              // budget, check, explain, render, resolve, schema
  std::string output;               // resolve: a format
  std::string output_file;          // explain, prompt, render, schema, show
  bool trace = false;               // resolve
  bool all = false;                 // which
  bool cache = false;               // inspect
  bool resolved = false;            // show
  bool example = false;             // inspect
  bool check_input = false;         // render
  bool names_only = false;          // list, man
  bool verbose = false;             // list
  std::vector<std::string> data;    // budget, explain, render: files
  std::vector<std::string> values;  // the same: KEY=VALUE
  std::vector<std::string> typed;   // the same, of JSON
  std::string data_format;          // the same: of what comes from standard input
  std::string inject;               // the same: a file
  bool no_squash = false;           // the same
  std::string budget;               // explain, render
  std::string model;                // budget, explain, prompt, render, test
  std::string tokenizer;            // the same
  std::string as;                   // diff, render
  std::string save;                 // render: a file
  std::string html;                 // explain: a file
  std::string from;                 // budget, new
  std::string to;                   // budget
  std::optional<uint32_t> points;   // budget
  bool update = false;              // test
  std::vector<std::string> cases;   // test
  std::string part;                 // render
  std::string role;                 // render
  std::string stage;                // dump
  std::string action;               // config
  std::string directory;            // init
  bool agent = false;               // init
};

// The whole command line.  What it says goes to `arguments`, which outlives parsing.
Program DescribeProgram(Arguments* arguments);

// Fails with `usage`.
Result<Arguments> ParseArguments(int count, char** words);

// Whether `--format json` is among the words, right or wrong as they may be.
bool AsksForJson(int count, char** words);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_ARGUMENTS_H_
