// One explicit stack, so that the depth of data never becomes the depth of ours.
#include "value_writer.h"

#include <array>

#include "callables.h"
#include "value_rules.h"

namespace galley::python {
namespace {

// Shorter texts are cheaper to copy than to keep.
constexpr Py_ssize_t kShortText = 128;
// How often a rule may give something that needs a rule.
constexpr int kMostRules = 16;

bool IsText(PyObject* object) noexcept { return PyUnicode_CheckExact(object) != 0; }

// The UTF-8 of a text, which the text keeps; false where it has none.
bool Utf8Of(PyObject* text, std::string_view* out) noexcept {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (!bytes) return false;
  *out = {bytes, static_cast<size_t>(size)};
  return true;
}

// Part of a path: `.name` for a text that is a name, `[7]` or `['a b']` for another key.
std::string Step(PyObject* key) {
  std::string_view text;
  if (PyUnicode_Check(key) && PyUnicode_IsIdentifier(key) == 1 && Utf8Of(key, &text)) {
    return "." + std::string(text);
  }
  const Ref shown = Ref::Steal(PyObject_Repr(key));
  if (!shown || !Utf8Of(shown.get(), &text)) {
    PyErr_Clear();
    return "[?]";
  }
  return "[" + std::string(text) + "]";
}

// What of a type is shown: `module.Name`, or the name of a builtin alone.
std::string NameOfType(PyObject* object) {
  const Ref type = Ref::Share(reinterpret_cast<PyObject*>(Py_TYPE(object)));
  const Ref name = Ref::Steal(PyObject_GetAttrString(type.get(), "__qualname__"));
  const Ref module = Ref::Steal(PyObject_GetAttrString(type.get(), "__module__"));
  std::string_view text;
  std::string shown;
  if (module && PyUnicode_Check(module.get()) && Utf8Of(module.get(), &text) &&
      text != "builtins") {
    shown = std::string(text) + ".";
  }
  if (name && Utf8Of(name.get(), &text)) shown += text;
  PyErr_Clear();
  return shown;
}

// What lies at the end of a way, added to `found`; false where that is not plain data.
bool FollowWay(const ReadShape::Way& way, const Variables& variables, std::vector<Ref>* found) {
  std::vector<Ref> at;
  PyObject* variable = variables.Find(way.front().key.get());
  if (variable) at.push_back(Ref::Share(variable));
  for (size_t step = 1; step < way.size(); ++step) {
    std::vector<Ref> next;
    PyObject* key = way[step].key.get();
    for (const Ref& each : at) {
      if (key ? !PyDict_CheckExact(each.get()) : !PyList_CheckExact(each.get())) return false;
      PyObject* value = key ? PyDict_GetItemWithError(each.get(), key) : nullptr;
      if (value) next.push_back(Ref::Share(value));
      const Py_ssize_t size = key ? 0 : PyList_Size(each.get());
      for (Py_ssize_t i = 0; i < size; ++i) {
        next.push_back(Ref::Share(PyList_GetItem(each.get(), i)));
      }
    }
    at = std::move(next);
  }
  for (Ref& each : at) {
    if (!PyLong_CheckExact(each.get()) && !IsText(each.get())) return false;
    found->push_back(std::move(each));
  }
  return true;
}

// The item of a list or dict, borrowed; null where there is none, or an exception is set.
PyObject* ItemAt(PyObject* container, PyObject* key) {
  if (PyDict_CheckExact(container)) return PyDict_GetItemWithError(container, key);
  if (!PyList_CheckExact(container) || !PyLong_CheckExact(key)) return nullptr;
  const Py_ssize_t index = PyLong_AsSsize_t(key);
  const Py_ssize_t size = PyList_Size(container);
  // Numbers from the end are for those who write all of it.
  if (index >= 0 && index < size) return PyList_GetItem(container, index);
  PyErr_Clear();
  return nullptr;
}

}  // namespace

bool ValueWriter::Write(PyObject* value, std::string_view name, const ReadShape* shape) {
  name_ = name;
  was_undefined_ = false;
  if (!Begin(value, shape)) return false;
  while (!frames_.empty()) {
    if (!Continue()) return false;
  }
  return true;
}

bool ValueWriter::Begin(PyObject* value, const ReadShape* shape) {
  if (IsText(value)) return WriteText(value, false);
  if (PyLong_CheckExact(value)) return WriteInt(value);
  if (value == Py_None) return context_.Null(), true;
  if (value == Py_True || value == Py_False) return context_.Bool(value == Py_True), true;
  if (PyFloat_CheckExact(value)) return context_.Double(PyFloat_AsDouble(value)), true;
  if (shape && shape->is_sparse() && variables_) {
    bool is_done = false;
    if (!BeginSparse(value, shape, &is_done)) return false;
    if (is_done) return true;
  }
  if (PyDict_CheckExact(value)) return BeginDict(value, shape);
  if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) return BeginByRule(value, shape);
  static_cast<void>(PyList_CheckExact(value) ? context_.OpenList() : context_.OpenTuple());
  return Push(value, false, shape && shape->fits_sequence() ? shape : nullptr);
}

