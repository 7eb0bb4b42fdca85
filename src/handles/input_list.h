// InputList: inputs as they are found, each name once.
#ifndef GALLEY_HANDLES_INPUT_LIST_H_
#define GALLEY_HANDLES_INPUT_LIST_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "diag/position_index.h"
#include "diag/source.h"
#include "galley/template.h"
#include "handles/field_tree.h"

namespace galley::handles {

class InputList {
 public:
  // A place that reads `name`; told once for each place, of which one without a line is
  // none.  The text of a source outlives the list; `separators` stand in its paths.
  Input& Add(std::string_view name, const Source& source, Span span, std::string_view separators);
  Input& Add(std::string_view name, std::string_view file, Position position);
  // What is known of `name`, or null.
  Input* Find(std::string_view name) { return inputs_.Find(name); }
  // More may be read than is known.
  void MarkIncomplete() noexcept { is_complete_ = false; }
  bool is_complete() const noexcept { return is_complete_; }

  Inputs Take();
  FieldTree& fields() noexcept { return fields_; }

 private:
  // A text whose places were asked for.
  struct Indexed {
    std::string_view text;
    PositionIndex positions;
  };

  const PositionIndex& PositionsOf(std::string_view text);

  OrderedMap<Input> inputs_;
  FieldTree fields_;
  std::vector<Indexed> indexed_;
  bool is_complete_ = true;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_INPUT_LIST_H_
