// The difference of two texts, line by line.
#ifndef GALLEY_BASE_LINE_DIFF_H_
#define GALLEY_BASE_LINE_DIFF_H_

#include <string>
#include <string_view>

namespace galley {

// A unified diff with three lines around each change; empty where the texts are equal.
// It is the shortest there is, apart from texts that have little in common: those
// would take too long, and are shown as one change.
std::string DiffLines(std::string_view before, std::string_view before_name, std::string_view after,
                      std::string_view after_name);

}  // namespace galley

#endif  // GALLEY_BASE_LINE_DIFF_H_