bool ValueWriter::Gather(PyObject* value, Plain* plain) {
  if (IsText(value)) {
    std::string_view text;
    if (!Utf8Of(value, &text)) return PyErr_Clear(), false;
    const bool is_short = static_cast<Py_ssize_t>(text.size()) < kShortText;
    if (!is_short) kept_.push_back(Ref::Share(value));
    *plain = is_short ? Plain(text) : Plain::Borrowed(text);
    return true;
  }
  if (PyLong_CheckExact(value)) {
    int overflow = 0;
    *plain = Plain(int64_t{PyLong_AsLongLongAndOverflow(value, &overflow)});
    return overflow == 0;
  }
  if (value == Py_None) return *plain = Plain(), true;
  if (value == Py_True || value == Py_False) return *plain = Plain(value == Py_True), true;
  if (!PyFloat_CheckExact(value)) return false;
  *plain = Plain(PyFloat_AsDouble(value));
  return true;
}

// Nothing of Python runs meanwhile, so the list stays what it is.
void ValueWriter::WriteGathered(Frame& frame, bool is_list, Py_ssize_t size) {
  PyObject* container = frame.container.get();
  const auto item_at = [&](Py_ssize_t at) {
    return is_list ? PyList_GetItem(container, at) : PyTuple_GetItem(container, at);
  };
  // Rows of rows are not worth the room for what is gathered.
  bool is_gathered =
      !PyList_CheckExact(item_at(frame.next)) && !PyDict_CheckExact(item_at(frame.next));
  if (!is_gathered) return;
  std::array<Plain, ReadShape::kMostGathered> plain;
  while (is_gathered && frame.next < size) {
    size_t count = 0;
    while (count < plain.size() && frame.next < size) {
      is_gathered = Gather(item_at(frame.next), &plain[count]);
      if (!is_gathered) break;
      ++count;
      ++frame.next;
    }
    context_.Items({plain.data(), count});
  }
}

bool ValueWriter::WriteRecord(PyObject* dict, const ReadShape& shape) {
  std::array<Plain, ReadShape::kMostGathered> plain;
  size_t count = 0;
  for (const auto& [key, part] : shape.fields) {
    PyObject* value = PyDict_GetItemWithError(dict, key.get());
    if (!value || !Gather(value, &plain[count++])) return PyErr_Clear(), false;
  }
  context_.Record(*shape.record, {plain.data(), count});
  return true;
}

bool ValueWriter::BeginDict(PyObject* value, const ReadShape* shape) {
  if (shape && !shape->fits_dict()) shape = nullptr;
  if (shape && shape->record && WriteRecord(value, *shape)) return has_left_out_ = true;
  context_.OpenMap();
  if (!Push(value, true, shape)) return false;
  if (!shape) return true;
  has_left_out_ = true;
  if (!shape->needs_keys && !shape->fields.empty()) frames_.back().mode = Mode::kFields;
  return true;
}

bool ValueWriter::BeginSparse(PyObject* value, const ReadShape* shape, bool* done) {
  std::vector<Ref> keys;
  for (const ReadShape::Way& way : shape->numbers) {
    if (!FollowWay(way, *variables_, &keys)) return !PyErr_Occurred();
  }
  const Ref read = Ref::Steal(PyDict_New());
  if (!read) return false;
  for (const Ref& key : keys) {
    PyObject* item = ItemAt(value, key.get());
    // What is not there is told of the whole value.
    if (!item) return !PyErr_Occurred();
    if (PyDict_SetItem(read.get(), key.get(), item) != 0) return false;
  }
  context_.OpenMap();
  if (!Push(read.get(), true, shape)) return false;
  frames_.back().mode = Mode::kItems;
  has_left_out_ = *done = true;
  return true;
}

bool ValueWriter::BeginPart(PyObject* value, const ReadShape::Part& part) {
  if (part.is_read) return Begin(value, part.shape);
  has_left_out_ = true;
  context_.Null();
  return true;
}

