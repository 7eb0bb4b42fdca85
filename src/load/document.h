// Document: one template file, read once, decoded, its syntax known where it is a
// document of data.
#ifndef GALLEY_LOAD_DOCUMENT_H_
#define GALLEY_LOAD_DOCUMENT_H_

#include <optional>
#include <string>

#include "diag/source.h"
#include "discover/catalog.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

struct Document {
  const Entry* entry;        // of the catalog it came from
  std::string name;          // as messages call the file
  std::string text;          // valid UTF-8 without NUL bytes
  std::optional<Tree> tree;  // of a section, chat or task document

  Source source() const { return Source(name, text); }
};

// Reads what `entry` of `catalog` stands for.  Fails as Files::Read does (the file
// may have gone, or become a link that leads out), with invalid-utf8, and as the
// reader of its format does.  The diagnostics name the file.
Result<Document> LoadDocument(const Catalog& catalog, const Entry& entry, const Limits& limits);

// A text without the byte order mark that it may begin with.
std::string WithoutByteOrderMark(std::string text);

// The maps of a chat document that may hold a key twice while it is read: its slots,
// whose names are checked together with everything else in it.
bool MayRepeatInChat(const Tree& tree, NodeId map);

}  // namespace galley

#endif  // GALLEY_LOAD_DOCUMENT_H_
