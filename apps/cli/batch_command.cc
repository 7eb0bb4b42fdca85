// Blocks of rows are read by one thread, rendered by all, and written in their order.
//
// The errors of a block are written before its results, so a row that failed is never
// behind a row that was written; resuming starts after the last result and cuts the errors
// from there on, so nothing is lost or told twice.
#include "batch_command.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arguments.h"
#include "arrow_ipc.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "progress.h"
#include "row_input.h"
#include "row_output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr size_t kBlockBytes = size_t{16} << 20;
constexpr size_t kBlockRows = size_t{16} << 10;
constexpr size_t kStretch = 64;        // rows that a thread takes at once
constexpr uint64_t kTableRows = 1024;  // of a table that are rendered at first

struct Row {
  std::string line;        // of the results, or of the errors
  std::string error = {};  // why it failed
  bool failed = false;
};

std::string TextOf(const Error& error) {
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    text += FormatText(diagnostic, Colour::kNever);
  }
  return text;
}

JsonObject LineOf(uint64_t row) {
  JsonObject line;
  line.SetJson("row", std::to_string(row));
  return line;
}

Row Failed(uint64_t row, std::string why) {
  std::string line = LineOf(row).Set("error", why).text() + '\n';
  return {std::move(line), std::move(why), true};
}

// Where the results and the errors of a run go, and what became of its rows.
class Results {
 public:
  Results(RowOutput out, std::optional<RowOutput> errors)
      : out_(std::move(out)), errors_(std::move(errors)) {}

  // The row to go on with.
  Result<uint64_t> Resume() {
    const Result<uint64_t> next = out_.NextRow();
    if (!next || !errors_) return next;
    if (const Result<void> cut = errors_->CutFrom(*next); !cut) return cut.error();
    return next;
  }

  Result<void> Write(const std::vector<Row>& rows) {
    std::string lines, failed;
    for (const Row& row : rows) {
      (row.failed ? failed : lines) += row.line;
      if (row.failed && failed_++ == 0) first_failed_ = row.error;
    }
    rows_ += rows.size();
    if (errors_) {
      const Result<void> written = errors_->Write(EscapedJson(failed));
      if (!written) return written;
    }
    return out_.Write(EscapedJson(lines));
  }

  // Failures that are kept in a file are accounted for; others are told.
  ExitCode Finish(const Output& output) const {
    if (failed_ == 0 || errors_) return ExitCode::kOk;
    Diagnostic problem =
        RowsProblem(std::to_string(failed_) + " of " + std::to_string(rows_) + " rows failed");
    problem.notes.push_back("the first: " + first_failed_.substr(0, first_failed_.find('\n')));
    problem.hint = "`--errors FILE` keeps the diagnostics of each";
    output.Fail(Error(std::move(problem)));
    return ExitCode::kFindings;
  }

 private:
  RowOutput out_;
  std::optional<RowOutput> errors_;
  uint64_t rows_ = 0;
  uint64_t failed_ = 0;
  std::string first_failed_;
};

// How rows are rendered.
struct BatchStyle {
  uint32_t threads;
  bool quiet;  // show no progress
};

// Lines of JSON and CSV: each thread reads and renders its own.
class RecordBatch {
 public:
  RecordBatch(Template tmpl, RecordReader reader, const BatchStyle& style)
      : template_(std::move(tmpl)), reader_(std::move(reader)), style_(style) {}

  Result<void> Run(uint64_t begin, Results* results) {
    Progress progress(style_.quiet);
    std::vector<std::string_view> records;
    if (const Result<void> read = reader_.ReadHeader(); !read) return read;
    for (uint64_t row = 0;; row += records.size()) {
      const uint64_t before = reader_.file().consumed();
      if (const Result<void> read = reader_.NextBlock(kBlockBytes, kBlockRows, &records); !read) {
        return read;
      }
      if (records.empty()) break;
      const uint64_t skipped = row < begin ? std::min<uint64_t>(begin - row, records.size()) : 0;
      const std::span block = std::span(records).subspan(static_cast<size_t>(skipped));
      // A block may take minutes: its rows are taken to be of one size.
      const uint64_t bytes_of_row = (reader_.file().consumed() - before) / records.size();
      const auto tell = [&](size_t rows) {
        const uint64_t done = skipped + rows;
        progress.Show(row + done, before + done * bytes_of_row, reader_.file().size());
      };
      const Result<void> written = results->Write(RenderAll(block, row + skipped, tell));
      if (!written) return written;
    }
    progress.Clear();
    return {};
  }

 private:
  // This thread calls `tell` with the number of rows that are done or begun.
  template <typename Tell>
  std::vector<Row> RenderAll(std::span<const std::string_view> records, uint64_t first,
                             const Tell& tell) const {
    std::vector<Row> rows(records.size());
    std::atomic<size_t> next = 0;
    const std::thread::id teller = std::this_thread::get_id();
    const auto work = [&] {
      const bool tells = std::this_thread::get_id() == teller;
      Context context;
      std::string text;
      for (size_t from; (from = next.fetch_add(kStretch)) < rows.size();) {
        for (size_t at = from; at < std::min(rows.size(), from + kStretch); ++at) {
          rows[at] = RenderOne(records[at], first + at, &context, &text);
          if (tells) tell(std::min(rows.size(), next.load(std::memory_order_relaxed)));
        }
      }
    };
    std::vector<std::thread> threads;
    for (size_t i = 1; i < std::min<size_t>(style_.threads, rows.size() / kStretch + 1); ++i) {
      threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads) thread.join();
    return rows;
  }

