// RowRenderer: stretches of rows go to whichever thread is free, and come back in their
// order.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/try.h"
#include "galley/rows.h"
#include "handles/guarded.h"
#include "rows/column.h"
#include "rows/row_results.h"
#include "rows/row_values.h"

namespace galley {
namespace {

using rows::RowResults;

constexpr int64_t kStretch = 1024;  // rows: enough that handing them out costs nothing
constexpr int64_t kSample = 32;     // rows that tell how much room a stretch takes
// Work that is done in less time than this is not worth a thread.
constexpr std::chrono::microseconds kWorthAThread(500);

// As many as the system has; the work is done by however many there are.
template <class Work>
void StartThreads(size_t count, const Work& work, std::vector<std::thread>* threads) {
  threads->reserve(count);
  try {
    for (size_t i = 0; i < count; ++i) threads->emplace_back(work);
  } catch (...) {  // std::system_error: no more threads
  }
}

bool IsDefault(const RenderOptions& options) noexcept {
  return !options.limits && options.undefined == Undefined::kAsConfigured && options.now.empty() &&
         !options.globals.is_map() && !options.strict && options.macros.is_null() &&
         options.trace.file.empty();
}

// One thread's share: what it needs for a row is kept from row to row.
class Worker {
 public:
  Worker(const Template& tmpl, const rows::Table& table, const RowOptions& options)
      : template_(tmpl),
        options_(options),
        is_default_(IsDefault(options.text)),
        is_chat_(tmpl.language() == Language::kChat),
        values_(table) {}

  void Render(int64_t begin, int64_t end, RowResults* results) {
    results->is_chat = is_chat_;
    results->has_errors = options_.errors;
    for (int64_t row = begin; row < end; ++row) {
      if (row - begin == kSample) results->Reserve(static_cast<size_t>(end - begin));
      values_.Read(row, &context_);
      if (is_chat_) {
        RenderChat(results);
      } else {
        RenderText(results);
      }
    }
  }

 private:
  void RenderText(RowResults* results) {
    std::string* out = &results->texts.bytes;
    const Result<void> done = is_default_ ? template_.RenderTo(context_, out)
                                          : template_.RenderTo(context_, out, options_.text);
    if (done) {
      results->AddText();
    } else {
      results->AddFailure(done.error());
    }
  }

  void RenderChat(RowResults* results) {
    const Result<Conversation> done = template_.RenderChat(context_, options_.chat);
    if (done) {
      results->AddMessages(*done);
    } else {
      results->AddFailure(done.error());
    }
  }

  const Template& template_;
  const RowOptions& options_;
  bool is_default_;
  bool is_chat_;
  rows::RowValues values_;
  Context context_;
};

}  // namespace

struct RowRenderer::State {
  State(const Template& given, RowOptions asked) : tmpl(given), options(std::move(asked)) {}

  size_t ThreadsFor(size_t stretches) const noexcept {
    const size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return std::max(size_t{1}, std::min(stretches, options.threads ? options.threads : cores));
  }

  // Renders the stretches behind `first` until there are none, or up to `end`.
  Result<void> Work(int64_t length, size_t first, size_t end, std::atomic<size_t>* next) {
    return handles::Guarded([&]() -> Result<void> {
      Worker worker(tmpl, table, options);
      for (size_t at = (*next)++; at < end; at = (*next)++) {
        const int64_t begin = static_cast<int64_t>(at) * kStretch;
        worker.Render(begin, std::min(length, begin + kStretch), &results[first + at]);
      }
      return {};
    });
  }

  Result<void> RenderAll(int64_t length) {
    const size_t first = results.size();
    results.resize(first + static_cast<size_t>((length + kStretch - 1) / kStretch));
    std::atomic<size_t> next = 0;
    std::mutex reporting;
    std::optional<Error> problem;
    const size_t count = results.size() - first;
    const auto work = [&](size_t end) {
      if (Result<void> done = Work(length, first, end, &next); !done) {
        const std::lock_guard lock(reporting);
        problem = std::move(done).error();
      }
    };
    const auto begin = std::chrono::steady_clock::now();
    work(std::min(size_t{1}, count));
    const auto took = std::chrono::steady_clock::now() - begin;
    next = 1;
    std::vector<std::thread> threads;
    if (count > 1 && !problem && took * (count - 1) >= kWorthAThread) {
      StartThreads(
          ThreadsFor(count - 1) - 1, [&] { work(count); }, &threads);
    }
    if (!problem) work(count);
    for (std::thread& thread : threads) thread.join();
    if (problem) {
      results.resize(first);
      return *std::move(problem);
    }
    for (size_t at = first; at < results.size(); ++at) {
      rendered += results[at].size();
      failed += results[at].failed;
    }
    return {};
  }

  Template tmpl;
  RowOptions options;
  rows::Table table;
  std::vector<RowResults> results;
  uint64_t rendered = 0;
  uint64_t failed = 0;
};

Result<RowRenderer> RowRenderer::Make(const Template& tmpl, const ArrowSchema& schema,
                                      RowOptions options) {
  return handles::Guarded([&]() -> Result<RowRenderer> {
    auto state = std::make_unique<State>(tmpl, std::move(options));
    const Inputs& inputs = tmpl.inputs();
    rows::Reads reads;
    reads.is_complete = inputs.is_complete;
    reads.mapping = state->options.columns;
    for (const Input& input : inputs.list) {
      reads.names.push_back(input.name);
      if (input.required) reads.required.push_back(input.name);
    }
    state->table = TRY(rows::ReadSchema(schema, reads, Limits()));
    return RowRenderer(state.release());
  });
}

RowRenderer::RowRenderer(RowRenderer&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)) {}
RowRenderer& RowRenderer::operator=(RowRenderer&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
RowRenderer::~RowRenderer() { delete state_; }

Result<void> RowRenderer::Add(const ArrowArray& batch) {
  return handles::Guarded([&]() -> Result<void> {
    TRY(rows::Bind(batch, &state_->table));
    return state_->RenderAll(batch.length);
  });
}

uint64_t RowRenderer::rows() const noexcept { return state_->rendered; }
uint64_t RowRenderer::failed() const noexcept { return state_->failed; }

Result<void> RowRenderer::Finish(ArrowSchema* schema, ArrowArray* array) {
  return handles::Guarded([&]() -> Result<void> {
    rows::Export(std::exchange(state_->results, {}), state_->tmpl.language() == Language::kChat,
                 state_->options.errors, schema, array);
    state_->rendered = state_->failed = 0;
    return {};
  });
}

}  // namespace galley
