// Which types of documents are stored, and with which extensions.
#ifndef GALLEY_STORE_STORED_TYPE_H_
#define GALLEY_STORE_STORED_TYPE_H_

#include <string>
#include <string_view>

namespace galley {

// The type of documents that are stored and are no templates.
inline constexpr std::string_view kInstructionsType = "instructions";
inline constexpr std::string_view kInstructionsExtension = ".iai";

// What is wrong with the two of them; empty where they are those of a document.  An
// extension that passes is no more than the end of the name of a file.
std::string FindTypeFault(std::string_view type, std::string_view extension);

}  // namespace galley

#endif  // GALLEY_STORE_STORED_TYPE_H_
