// Telling section templates from other documents, and what one calls itself, before it is
// read as one.
#ifndef GALLEY_LOAD_SECTION_DOCUMENT_H_
#define GALLEY_LOAD_SECTION_DOCUMENT_H_

#include <string>
#include <string_view>

#include "format/tree.h"
#include "galley/limits.h"

namespace galley {

// Whether a document is a section template, whatever its file is called: a map that holds
// sections or extends another one.
bool IsSectionDocument(const Tree& tree) noexcept;

// The id in a text: `id`, else `metadata.templateId`; empty where it has none or cannot be
// read.
std::string ReadTemplateId(std::string_view text, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_LOAD_SECTION_DOCUMENT_H_
