// ValueWriter: Python's objects as values of a Context.
//
// Exact types of Python's own data come first; everything else goes by the rules of the
// workspace.  Of dicts and lists only what is read is looked at.  A failure is an exception that
// names the path to what failed.
#ifndef GALLEY_PYTHON_VALUE_WRITER_H_
#define GALLEY_PYTHON_VALUE_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/context.h"
#include "read_shape.h"
#include "ref.h"

namespace galley::python {

// The variables of a render by name; what is found is borrowed, null where there is none.
class Variables {
 public:
  virtual PyObject* Find(PyObject* name) const noexcept = 0;

 protected:
  ~Variables() = default;
};

// Holds what the context only points to: it is dropped after the context is cleared.
using Kept = std::vector<Ref>;

class ValueWriter {
 public:
  // All of them outlive the writer; `variables` may be null, for who writes no parts.
  ValueWriter(Context* context, PyObject* rules, Kept* kept,
              const Variables* variables = nullptr) noexcept
      : context_(*context), rules_(rules), kept_(*kept), variables_(variables) {}

  // Writes the value that comes next, or what `shape` says of it; the context is where one may
  // follow.  False where an exception is set, which calls the whole value `name`.
  [[nodiscard]] bool Write(PyObject* value, std::string_view name,
                           const ReadShape* shape = nullptr);

  // Whether anything was written that lives in the context, and not in its values.
  bool has_functions() const noexcept { return has_functions_; }
  // Whether something was left out of a value.
  bool has_left_out() const noexcept { return has_left_out_; }
  // Whether an iterator was read, which has nothing more to give.
  bool has_read_iterator() const noexcept { return has_read_iterator_; }
  // Whether the value written last was undefined, for which the context has null.
  bool was_undefined() const noexcept { return was_undefined_; }

 private:
  // What of a dict is written: everything, or what the shape says of each key; the fields of the
  // shape, which `next` counts; the keys that are none of those, for messages; a dict of the
  // items of something, of each of which the shape says the same.
  enum class Mode : uint8_t { kAll, kFields, kOthers, kItems };

  // A list, tuple or dict that is being written.
  struct Frame {
    Ref container;
    Py_ssize_t next = 0;
    bool is_dict = false;
    const ReadShape* shape = nullptr;
    Mode mode = Mode::kAll;
    bool has_all = true;  // no field of the shape was missing
    Ref value;            // of the key that was written last, if that was no text
    Ref key;              // of the item that is being written, of a dict
  };

  // Writes a scalar, or opens what holds others.
  [[nodiscard]] bool Begin(PyObject* value, const ReadShape* shape);
  [[nodiscard]] bool BeginDict(PyObject* value, const ReadShape* shape);
  // Writes the items that are read of a list, tuple or dict as a map.  Leaves `*done` false
  // and writes nothing where it is not known which those are.
  [[nodiscard]] bool BeginSparse(PyObject* value, const ReadShape* shape, bool* done);
  [[nodiscard]] bool BeginByRule(PyObject* value, const ReadShape* shape);
  [[nodiscard]] bool BeginNamedTuple(PyObject* value);
  [[nodiscard]] bool Apply(long rule, PyObject* value);
  [[nodiscard]] bool Push(PyObject* container, bool is_dict, const ReadShape* shape);
  // The value if it is of an exact type that holds no others, and can be written.
  [[nodiscard]] bool Gather(PyObject* value, Plain* plain);
  // Writes the items that come next as long as those can be gathered.
  void WriteGathered(Frame& frame, bool is_list, Py_ssize_t size);
  // Writes the fields of the shape; false, with nothing written, where they cannot be gathered.
  [[nodiscard]] bool WriteRecord(PyObject* dict, const ReadShape& shape);
  // Goes on with what was opened last.
  [[nodiscard]] bool Continue();
  bool CloseLast();
  [[nodiscard]] bool ContinueDict(Frame& frame);
  [[nodiscard]] bool ContinueFields(Frame& frame);
  // Writes what is read of the value, and null where nothing is.
  [[nodiscard]] bool BeginPart(PyObject* value, const ReadShape::Part& part);
  [[nodiscard]] bool WriteKey(PyObject* key);
  [[nodiscard]] bool WriteText(PyObject* value, bool is_markup);
  [[nodiscard]] bool WriteInt(PyObject* value);
  [[nodiscard]] bool WriteFunction(PyObject* value);
  [[nodiscard]] bool WriteObject(PyObject* value);
  // What the rule called `name` makes of an object; the object where there is no such rule.
  Ref Adapted(const char* name, PyObject* value);
  bool Refuse(PyObject* value);
  bool RefuseInteger();
  bool RefuseAs(PyObject* exception, const char* what);
  std::string Path() const;

  Context& context_;
  PyObject* rules_;
  Kept& kept_;
  const Variables* variables_;
  std::string_view name_;
  std::vector<Frame> frames_;
  bool has_functions_ = false;
  bool has_left_out_ = false;
  bool has_read_iterator_ = false;
  bool was_undefined_ = false;
};

}  // namespace galley::python

#endif  // GALLEY_PYTHON_VALUE_WRITER_H_
