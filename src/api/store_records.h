// What the operations on a store share: opening it, and records of what it holds.
#ifndef GALLEY_API_STORE_RECORDS_H_
#define GALLEY_API_STORE_RECORDS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "galley/result.h"
#include "store/store.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/params.h"
#include "workspace/store_session.h"
#include "workspace/workspace.h"

namespace galley::api {

// A call with a session of its own where it has none, for operations that call others.
class CallWithStores {
 public:
  explicit CallWithStores(const Invocation& call)
      : own_(workspace::StoreSession::Life::kCall), call_(call) {
    if (!call_.stores) call_.stores = &own_;
  }
  CallWithStores(const CallWithStores&) = delete;
  CallWithStores& operator=(const CallWithStores&) = delete;

  const Invocation& operator*() const noexcept { return call_; }

 private:
  workspace::StoreSession own_;
  Invocation call_;
};

// Who is named as the author: the parameter, what is configured, or the user.
Result<std::string> AuthorOf(const Params& params, workspace::Workspace* workspace);
// The parameter `time`, or what the clock says.
Result<int64_t> TimeOf(const Params& params);
// A list of strings; none where the parameter is absent.
Result<std::vector<std::string>> StringsOf(const Params& params, std::string_view name);

// A text of a store, which may be none in UTF-8 where a row was edited.
Value NewStoredText(Heap* heap, std::string_view text);
// {version, digest, extension, author, message, time, size, labels: [label]}
Value NewVersionRecord(Heap* heap, const VersionInfo& info, std::string_view name,
                       const std::vector<StoredLabel>& labels);
// {store, name, version, digest, created}
Value NewPushRecord(Heap* heap, const Store& store, std::string_view name, const Pushed& pushed,
                    std::string_view digest);

}  // namespace galley::api

#endif  // GALLEY_API_STORE_RECORDS_H_
