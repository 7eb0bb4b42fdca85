// `chat.schema`: the shape of what authors write, for editors.
#include "api/operation.h"
#include "base/try.h"
#include "compile/document_schema.h"
#include "format/json_data.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {

// {document? = chat|task} -> {schema}
Result<Value> ShowDocumentSchema(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool is_task =
      params.has("document") && TRY(params.Choice("document", {"chat", "task"})) == 1;
  const std::string_view text = is_task ? chat::TaskSchema() : chat::ChatSchema();
  const Source source("schema", text, Nature::kData);
  const Value schema = TRY(ReadJsonData(source, call.heap, Limits()));
  return NewRecord(call.heap, {{"schema", schema}});
}

}  // namespace galley::api
