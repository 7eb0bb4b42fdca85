// RowRenderer: one template over the rows of a table, in Arrow's C data interface.
//
//   galley::RowRenderer rows = *galley::RowRenderer::Make(hello, schema);
//   if (auto added = rows.Add(batch); !added) Print(added.error());
//   rows.Finish(&result_schema, &result);
//
// The two structs are those of the interface, which any Arrow library hands out and
// takes; none of them is needed here.
#ifndef GALLEY_ROWS_H_
#define GALLEY_ROWS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "galley/arrow_c.h"
#include "galley/export.h"
#include "galley/result.h"
#include "galley/template.h"

namespace galley {

struct RowOptions {
  // Variables of the template and the columns that they are read from, where the names
  // differ.
  std::vector<std::pair<std::string, std::string>> columns = {};
  uint32_t threads = 0;  // 0: one for each core of the process
  bool errors = false;   // the result says why a row failed
  RenderOptions text = {};
  ChatOptions chat = {};
};

// Used by one thread; renders on several.  The order of the result is that of the rows,
// and a row that fails is null and fails nothing else.
class GALLEY_EXPORT RowRenderer {
 public:
  // Reads `schema`, a struct, of which only the columns that `tmpl` reads are looked at.
  // Fails with column-missing and column-unsupported, which name the column by its path,
  // and with rows-invalid where it is no schema of rows.  `schema` is not kept.
  static Result<RowRenderer> Make(const Template& tmpl, const ArrowSchema& schema,
                                  RowOptions options = {});

  RowRenderer(RowRenderer&& other) noexcept;
  RowRenderer& operator=(RowRenderer&& other) noexcept;
  ~RowRenderer();

  // Renders the rows of `batch`, whose texts are borrowed while it runs.  Fails with
  // rows-invalid, before the first row, where the structs do not hold what the schema
  // says.  `batch` is not released.
  Result<void> Add(const ArrowArray& batch);

  uint64_t rows() const noexcept;    // so far
  uint64_t failed() const noexcept;  // of those

  // Hands over all rows added, as a string array, for chat templates as a list of
  // structs {role, content}; with `errors` as a struct {text, error} or {messages,
  // error}.  Whoever takes them calls their `release`.  After it nothing is left: rows
  // can be added again.
  Result<void> Finish(ArrowSchema* schema, ArrowArray* array);

 private:
  struct State;
  explicit RowRenderer(State* state) noexcept : state_(state) {}

  State* state_;  // owned; null once moved from
};

}  // namespace galley

#endif  // GALLEY_ROWS_H_