bool ValueWriter::BeginByRule(PyObject* value, const ReadShape* shape) {
  Ref object = Ref::Share(value);
  for (int count = 0; count < kMostRules; ++count) {
    PyObject* type = reinterpret_cast<PyObject*>(Py_TYPE(object.get()));
    const Ref rule = Ref::Steal(PyObject_GetItem(rules_, type));
    if (!rule) return false;
    if (PyLong_Check(rule.get())) return Apply(PyLong_AsLong(rule.get()), object.get());
    has_read_iterator_ |= PyIter_Check(object.get()) != 0;
    object = Ref::Steal(PyObject_CallFunctionObjArgs(rule.get(), object.get(), nullptr));
    if (!object) return false;
    PyObject* made = object.get();
    const bool is_plain = IsText(made) || PyLong_CheckExact(made) || made == Py_None ||
                          PyBool_Check(made) || PyFloat_CheckExact(made) ||
                          PyDict_CheckExact(made) || PyList_CheckExact(made) ||
                          PyTuple_CheckExact(made);
    if (is_plain) return Begin(made, shape);
  }
  return Refuse(value);
}

bool ValueWriter::Apply(long rule, PyObject* value) {
  switch (static_cast<Rule>(rule)) {
    case Rule::kText:
      return WriteText(value, false);
    case Rule::kMarkup:
      return WriteText(value, true);
    case Rule::kInt:
      return WriteInt(value);
    case Rule::kFloat:
      context_.Double(PyFloat_AsDouble(value));
      return !PyErr_Occurred();
    case Rule::kNamedTuple:
      return BeginNamedTuple(value);
    case Rule::kFunction:
      return WriteFunction(value);
    case Rule::kObject:
      return WriteObject(value);
    case Rule::kUndefined:
      was_undefined_ = true;
      context_.Null();
      return true;
    case Rule::kRefuse:
      break;
  }
  return Refuse(value);
}

bool ValueWriter::BeginNamedTuple(PyObject* value) {
  const Ref fields = Ref::Steal(PyObject_GetAttrString(value, "_fields"));
  const Py_ssize_t count = fields ? PySequence_Size(fields.get()) : -1;
  if (count < 0) return false;
  std::vector<std::string_view> names;
  std::vector<Ref> held;
  for (Py_ssize_t at = 0; at < count; ++at) {
    held.push_back(Ref::Steal(PySequence_GetItem(fields.get(), at)));
    if (!held.back() || !Utf8Of(held.back().get(), &names.emplace_back())) return false;
  }
  context_.OpenTuple(names);
  return Push(value, false, nullptr);
}

bool ValueWriter::Push(PyObject* container, bool is_dict, const ReadShape* shape) {
  // The context refuses what is too deep when it is used; objects that hold themselves
  // have no end until then.
  if (const Error* error = context_.error()) {
    return RefuseAs(PyExc_ValueError, error->diagnostics().front().message.c_str());
  }
  frames_.push_back({Ref::Share(container), 0, is_dict, shape, Mode::kAll, true, {}, {}});
  return true;
}

bool ValueWriter::Continue() {
  Frame& frame = frames_.back();
  if (frame.mode == Mode::kFields) return ContinueFields(frame);
  if (frame.is_dict) return ContinueDict(frame);
  PyObject* container = frame.container.get();
  const bool is_list = PyList_Check(container);
  // A list may change while the rules of its items run.
  const Py_ssize_t size = is_list ? PyList_Size(container) : PyTuple_Size(container);
  const bool reads_each = !frame.shape || frame.shape->has_each;
  if (reads_each && frame.next < size) WriteGathered(frame, is_list, size);
  if (frame.next >= size) return CloseLast();
  if (frame.shape && frame.next >= frame.shape->most_items) {
    has_left_out_ = true;
    return CloseLast();
  }
  const Py_ssize_t at = frame.next++;
  const Ref item =
      Ref::Share(is_list ? PyList_GetItem(container, at) : PyTuple_GetItem(container, at));
  return frame.shape ? BeginPart(item.get(), frame.shape->PartAt(at)) : Begin(item.get(), nullptr);
}

bool ValueWriter::CloseLast() {
  context_.Close();
  frames_.pop_back();
  return true;
}

bool ValueWriter::ContinueFields(Frame& frame) {
  const auto& fields = frame.shape->fields;
  if (frame.next == static_cast<Py_ssize_t>(fields.size())) {
    if (frame.has_all) return CloseLast();
    frame.mode = Mode::kOthers;
    frame.next = 0;
    return true;
  }
  const auto& [key, shape] = fields[static_cast<size_t>(frame.next++)];
  const Ref value = Ref::Share(PyDict_GetItemWithError(frame.container.get(), key.get()));
  // Where a key that is read is not there, all keys are written, since messages tell of them.
  frame.has_all = frame.has_all && value;
  if (!value) return !PyErr_Occurred();
  frame.key = Ref::Share(key.get());
  return WriteKey(key.get()) && Begin(value.get(), shape);
}

