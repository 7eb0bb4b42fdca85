// ReadShape: the parts of a value that a template can read, with keys as Python looks them up.
#ifndef GALLEY_PYTHON_READ_SHAPE_H_
#define GALLEY_PYTHON_READ_SHAPE_H_

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/context.h"
#include "galley/read_tree.h"
#include "ref.h"

namespace galley::python {

// Where a pointer to one is null, the whole value is meant.
struct ReadShape {
  // What is read of the value under a key, or of an item.
  struct Part {
    bool is_read = false;
    const ReadShape* shape = nullptr;
  };

  // Whether dicts, or lists and tuples, can be written in part.
  bool fits_dict() const noexcept { return items.empty() && !has_each; }
  bool fits_sequence() const noexcept { return fields.empty(); }
  Part PartAt(Py_ssize_t index) const noexcept;
  Part PartAt(PyObject* key) const noexcept;

  // Where the items that are read are known by their numbers or keys, which lie in the values of
  // some variable: the way there from all variables.
  struct Step {
    Ref key;  // of a dict; null: every item of a list
  };
  using Way = std::vector<Step>;
  bool is_sparse() const noexcept { return !numbers.empty(); }

  // Values that are written in one go, at most.
  static constexpr size_t kMostGathered = 32;

  bool needs_keys = false;
  std::vector<std::pair<Ref, const ReadShape*>> fields;  // keys are interned
  std::optional<RecordKeys> record;                      // the same keys, where they can be all
  std::vector<std::pair<Py_ssize_t, const ReadShape*>> items;
  Py_ssize_t most_items = PY_SSIZE_T_MAX;  // of a list, from the first: nobody looks behind them
  bool has_each = false;
  const ReadShape* each = nullptr;
  std::vector<Way> numbers;
};

// The shapes of a template's variables.  Made and dropped with the interpreter's lock.
class ReadShapes {
 public:
  explicit ReadShapes(const ReadTree& reads);
  ReadShapes(const ReadShapes&) = delete;
  ReadShapes& operator=(const ReadShapes&) = delete;

  // Null where all of it is read; `name` is interned.
  const ReadShape* Find(PyObject* name) const noexcept;

 private:
  std::vector<ReadShape> shapes_;
  bool reads_all_;
};

}  // namespace galley::python

#endif  // GALLEY_PYTHON_READ_SHAPE_H_
