// The listing has every document with its newest version and all labels, so it differs after
// every change.
#include "apps/mcp/store_watch.h"

namespace galley::mcp {

bool StoreWatch::Look() {
  const Result<Reply> list = workspace_.Call("store.list");
  is_up_ = list || list.error().code() == "store-not-found";
  if (!is_up_) return false;
  std::string now = list ? list->result().ToText() : std::string();
  const bool is_new = known_.has_value() && *known_ != now;
  known_ = std::move(now);
  return is_new;
}

}  // namespace galley::mcp