  Row RenderOne(std::string_view record, uint64_t number, Context* context,
                std::string* text) const {
    const Result<void> read = reader_.Read(record, context);
    Result<std::string> line = read ? Render(*context, number, text) : read.error();
    if (!line) return Failed(number, TextOf(line.error()));
    return {*std::move(line)};
  }

  Result<std::string> Render(const Context& context, uint64_t number, std::string* text) const {
    if (template_.language() != Language::kChat) {
      text->clear();
      if (const Result<void> done = template_.RenderTo(context, text); !done) return done.error();
      return LineOf(number).Set("text", *text).text() + '\n';
    }
    const Result<Conversation> conversation = template_.RenderChat(context);
    if (!conversation) return conversation.error();
    const Result<Request> request = conversation->ToRequest("messages");
    if (!request) return request.error();
    const Json body = request->body();
    const Json messages = body.is_map() ? body.Find("messages") : body;
    return LineOf(number).SetJson("messages", messages.ToText()).text() + '\n';
  }

  Template template_;
  RecordReader reader_;
  BatchStyle style_;
};

// Arrow's tables go to the library in stretches of their batches.
class TableBatch {
 public:
  TableBatch(const Template& tmpl, ArrowReader reader, const BatchStyle& style)
      : template_(tmpl), reader_(std::move(reader)), style_(style) {}

  Result<void> Run(uint64_t begin, Results* results) {
    const Result<const ArrowSchema*> schema = reader_.ReadSchema();
    if (!schema) return schema.error();
    Result<RowRenderer> renderer =
        RowRenderer::Make(template_, **schema, {.threads = style_.threads, .errors = true});
    if (!renderer) return renderer.error();
    Progress progress(style_.quiet);
    Stretch stretch(kTableRows);
    for (uint64_t row = 0;;) {
      const uint64_t before = reader_.file().consumed();
      const Result<const ArrowArray*> batch = reader_.NextBatch();
      if (!batch) return batch.error();
      if (!*batch) break;
      const auto length = static_cast<uint64_t>((*batch)->length);
      const uint64_t skipped = row < begin ? std::min(begin - row, length) : 0;
      for (uint64_t at = skipped; at < length;) {
        const uint64_t count = std::min(length - at, stretch.count());
        ArrowArray part = **batch;
        part.offset += static_cast<int64_t>(at);
        part.length = static_cast<int64_t>(count);
        if (const Result<void> added = renderer->Add(part); !added) return added;
        if (const Result<void> written = Write(&*renderer, row + at, results); !written) {
          return written;
        }
        stretch.Finish();
        at += count;
        const uint64_t read = reader_.file().consumed() - before;
        progress.Show(row + at, before + read / length * at, reader_.file().size());
      }
      row += length;
    }
    progress.Clear();
    return {};
  }

 private:
  // What Finish gave, read as the library wrote it.
  struct Column {
    const ArrowArray& array;
    bool is_large;

    bool has(int64_t at) const {
      const auto* bits = static_cast<const uint8_t*>(array.buffers[0]);
      return !bits || ((bits[at / 8] >> (at % 8)) & 1);
    }
    int64_t offset(int64_t at) const {
      return is_large ? static_cast<const int64_t*>(array.buffers[1])[at]
                      : static_cast<const int32_t*>(array.buffers[1])[at];
    }
    std::string_view text(int64_t at) const {
      return {static_cast<const char*>(array.buffers[2]) + offset(at),
              static_cast<size_t>(offset(at + 1) - offset(at))};
    }
  };

  static Column ColumnOf(const ArrowSchema& schema, const ArrowArray& array) {
    const std::string_view format = schema.format;
    return {array, format == "U" || format == "+L"};
  }

  Result<void> Write(RowRenderer* renderer, uint64_t first, Results* results) const {
    ArrowSchema schema = {};
    ArrowArray array = {};
    if (const Result<void> done = renderer->Finish(&schema, &array); !done) return done;
    const Column rendered = ColumnOf(*schema.children[0], *array.children[0]);
    const Column failed = ColumnOf(*schema.children[1], *array.children[1]);
    std::vector<Row> rows;
    for (int64_t at = 0; at < array.length; ++at) {
      const uint64_t number = first + static_cast<uint64_t>(at);
      if (!rendered.has(at)) {
        rows.push_back(Failed(number, std::string(failed.text(at))));
      } else if (template_.language() != Language::kChat) {
        rows.push_back({LineOf(number).Set("text", rendered.text(at)).text() + '\n'});
      } else {
        rows.push_back({MessagesLine(*schema.children[0], rendered, at, number)});
      }
    }
    schema.release(&schema);
    array.release(&array);
    return results->Write(rows);
  }

