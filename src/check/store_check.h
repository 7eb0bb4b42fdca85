// What is wrong with a document that is stored, or is about to be: each type by the
// operation that checks it, as if it came from a file.
#ifndef GALLEY_CHECK_STORE_CHECK_H_
#define GALLEY_CHECK_STORE_CHECK_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/result.h"
#include "store/store.h"
#include "store/stored_type.h"
#include "value/value.h"
#include "workspace/invocation.h"

namespace galley::check {

// The findings, which call the document `shown`; that ends with its extension.  Names
// that lead nowhere are warnings: what they mean depends on where it is used.
// `workspace` is the parameter of that name, or undefined; `call` has a session.
std::vector<Diagnostic> CheckStored(const StoredDocument& document, const std::string& shown,
                                    const Value& workspace, const workspace::Invocation& call);

// Fails with those findings that are errors; the others become warnings of the call.
Result<void> RefuseInvalid(const StoredDocument& document, const std::string& shown,
                           const Value& workspace, const workspace::Invocation& call);

// How a version is called where it is checked: `store:NAME@VERSION.EXTENSION`.
std::string ShownDocument(std::string_view name, const VersionInfo& info);

}  // namespace galley::check

#endif  // GALLEY_CHECK_STORE_CHECK_H_
