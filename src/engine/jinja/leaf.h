// The short way from tokens to code, for templates that are text with plain fields
// in it: `{{ name }}` and `{{ item.name }}`.  Prompts are made of hundreds of those.
//
// The code is the same that the parser and the lowering would give.
#ifndef GALLEY_ENGINE_JINJA_LEAF_H_
#define GALLEY_ENGINE_JINJA_LEAF_H_

#include "diag/source.h"
#include "engine/code/code_builder.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/options.h"

namespace galley::jinja {

// Makes the code of `source`, all but its Finish.  False, with nothing done, where `tokens` hold
// anything else.
bool LowerLeaf(const TokenList& tokens, const Source& source, const SyntaxOptions& options,
               CodeBuilder* code);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_LEAF_H_