  static std::string MessagesLine(const ArrowSchema& schema, const Column& lists, int64_t at,
                                  uint64_t number) {
    const ArrowSchema& item = *schema.children[0];
    const ArrowArray& messages = *lists.array.children[0];
    const Column roles = ColumnOf(*item.children[0], *messages.children[0]);
    const Column contents = ColumnOf(*item.children[1], *messages.children[1]);
    std::string list = "[";
    for (int64_t i = lists.offset(at); i < lists.offset(at + 1); ++i) {
      if (list.size() > 1) list += ',';
      list += JsonObject().Set("role", roles.text(i)).Set("content", contents.text(i)).text();
    }
    return LineOf(number).SetJson("messages", list + ']').text() + '\n';
  }

  Template template_;
  ArrowReader reader_;
  BatchStyle style_;
};

RowFormat FormatOf(const BatchArguments& given) {
  const auto is = [&](std::string_view name, std::string_view ending) {
    return given.format.empty() ? given.in.ends_with(ending) : given.format == name;
  };
  if (is("csv", ".csv")) return RowFormat::kCsv;
  return is("arrow", ".arrow") ? RowFormat::kArrow : RowFormat::kJsonLines;
}

Result<Results> OpenResults(const BatchArguments& given) {
  const auto open = given.resume ? RowOutput::Reopen : RowOutput::Create;
  Result<RowOutput> out = open(given.out);
  if (!out) return out.error();
  std::optional<RowOutput> errors;
  if (!given.errors.empty()) {
    Result<RowOutput> opened = open(given.errors);
    if (!opened) return opened.error();
    errors.emplace(*std::move(opened));
  }
  return Results(*std::move(out), std::move(errors));
}

Result<void> RunAll(const BatchArguments& given, bool quiet, Template tmpl, Results* results) {
  Result<InputFile> in = InputFile::Open(given.in);
  if (!in) return in.error();
  uint64_t begin = 0;
  if (given.resume) {
    const Result<uint64_t> next = results->Resume();
    if (!next) return next.error();
    begin = *next;
  }
  const BatchStyle style = {
      given.threads ? *given.threads : std::max(1U, std::thread::hardware_concurrency()), quiet};
  const RowFormat format = FormatOf(given);
  if (format == RowFormat::kArrow) {
    return TableBatch(tmpl, ArrowReader(*std::move(in)), style).Run(begin, results);
  }
  return RecordBatch(std::move(tmpl), RecordReader(*std::move(in), format), style)
      .Run(begin, results);
}

ExitCode RunBatch(const Arguments& arguments, const Output& output) {
  const Result<Workspace> workspace = OpenWorkspace(arguments);
  if (!workspace) return output.Fail(workspace.error());
  Result<Template> tmpl = workspace->Load(arguments.name);
  if (!tmpl) return output.Fail(tmpl.error());
  Result<Results> results = OpenResults(arguments.batch);
  if (!results) return output.Fail(results.error());
  const Result<void> done = RunAll(arguments.batch, arguments.quiet, *std::move(tmpl), &*results);
  if (!done) return output.Fail(done.error());
  return results->Finish(output);
}

}  // namespace

Command BatchCommand(Arguments* arguments) {
  return {
      .name = "batch",
      .about = "Render a template for every row of a file",
      .examples =
          "  galley batch hello --in rows.jsonl --out out.jsonl\n"
          "  galley batch hello --in rows.csv --out out.jsonl --errors failed.jsonl\n"
          "  galley batch hello --in rows.jsonl --out out.jsonl --resume",
      .run = RunBatch,
      .options =
          Join({WorkspaceOptions(arguments),
                {{.names = "NAME",
                  .about = "A template: its name, store:NAME[@VERSION|@LABEL], a path, or -",
                  .target = &arguments->name,
                  .required = true,
                  .is_template = true},
                 TypeOption(arguments),
                 {.names = "--in",
                  .about = "The rows: lines of JSON, CSV with a line of names, or Arrow's stream "
                           "or file format; by default - for standard input",
                  .target = &arguments->batch.in,
                  .value = kFileName},
                 {.names = "--in-format",
                  .about = "What they are, where the name of the file does not tell",
                  .target = &arguments->batch.format,
                  .value = "F",
                  .choices = {"jsonl", "csv", "arrow"}},
                 {.names = "--out",
                  .about = "Where lines of {row, text} or {row, messages} go; by default - for "
                           "standard output",
                  .target = &arguments->batch.out,
                  .value = kFileName},
                 {.names = "--errors",
                  .about = "Where lines of {row, error} go for rows that failed",
                  .target = &arguments->batch.errors,
                  .value = kFileName},
                 {.names = "--resume",
                  .about = "Continue an interrupted run",
                  .target = &arguments->batch.resume},
                 {.names = "--threads",
                  .about = "How many rows to render at once; by default one per core",
                  .target = &arguments->batch.threads,
                  .value = "N"}},
                TraceOptions(arguments)}),
  };
}

}  // namespace galley::cli
