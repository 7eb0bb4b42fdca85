// ChatDraft: a chat template that an importer puts together, message by message.
#ifndef GALLEY_IMPORT_CHAT_DRAFT_H_
#define GALLEY_IMPORT_CHAT_DRAFT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/job.h"
#include "import/leaf_writer.h"
#include "value/map.h"
#include "value/value.h"

namespace galley::importing {

// The role of ours that other tools call `name` (`human`, `ai`, `model`, `developer`, ...), or
// nothing.
std::optional<std::string_view> FindRole(std::string_view name) noexcept;

class ChatDraft {
 public:
  // `name` is that of the template, for people.  The job outlives the draft.
  ChatDraft(Job* job, Leaf leaf, std::string_view name);

  void set_description(std::string_view text) { description_ = text; }
  // Values of a document: `json`, or {type: json_schema, schema}.
  void set_response_format(Value format) { response_format_ = format; }
  void set_tools(Value tools) { tools_ = tools; }

  // A message whose content is a leaf, or a list of parts.
  void AddMessage(std::string_view role, const std::string& content, bool is_prefix = false);
  void AddParts(std::string_view role, Value parts);
  // The messages that the caller gives in the field `field` of the context: a history, the
  // second and later ones as a loop over texts.
  void AddHistory(std::string_view field, Span place);

  // A place that injections may name.
  void AddAnchor(std::string_view key);
  // A lane that injections may go to.
  void AddLane(std::string_view id);

  bool empty() const noexcept { return layout_.empty(); }
  Result<Imported> Finish();

 private:
  Job* job_;
  Leaf leaf_;
  std::string name_;
  std::string description_;
  Value response_format_;
  Value tools_;
  std::vector<Value> layout_;
  std::vector<Value> lanes_;
  std::vector<MapEntry> slots_;  // of histories
};

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_CHAT_DRAFT_H_
