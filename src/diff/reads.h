// Which of the values that a node reads differs between two renders.
#ifndef GALLEY_DIFF_READS_H_
#define GALLEY_DIFF_READS_H_

#include <optional>
#include <string>

#include "diff/replay.h"
#include "diff/side.h"

namespace galley::diff {

// The first value that the node of `a` and `b` printed and that is not the same for both; else
// the first that decided what it printed.
std::optional<ValueDifference> FirstDifference(const Side& side_a, const chat::Traced& a,
                                               const Side& side_b, const chat::Traced& b);
// The first value that a node printed; empty where it printed none.
std::string FirstPath(const Side& side, const chat::Traced& traced);

// The first condition of a node, outermost first, that holds on one side only: the path that it
// looks at.  Nothing where all hold alike.
std::optional<std::string> FirstCondition(const Side& side_a, const Side& side_b,
                                          const chat::Traced& traced);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_READS_H_
