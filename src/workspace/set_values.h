// Values that were given one by one, as texts: each becomes what its template declares.
#ifndef GALLEY_WORKSPACE_SET_VALUES_H_
#define GALLEY_WORKSPACE_SET_VALUES_H_

#include <string_view>

#include "compile/artifact.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "value/json_type.h"
#include "value/value.h"
#include "workspace/invocation.h"
#include "workspace/params.h"

namespace galley::workspace {

// The value that `text` is of `type`, written as JSON; undefined where it is none.
Value CoerceText(JsonType type, std::string_view text, const Invocation& call);

// input-invalid for the value `name`, whose text is of another type.
Diagnostic CannotBe(std::string_view name, JsonType type);

// The context of a chat template.  Texts at the paths that `set` of the parameters lists become
// what the document declares under `inputs`.
// Fails with input-invalid for all that cannot, and with invalid-params for a wrong `set`.
Result<Value> CoerceSetInputs(const chat::Artifact& artifact, const Value& context,
                              const Params& params, const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_SET_VALUES_H_
