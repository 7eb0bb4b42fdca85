// Values as YAML, for people: blocks, plain words where they are safe, texts of
// several lines as they are.  What is printed reads back as the same.
#ifndef GALLEY_FORMAT_YAML_PRINT_H_
#define GALLEY_FORMAT_YAML_PRINT_H_

#include "base/writer.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// One document of values that JSON has; keys are strings.  Does not recurse.  Work is
// paid to `meter`; both that and the writer are for the caller to check.
void PrintYaml(const Value& value, Writer* out, Meter* meter) noexcept;

}  // namespace galley

#endif  // GALLEY_FORMAT_YAML_PRINT_H_
