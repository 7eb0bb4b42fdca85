// Counting: what counts the tokens of a call, and how many there may be.
//
// A tokenizer that is named counts in place of the model's, which keeps its frame.  Of
// models, that of the call comes before that of the template, and this before that of the
// configuration.  Without any of them a token is four characters.
#ifndef GALLEY_WORKSPACE_COUNTING_H_
#define GALLEY_WORKSPACE_COUNTING_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "discover/catalog.h"
#include "galley/result.h"
#include "profiles/profile.h"
#include "profiles/request_counter.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::workspace {

struct Counting {
  std::shared_ptr<const ModelProfile> model;      // null: none was named
  std::shared_ptr<const RequestCounter> counter;  // never null

  // What the model leaves for a request; kUnlimited without one.
  uint64_t room() const noexcept;
  // `asked`, or what the model leaves where that is kUnlimited.  Warns where more is asked
  // for than the window of the model holds.
  uint64_t BudgetFor(uint64_t asked, std::vector<Diagnostic>* warnings) const;
};

// What the parameters `model` and `tokenizer`, or `estimator`, its older name, say; what is
// absent among them is `template_model` (empty: none) and what `workspace`, which may be null,
// configures.  Fails with invalid-params, unknown-model, unknown-tokenizer, and as OpenCounter
// does.
Result<Counting> ReadCounting(const Params& params, std::string_view template_model,
                              Workspace* workspace, const Invocation& call);
// The same with `specials` in place of what the profile says of them.
Result<Counting> ReadCounting(const Params& params, std::string_view template_model,
                              Workspace* workspace, std::optional<Specials> specials,
                              const Invocation& call);

// The parameter `name` as a tokenizer, an estimator of the calling program or `chars/4`.
Result<TextCounter> ReadTextCounter(const Params& params, std::string_view name, Specials specials,
                                    const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_COUNTING_H_
