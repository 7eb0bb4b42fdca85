// Chat documents, task kinds and test files among the findings of a check.
#ifndef GALLEY_API_CHAT_CHECK_H_
#define GALLEY_API_CHAT_CHECK_H_

#include <vector>

#include "api/links.h"
#include "api/operation.h"
#include "discover/catalog.h"
#include "galley/diagnostic.h"

namespace galley {

// Compiles the chat templates and reads the task kinds among `read`, those that could be
// read, and adds what is wrong or odd about each; what they share is told once.
void CheckChats(const Catalog& catalog, const std::vector<LinkedTemplate>& read,
                const Invocation& call, std::vector<Diagnostic>* findings);

// The same for the files of `tests`: their format, and whether the templates that they
// are about exist.
void CheckTestFiles(const Catalog& catalog, const Catalog& tests,
                    const std::vector<const Entry*>& entries, const Limits& limits,
                    std::vector<Diagnostic>* findings);

}  // namespace galley

#endif  // GALLEY_API_CHAT_CHECK_H_
