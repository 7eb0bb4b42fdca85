// A value as the document that it would be in a file: the text, and the tree of that text.
//
// The tree is made while the text is written, so nothing is parsed, and every mistake in
// the document has a place that can be shown.
#ifndef GALLEY_FORMAT_VALUE_DOCUMENT_H_
#define GALLEY_FORMAT_VALUE_DOCUMENT_H_

#include <span>
#include <string>
#include <string_view>

#include "format/repeated_entry.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/value.h"

namespace galley {

struct ValueDocument {
  std::string text;  // JSON, an item a line
  Tree tree;
};

// `value` as the document `name`, of at most limits.file bytes.  A key that was sent twice,
// which `repeated` knows and `value` cannot show, stands there twice.
// Fails with duplicate-key where `may_repeat` does not allow that, limit-size,
// limit-nesting or limit-heap.
Result<ValueDocument> WriteDocument(std::string_view name, const Value& value, const Limits& limits,
                                    std::span<const RepeatedEntry> repeated,
                                    MayRepeatKeys may_repeat = nullptr);

}  // namespace galley

#endif  // GALLEY_FORMAT_VALUE_DOCUMENT_H_
