// What a chat template needs and offers.
#ifndef GALLEY_WORKSPACE_CHAT_INSPECT_H_
#define GALLEY_WORKSPACE_CHAT_INSPECT_H_

#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "diag/source.h"
#include "galley/limits.h"
#include "galley/read_tree.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::workspace {

// `item`, `ctx` and their like, which no field of the context hides.
bool IsReserved(std::string_view name);

// What a leaf string reads.
struct LeafReads {
  std::vector<std::string> variables;  // fields of the context, without `item` and the like
  std::vector<Span> places;            // where each of them stands first in the string
  ReadTree fields;                     // what is read of them, and of `item`
  bool may_read_more = false;          // the context as a whole is handed on
};
LeafReads ReadsOf(const chat::Artifact& artifact, uint32_t leaf, const Limits& limits);

// {id, title, task, version, language, digest, slots: [{name, priority, maxTokens?}],
//  lanes: [{id, role?, order?, reserve?, maxTokens?}], sources, anchors, responseFormat?,
//  transforms}
Value NewChatRecord(Heap* heap, const chat::Artifact& artifact);

// The data sources that it names, each once and in order.
std::vector<std::string_view> SourceNames(const chat::Artifact& artifact);
// The keys of its anchors, as they are written.
std::vector<std::string_view> AnchorKeys(const chat::Artifact& artifact);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CHAT_INSPECT_H_
