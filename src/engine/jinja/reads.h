// What a Jinja template reads, with paths.
#ifndef GALLEY_ENGINE_JINJA_READS_H_
#define GALLEY_ENGINE_JINJA_READS_H_

#include "diag/source.h"
#include "engine/code/read_path.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// Fails where the text cannot be parsed.
Result<TextReads> FindReads(const Source& source, const SyntaxOptions& options,
                            const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_READS_H_
