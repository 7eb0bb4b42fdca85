// The style and the script of an explanation's page.  Neither holds anything that
// depends on a template or a context.
#ifndef GALLEY_EMIT_EXPLAIN_PAGE_H_
#define GALLEY_EMIT_EXPLAIN_PAGE_H_

#include <string_view>

namespace galley::chat {

std::string_view PageStyle() noexcept;
std::string_view PageScript() noexcept;

}  // namespace galley::chat

#endif  // GALLEY_EMIT_EXPLAIN_PAGE_H_
