// Chat documents and task kinds: any text is compiled or told what is wrong with it,
// twice the same; what is printed as JSON is the same template.
#include <optional>
#include <string>

#include "compile/task_kind.h"
#include "fuzz/chat_document.h"

namespace galley {
namespace {

std::string Compile(std::string_view text) {
  std::string outcome;
  const auto artifact = CompileDocument(text, &outcome);
  if (!artifact) return outcome + Describe(artifact.error());
  const chat::Artifact& made = **artifact;
  // Runs lie inside their vectors, and every subtree inside that of its owner.
  for (const chat::Slot& slot : made.slots) {
    Require(slot.plan.begin <= slot.plan.end && slot.plan.end <= made.plan.size());
    for (uint32_t at = slot.plan.begin; at < slot.plan.end; ++at) {
      Require(made.plan[at].end > at && made.plan[at].end <= slot.plan.end);
    }
  }
  for (const chat::LayoutNode& node : made.layout) {
    Require(node.header.end <= made.entries.size() && node.footer.end <= made.entries.size());
  }
  Require(made.fill_order.size() == made.slots.size());
  return outcome + made.digest;
}

// The digest does not depend on how the document is spelt.
void RequireSameAsJson(std::string_view text) {
  std::string unsaid;
  const auto artifact = CompileDocument(text, &unsaid);
  const Result<Tree> tree = ReadYaml(Source("document", text), SmallLimits());
  if (!artifact || !tree) return;
  const auto again = CompileDocument(ToJson(*tree), &unsaid);
  Require(!again || (*again)->digest == (*artifact)->digest);
}

std::string ReadTask(std::string_view text) {
  const Source source("task", text);
  const Result<Tree> tree = ReadYaml(source, SmallLimits());
  if (!tree) return Describe(tree.error());
  std::vector<Diagnostic> warnings;
  const auto kind = chat::ReadTaskKind(std::nullopt, source, *tree, &warnings);
  if (!kind) return Describe(kind.error());
  for (const auto& entry : (*kind)->by_name) Require(entry.value < (*kind)->sources.size());
  return (*kind)->name;
}

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text = TextFrom(bytes, size);
  Require(Compile(text) == Compile(text));
  RequireSameAsJson(text);
  Require(ReadTask(text) == ReadTask(text));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(bytes, size);
  return 0;
}
