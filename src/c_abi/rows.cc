// Rows: a template over a table in Arrow's C data interface.
#include "galley/rows.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "c_abi/objects.h"
#include "c_abi/options.h"
#include "c_abi/render_options.h"
#include "c_abi/result.h"
#include "diag/report.h"

namespace galley::c_abi {
namespace {

// What the options point into.
struct Kept {
  Context columns;
  Context text;
  Context chat;
};

Result<RowOptions> ReadRowOptions(const galley_rows_options* options, Kept* kept) {
  const galley_rows_options given = TRY(ReadStruct(options));
  RowOptions read;
  SetJsonOption("columns", TextOf(given.columns, given.columns_size), &kept->columns);
  const Json columns = TRY(ValuesOf(kept->columns)).Find("columns");
  if (!columns.is_null() && !columns.is_map()) {
    return Report(Code::kInvalidParams, "`columns` must be a map");
  }
  for (size_t at = 0; at < columns.size(); ++at) {
    if (!columns.item(at).is_string()) {
      return Report(Code::kInvalidParams, "`columns` must hold the names of columns");
    }
    read.columns.emplace_back(columns.key(at), columns.item(at).as_string());
  }
  read.threads = given.threads;
  read.errors = given.errors != 0;
  read.text = TRY(ReadRenderOptions(given.text, &kept->text));
  read.chat = TRY(ReadChatOptions(given.chat, &kept->chat));
  return read;
}

Result<galley_status> RenderRows(const Template& from, const ArrowSchema& schema,
                                 const ArrowArray& rows, const galley_rows_options* options,
                                 ArrowSchema* made_schema, ArrowArray* made,
                                 galley_result** result) {
  Kept kept;
  RowRenderer renderer = TRY(RowRenderer::Make(from, schema, TRY(ReadRowOptions(options, &kept))));
  TRY(renderer.Add(rows));
  Context counts;
  counts.Set("rows", renderer.rows()).Set("failed", renderer.failed());
  TRY(renderer.Finish(made_schema, made));
  Give(std::move(counts), {}, result);
  return GALLEY_OK;
}

}  // namespace
}  // namespace galley::c_abi

galley_status galley_template_render_rows(const galley_template* from,
                                          const struct ArrowSchema* schema,
                                          const struct ArrowArray* rows,
                                          const galley_rows_options* options,
                                          struct ArrowSchema* made_schema, struct ArrowArray* made,
                                          galley_result** result) {
  *made_schema = {};
  *made = {};
  return galley::c_abi::Guard(result, [&]() -> galley::Result<galley_status> {
    const galley_template* live =
        TRY(galley::c_abi::Need(from, "template", "galley_template_render_rows"));
    if (!schema || !rows) return galley::c_abi::IsNull(schema ? "rows" : "schema");
    return galley::c_abi::RenderRows(live->held, *schema, *rows, options, made_schema, made,
                                     result);
  });
}