bool ValueWriter::ContinueDict(Frame& frame) {
  if (frame.value) {
    const Ref value = std::move(frame.value);
    if (frame.mode == Mode::kItems) return Begin(value.get(), frame.shape->each);
    return BeginPart(value.get(), {!frame.shape, nullptr});
  }
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  if (!PyDict_Next(frame.container.get(), &frame.next, &key, &value)) return CloseLast();
  frame.key = Ref::Share(key);
  const Ref held = Ref::Share(value);
  if (!IsText(key)) {
    frame.value = Ref::Share(value);
    context_.NextIsKey();
    const Ref held_key = Ref::Share(key);
    return Begin(held_key.get(), nullptr);
  }
  const ReadShape* shape = frame.shape;
  if (frame.mode == Mode::kOthers && shape->PartAt(key).is_read) return true;
  const bool is_item = frame.mode == Mode::kItems;
  if (!WriteKey(key)) return false;
  if (is_item) return Begin(held.get(), shape->each);
  return shape ? BeginPart(held.get(), shape->PartAt(key)) : Begin(held.get(), nullptr);
}

bool ValueWriter::WriteKey(PyObject* key) {
  std::string_view text;
  if (!Utf8Of(key, &text)) {
    PyErr_Clear();
    return RefuseAs(PyExc_ValueError, "is a key with half of a surrogate pair");
  }
  context_.Key(text);
  return true;
}

bool ValueWriter::WriteText(PyObject* value, bool is_markup) {
  std::string_view text;
  if (!Utf8Of(value, &text)) {
    PyErr_Clear();
    return RefuseAs(PyExc_ValueError, "holds half of a surrogate pair, which is no text");
  }
  if (is_markup) {
    context_.Markup(text);
  } else if (static_cast<Py_ssize_t>(text.size()) < kShortText) {
    context_.Text(text);
  } else {
    kept_.push_back(Ref::Share(value));
    context_.Borrowed(text);
  }
  return true;
}

bool ValueWriter::WriteInt(PyObject* value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow != 0) return RefuseInteger();
  if (number == -1 && PyErr_Occurred()) return false;
  context_.Int(number);
  return true;
}

bool ValueWriter::WriteFunction(PyObject* value) {
  const Ref name = Ref::Steal(PyObject_GetAttrString(value, "__name__"));
  std::string_view text = "function";
  if (!name || !PyUnicode_Check(name.get()) || !Utf8Of(name.get(), &text)) PyErr_Clear();
  const Ref function = Adapted("function", value);
  if (!function) return false;
  has_functions_ = true;
  context_.Function(text, NewOwnedFunction(function.get(), rules_));
  return true;
}

// The rule gives three: what it prints as, what is called, and what finds an attribute.
bool ValueWriter::WriteObject(PyObject* value) {
  const Ref parts = Adapted("object", value);
  if (!parts) return false;
  PyObject* text = nullptr;
  PyObject* call = nullptr;
  PyObject* attribute = nullptr;
  std::string_view shown;
  if (!PyArg_ParseTuple(parts.get(), "OOO", &text, &call, &attribute) || !Utf8Of(text, &shown)) {
    return false;
  }
  has_functions_ = true;
  context_.Object(shown, NewOwnedFunction(call, rules_), NewOwnedFunction(attribute, rules_));
  return true;
}

Ref ValueWriter::Adapted(const char* name, PyObject* value) {
  const Ref key = NewText(name);
  const Ref make = key ? Ref::Steal(PyObject_GetItem(rules_, key.get())) : Ref();
  if (!make || make.get() == Py_None) return make ? Ref::Share(value) : Ref();
  return Ref::Steal(PyObject_CallFunctionObjArgs(make.get(), value, nullptr));
}

bool ValueWriter::Refuse(PyObject* value) {
  const std::string what = "is of type `" + NameOfType(value) + "`, which a template cannot read";
  return RefuseAs(PyExc_TypeError, what.c_str());
}

bool ValueWriter::RefuseInteger() {
  const Ref module = Ref::Steal(PyImport_ImportModule("galley._errors"));
  const Ref type =
      module ? Ref::Steal(PyObject_GetAttrString(module.get(), "IntegerRangeError")) : Ref();
  return type && RefuseAs(type.get(), "is an integer that does not fit 64 bits");
}

bool ValueWriter::RefuseAs(PyObject* exception, const char* what) {
  const std::string message = "`" + Path() + "` " + what;
  PyErr_SetString(exception, message.c_str());
  return false;
}

std::string ValueWriter::Path() const {
  std::string path(name_);
  for (const Frame& frame : frames_) {
    if (frame.is_dict) {
      if (frame.key) path += Step(frame.key.get());
    } else {
      path += "[" + std::to_string(frame.next - 1) + "]";
    }
  }
  return path;
}

}  // namespace galley::python
