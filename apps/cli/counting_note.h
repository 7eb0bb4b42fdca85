// The note that a budget was counted by the length of texts.
#ifndef GALLEY_APPS_CLI_COUNTING_NOTE_H_
#define GALLEY_APPS_CLI_COUNTING_NOTE_H_

#include "arguments.h"
#include "galley/operations.h"

namespace galley::cli {

// After a render within a budget for which nothing said whose tokens they are: says so in one
// line, where standard error is a terminal, once for each workspace.  A file in the user's
// cache directory remembers; where there can be none, nothing is said.
void NoteEstimatedBudget(const Arguments& arguments, const Reply& reply);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COUNTING_NOTE_H_
