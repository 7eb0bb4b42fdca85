// A store as a directory, and back: all documents with all their versions and labels.
//
//   galley-store.json            {"format": 1, "documents": [NAME, ...]}
//   NAME/@/history.json          {"name", "type", "labels": {LABEL: VERSION}, "versions":
//                                 [{"version", "extension", "digest", "author", "message",
//                                   "time"}, ...]}
//   NAME/@/VERSION.EXTENSION     the text of a version
//
// No segment of a stored name is `@`, and none is called as the index, so no two of these
// paths meet.
#ifndef GALLEY_STORE_STORE_EXPORT_H_
#define GALLEY_STORE_STORE_EXPORT_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "files/files.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "store/store.h"

namespace galley {

struct Transferred {
  size_t documents = 0;
  size_t versions = 0;
  size_t new_versions = 0;  // of an import: those that the store did not have
  size_t new_labels = 0;
};

// Writes one state of the store, over what an earlier export left there.  Fails with
// store-damaged, and as Files::Write and the database do.
Result<Transferred> ExportStore(Store* store, Files* files);

// Whether the text of a document is valid.
using DocumentCheck = std::function<Result<void>(const StoredDocument& document)>;

// Adds what the store does not have, all of it or nothing.  A label that the store has
// elsewhere stays there, with a warning.  Fails with invalid-export, store-conflict, as
// `check` does for a version that is new, and as the database does.
Result<Transferred> ImportStore(const Files& files, Store* store, const DocumentCheck& check,
                                std::vector<Diagnostic>* warnings);

}  // namespace galley

#endif  // GALLEY_STORE_STORE_EXPORT_H_
