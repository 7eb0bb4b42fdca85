// Explanations as one page that needs nothing else: no network, no other file.
//
// Everything that came from a template or a context stands in it as text.  The page
// forbids itself every script and style but its own, by their digests, so a text that
// got out of its place would still do nothing.
#ifndef GALLEY_EMIT_EXPLAIN_HTML_H_
#define GALLEY_EMIT_EXPLAIN_HTML_H_

#include <string>

#include "emit/what_if.h"

namespace galley::chat {

// The page opens at the point `start` of `found` and lets the budget move through all
// of them; without scripts it shows that point, and the others as a table.
std::string ExplainAsHtml(const WhatIf& found, size_t start);

}  // namespace galley::chat

#endif  // GALLEY_EMIT_EXPLAIN_HTML_H_
