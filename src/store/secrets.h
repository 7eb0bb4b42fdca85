// What nobody may see of the place of a store, also of one that is written wrongly.  Implemented
// beside the parser of places, in store_url.cc.
#ifndef GALLEY_STORE_SECRETS_H_
#define GALLEY_STORE_SECRETS_H_

#include <string>
#include <string_view>

namespace galley {

// The place of a store as it is shown, with `***` for whatever may be a secret in it; nothing
// but that where `text` is no place.
std::string ShownStore(std::string_view text);

// Whether a word, such as `password` or `access_token`, is one that stands before secrets.
bool NamesSecret(std::string_view word);

}  // namespace galley

#endif  // GALLEY_STORE_SECRETS_H_
