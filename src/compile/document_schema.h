// The JSON Schemas of what authors write: chat templates and task kinds.
//
// They are in schemas/, are installed for editors, and say which shapes the readers of
// this folder accept; tests/differential compares the two.
#ifndef GALLEY_COMPILE_DOCUMENT_SCHEMA_H_
#define GALLEY_COMPILE_DOCUMENT_SCHEMA_H_

#include <string_view>

namespace galley::chat {

std::string_view ChatSchema() noexcept;  // JSON text
std::string_view TaskSchema() noexcept;

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_DOCUMENT_SCHEMA_H_
