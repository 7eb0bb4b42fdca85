// Leaf strings of chat documents to code.
#ifndef GALLEY_COMPILE_LEAVES_H_
#define GALLEY_COMPILE_LEAVES_H_

#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "compile/fields.h"
#include "compile/text_set.h"
#include "engine/code/read_path.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::chat {

// Whether a leaf string prints anything but itself.
bool HasTags(LeafLanguage language, std::string_view text) noexcept;

// The compiler of what leaf strings of that language include.  `strict`: a variable that
// is not there is an error.
TextSet LeafTemplates(LeafLanguage language, const Limits& limits, const HostCallables* helpers,
                      bool strict);

// Compiles one leaf in the language of `artifact`.
Result<void> CompileLeaf(const Artifact& artifact, Leaf* leaf, const Limits& limits);

// What a leaf reads, in its order; nothing where it has no tags.
TextReads ReadsOfLeaf(const Artifact& artifact, const Leaf& leaf, const Limits& limits);

// Compiles every leaf of `parts`.  `nodes` says where in `tree` each was written;
// what is wrong is a finding there.  Bad syntax has the code `code`, and so has
// anything else wrong in a leaf unless that is kLeafSyntax.
void CompileLeaves(const Artifact& artifact, Parts* parts, const std::vector<NodeId>& nodes,
                   const Tree& tree, Code code, const Limits& limits, DocumentFindings* findings);

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_LEAVES_H_
