// What rows rendered to, and the same as arrays of Arrow's interface.
#ifndef GALLEY_ROWS_ROW_RESULTS_H_
#define GALLEY_ROWS_ROW_RESULTS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galley/conversation.h"
#include "galley/result.h"
#include "galley/rows.h"

namespace galley::rows {

// Texts one behind the other.
struct Texts {
  void Add(std::string_view text) {
    bytes.append(text);
    End();
  }
  void End() { ends.push_back(bytes.size()); }
  // Makes room for `factor` times as much, and some.
  void Reserve(size_t factor);
  size_t size() const noexcept { return ends.size(); }

  std::string bytes;
  std::vector<uint64_t> ends;
};

// A stretch of rows, in their order.
struct RowResults {
  // Makes room for as many rows, of which the first few are there.
  void Reserve(size_t rows);
  // The text that was added to the bytes of `texts`.
  void AddText();
  void AddMessages(const Conversation& conversation);
  void AddFailure(const Error& error);

  size_t size() const noexcept { return rendered.size(); }

  std::vector<uint8_t> rendered;  // of each row, 1: it did not fail
  uint64_t failed = 0;
  Texts texts;                         // of text and section templates
  std::vector<uint64_t> message_ends;  // of chat templates, per row
  Texts roles;
  Texts contents;
  Texts errors;  // empty where nothing failed
  bool is_chat = false;
  bool has_errors = false;  // `errors` has a text for every row
};

// Makes one array of all stretches, each of which is given back as soon as it was read.
void Export(std::vector<RowResults> results, bool is_chat, bool with_errors, ArrowSchema* schema,
            ArrowArray* array);

}  // namespace galley::rows

#endif  // GALLEY_ROWS_ROW_RESULTS_H_
