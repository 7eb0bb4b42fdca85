// Chat documents and task kinds among the findings of a check.
#ifndef GALLEY_CHECK_CHAT_CHECK_H_
#define GALLEY_CHECK_CHAT_CHECK_H_

#include <vector>

#include "base/progress.h"
#include "check/links.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"
#include "workspace/invocation.h"

namespace galley::check {

// Compiles the chat templates and reads the task kinds among `read`, those that could be
// read, and adds what is wrong or odd about each; what they share is told once.
void CheckChats(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                const workspace::Invocation& call, std::vector<Diagnostic>* findings,
                ProgressCount* done);

}  // namespace galley::check

#endif  // GALLEY_CHECK_CHAT_CHECK_H_
