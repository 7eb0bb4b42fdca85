// One explicit stack, as in value_writer.cc.
#include "value_reader.h"

#include <vector>

#include "template_function.h"

namespace galley::python {
namespace {

// What the rules make of something that Python has no type of its own for; the rules hold
// such functions under texts, or nothing.
Ref ByRule(const std::shared_ptr<ActiveCall>& active, const char* which, PyObject* given) {
  const Ref key = NewText(which);
  const Ref make = key ? Ref::Steal(PyObject_GetItem(active->rules, key.get())) : Ref();
  if (!make) return {};
  if (make.get() == Py_None) return Ref::Share(given);
  return Ref::Steal(PyObject_CallFunctionObjArgs(make.get(), given, nullptr));
}

Ref NewUndefined(const Json& value, const std::shared_ptr<ActiveCall>& active) noexcept {
  const Ref key = NewText("undefined");
  const Ref make = key ? Ref::Steal(PyObject_GetItem(active->rules, key.get())) : Ref();
  if (!make) return {};
  const Ref name = NewText(value.undefined_name());
  if (make.get() == Py_None || !name) return Ref::Share(Py_None);
  return Ref::Steal(PyObject_CallFunctionObjArgs(make.get(), name.get(), nullptr));
}

Ref NewScalar(const Json& value, const std::shared_ptr<ActiveCall>& active) noexcept {
  if (value.is_string()) {
    Ref text = NewText(value.as_string());
    return text && active && value.is_markup() ? ByRule(active, "markup", text.get())
                                               : std::move(text);
  }
  if (value.is_bool()) return Ref::Share(value.as_bool() ? Py_True : Py_False);
  if (value.is_int()) return Ref::Steal(PyLong_FromLongLong(value.as_int()));
  if (value.is_double()) return Ref::Steal(PyFloat_FromDouble(value.as_double()));
  if (active && value.is_undefined()) return NewUndefined(value, active);
  if (active && value.is_function()) return NewTemplateFunction(value, active);
  return Ref::Share(Py_None);
}

// A list, tuple or dict that is being filled.
struct Frame {
  Json value;
  Ref made;
  size_t next = 0;
};

bool IsContainer(const Json& value) noexcept { return value.is_list() || value.is_map(); }

Ref NewContainer(const Json& value) noexcept {
  if (value.is_map()) return Ref::Steal(PyDict_New());
  const auto size = static_cast<Py_ssize_t>(value.size());
  return Ref::Steal(value.is_tuple() ? PyTuple_New(size) : PyList_New(size));
}

bool Put(Frame& frame, size_t at, Ref item, const std::shared_ptr<ActiveCall>& active) noexcept {
  if (!item) return false;
  const auto index = static_cast<Py_ssize_t>(at);
  if (frame.value.is_map()) {
    const Json key = frame.value.key_value(at);
    // A tuple is the one key that holds others.
    const Ref name = IsContainer(key) ? ToPython(key, active) : NewScalar(key, active);
    return name && PyDict_SetItem(frame.made.get(), name.get(), item.get()) == 0;
  }
  return (frame.value.is_tuple() ? PyTuple_SetItem(frame.made.get(), index, item.Release())
                                 : PyList_SetItem(frame.made.get(), index, item.Release())) == 0;
}

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): only for a tuple that is a key
Ref ToPython(const Json& value, const std::shared_ptr<ActiveCall>& active) noexcept {
  if (!IsContainer(value)) return NewScalar(value, active);
  std::vector<Frame> frames;
  frames.push_back({value, NewContainer(value)});
  for (;;) {
    Frame& frame = frames.back();
    if (!frame.made) return {};
    if (frame.next == frame.value.size()) {
      Ref done = std::move(frame.made);
      frames.pop_back();
      if (frames.empty()) return done;
      Frame& outer = frames.back();
      if (!Put(outer, outer.next - 1, std::move(done), active)) return {};
      continue;
    }
    const size_t at = frame.next++;
    const Json item = frame.value.item(at);
    if (IsContainer(item)) {
      frames.push_back({item, NewContainer(item)});
    } else if (!Put(frame, at, NewScalar(item, active), active)) {
      return {};
    }
  }
}

}  // namespace galley::python
