// What a Handlebars template reads, with paths.
#ifndef GALLEY_ENGINE_HANDLEBARS_READS_H_
#define GALLEY_ENGINE_HANDLEBARS_READS_H_

#include "diag/source.h"
#include "engine/code/read_path.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::handlebars {

// Fails where the text cannot be parsed.
Result<TextReads> FindReads(const Source& source, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_READS_H_
