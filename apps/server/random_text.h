// Texts that nobody can guess.
#ifndef GALLEY_APPS_SERVER_RANDOM_TEXT_H_
#define GALLEY_APPS_SERVER_RANDOM_TEXT_H_

#include <string>

namespace galley::server {

// 128 bits from the system, as 32 hexadecimal digits; empty where it has none to give.
std::string RandomText();

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_RANDOM_TEXT_H_
