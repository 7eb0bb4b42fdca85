// Writes the documents and types that are made from tables in the code, so that they
// cannot differ from it:
//   generate_docs ROOT            writes them below the root of the repository
//   generate_docs --check ROOT    fails where they are not what it would write
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/limit_table.h"
#include "base/writer.h"
#include "diag/registry.h"
#include "format/json_data.h"
#include "galley/operations.h"
#include "operation_types.h"
#include "value/heap.h"
#include "value/print.h"
#include "workspace/parameter_types.h"

namespace galley {
namespace {

std::string ErrorsPage() {
  std::string page =
      "# Diagnostics\n\n"
      "Every code that galley reports.  Codes are stable: programs may compare them.\n"
      "`galley errors CODE` shows one.  Generated from `src/diag/codes.def` by `./dev format`.\n\n"
      "| code | severity | meaning |\n"
      "|---|---|---|\n";
  for (const CodeInfo& info : AllCodes()) {
    page.append("| `").append(info.code).append("` | ");
    page.append(info.severity == Severity::kError ? "error" : "warning").append(" | ");
    page.append(info.about).append(" |\n");
  }
  return page;
}

// 10,000,000 rather than 10000000.
std::string WithCommas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

// In the largest unit that leaves a whole number.
std::string PrintLimit(uint64_t limit) {
  constexpr std::string_view kUnits[] = {"", " Ki", " Mi", " Gi"};
  if (limit >= uint64_t{1} << 40 && std::has_single_bit(limit)) {
    return "2^" + std::to_string(std::countr_zero(limit));
  }
  size_t unit = 0;
  while (limit >= 1'024 && limit % 1'024 == 0 && unit + 1 < std::size(kUnits)) {
    limit /= 1'024;
    ++unit;
  }
  return WithCommas(limit).append(kUnits[unit]);
}

std::string LimitsPage() {
  std::string page =
      "# Limits\n\n"
      "What every operation may use.  A call starts from the default and may lower each one;\n"
      "a server that runs strangers' templates starts from its own column; nothing goes above\n"
      "the ceiling.  1 Ki is 1,024, 1 Mi is 1,024 Ki and 1 Gi is 1,024 Mi.  Generated from\n"
      "`src/base/limit_table.cc` by `./dev format`.\n\n"
      "| limit | default | server | ceiling | meaning |\n"
      "|---|---:|---:|---:|---|\n";
  const Limits defaults;
  for (const LimitRow& row : LimitTable()) {
    page.append("| `").append(row.name).append("` | ");
    page.append(PrintLimit(defaults.*row.member)).append(" | ");
    page.append(PrintLimit(row.server)).append(" | ");
    page.append(PrintLimit(row.ceiling)).append(" | ");
    page.append(row.about).append(" |\n");
  }
  return page;
}

// In a cell of a table a bar would end it.
std::string Cell(std::string_view text) {
  std::string cell;
  for (const char byte : text) cell += byte == '|' ? std::string("\\|") : std::string(1, byte);
  return cell;
}

void AppendFields(std::string_view title, std::span<const api::Field> fields, std::string* page) {
  if (fields.empty()) return;
  page->append("| ").append(title).append(" | type | meaning |\n|---|---|---|\n");
  for (const api::Field& field : fields) {
    page->append("| `").append(field.name()).append(field.is_optional() ? "`? | " : "` | ");
    page->append(Cell(field.type)).append(" | ").append(Cell(field.about));
    if (!field.fallback.empty()) {
      page->append(field.about.empty() ? "default `" : "; default `").append(field.fallback);
      page->append("`");
    }
    page->append(" |\n");
  }
  page->append("\n");
}

// The JSON of an example on one line, as other programs print it.
std::string OneLine(std::string_view json) {
  Heap heap{Limits()};
  const Result<Value> value = ReadJsonData(Source("example", json, Nature::kData), &heap, Limits());
  if (!value) return std::string(json);
  JsonStyle style;
  style.item_separator = ", ";
  style.key_separator = ": ";
  BufferWriter out;
  PrintJson(*value, style, &out, &heap.meter());
  return out.ToString();
}

// An example that fails is seen in the page, and by the test of the table.
std::string PrintProblem(const Error& error) {
  return FormatText(error.diagnostics().front(), Colour::kNever);
}

void AppendExample(const api::Operation& operation, std::string* page) {
  const std::string params = OneLine(operation.example.params);
  page->append("```\n").append(operation.name).append(" ").append(params).append("\n");
  if (operation.example.runs_anywhere) {
    const Result<Reply> reply = Call(operation.name, operation.example.params);
    page->append(reply ? OneLine(reply->text()) : PrintProblem(reply.error()));
    page->append("\n");
  }
  page->append("```\n\n");
}

std::string OperationsPage() {
  std::string page =
      "# Operations\n\n"
      "Everything that `galley call`, `galley rpc` and the library's `Call` can be asked for.\n"
      "Names and shapes are stable; they may grow by optional fields.  A `?` marks what may be\n"
      "absent.  Any operation also takes `limits`, a map of [limits](limits.md) to lower.\n"
      "`galley operations NAME` shows one.  Generated from `src/api/operations.def` by\n"
      "`./dev format`; the results below are those of the examples.\n\n"
      "Types are JSON's, `[string]` and `{string}` for a list and a map of strings, choices as\n"
      "`a|b`, and the maps under [types](#types).  **options** are those of [Jinja](jinja.md) or\n"
      "[Handlebars](handlebars.md); **tokens** is an integer, or a text such as `4k` or `1.5m`\n"
      "where the operation says so.\n\n"
      "The **scope** is what a caller must be allowed to do: `read`, `render`, or `write`.\n\n";
  for (const api::Operation& operation : api::AllOperations()) {
    page.append("## ").append(operation.name).append("\n");
    page.append(operation.about).append(".  Scope: `").append(api::ScopeName(operation.scope));
    page.append("`.\n\n");
    AppendFields("parameter", operation.parameters, &page);
    AppendFields("result", operation.result, &page);
    AppendExample(operation, &page);
  }
  page.append("## Types\nMaps that parameters may be.\n\n");
  for (const workspace::ParameterType& type : workspace::kParameterTypes) {
    page.append("### ").append(type.name).append("\n").append(type.about).append(".\n\n");
    AppendFields("field", type.fields, &page);
  }
  page.pop_back();
  return page;
}

struct Page {
  std::string_view name;
  std::string text;
};

bool Write(const std::string& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return !out.fail();
}

bool Check(const std::string& path, std::string_view text) {
  std::ifstream in(path, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(in), {}};
  if (found == text) return true;
  std::fprintf(stderr, "%s is not what the code says; run ./dev format\n", path.c_str());
  return false;
}

int Run(std::string_view directory, bool check) {
  const Page pages[] = {{"docs/errors.md", ErrorsPage()},
                        {"docs/limits.md", LimitsPage()},
                        {"docs/operations.md", OperationsPage()},
                        {"js/src/operation_types.ts", TypeScriptTypes()},
                        {"python/galley/_operations.pyi", PythonTypes()}};
  bool good = true;
  for (const Page& page : pages) {
    const std::string path = std::string(directory).append("/").append(page.name);
    good &= check ? Check(path, page.text) : Write(path, page.text);
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace galley

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::strcmp(argv[1], "--check") == 0;
  if (argc != 2 && !check) {
    std::fprintf(stderr, "usage: generate_docs [--check] DIRECTORY\n");
    return 2;
  }
  return galley::Run(argv[argc - 1], check);
}
