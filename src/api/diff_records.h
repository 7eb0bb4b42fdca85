// Differences as data, for the operations that compare.
#ifndef GALLEY_API_DIFF_RECORDS_H_
#define GALLEY_API_DIFF_RECORDS_H_

#include <string>
#include <string_view>

#include "diff/chat_diff.h"
#include "diff/report.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::api {

// {bytes, tokens, of}
Value PrefixRecord(const diff::ChatDiff& found, Heap* heap);
// {message, byte, place, file?, line?, path?, cause}; none where all is the same.
Value FirstRecord(const diff::ChatDiff& found, Heap* heap);
// [{message, cause, place, path?, before, after, tokens}]
Value ChangeRecords(const diff::ChatDiff& found, Heap* heap);

// In the format that the parameters `format` and `colour` ask for; empty where they do not.
// `survival` is null where no cache is spoken of.
Result<std::string> PrintDiff(const workspace::Params& params, const diff::ChatDiff& found,
                              const diff::Survival* survival);

// The value of a key; undefined where there is none.
Value ItemOr(const Value& map, std::string_view key);

}  // namespace galley::api

#endif  // GALLEY_API_DIFF_RECORDS_H_
