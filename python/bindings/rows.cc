// Tables come and go as capsules of Arrow's interface.  What was rendered may be handed out
// any number of times: each time as structs of its own over buffers that all of them share.
#include "rows.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "errors.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

constexpr const char* kSchemaName = "arrow_schema";
constexpr const char* kArrayName = "arrow_array";
constexpr const char* kStreamName = "arrow_array_stream";

// As the interface defines it.
struct ArrayStream {
  int (*get_schema)(ArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrayStream*);
  void (*release)(ArrayStream*);
  void* private_data;
};

// Released when it goes.
template <class Struct>
struct Owned : Struct {
  Owned() : Struct{} {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (this->release) this->release(this);
  }
};

// What was rendered.
struct Rows {
  Owned<ArrowSchema> schema;
  Owned<ArrowArray> array;
};

struct RowsHandle {
  std::shared_ptr<Rows> rows;
  uint64_t failed = 0;
};

// A copy of a struct that keeps `rows` alive, and its children.
struct SharedSchema {
  std::shared_ptr<Rows> rows;
  std::vector<std::unique_ptr<ArrowSchema>> children;
  std::vector<ArrowSchema*> pointers;
};
struct SharedArray {
  std::shared_ptr<Rows> rows;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> pointers;
};

template <class Struct, class Shared>
void Share(const std::shared_ptr<Rows>& rows, const Struct& from, Struct* to) {
  auto shared = std::make_unique<Shared>();
  shared->rows = rows;
  for (int64_t i = 0; i < from.n_children; ++i) {
    shared->children.push_back(std::make_unique<Struct>());
    Share<Struct, Shared>(rows, *from.children[i], shared->children.back().get());
    shared->pointers.push_back(shared->children.back().get());
  }
  *to = from;
  to->children = shared->pointers.data();
  to->private_data = shared.release();
  to->release = [](Struct* released) {
    const std::unique_ptr<Shared> owned(static_cast<Shared*>(released->private_data));
    for (Struct* child : owned->pointers) {
      if (child->release) child->release(child);
    }
    released->release = nullptr;
  };
}

template <class Struct>
void DestroyCapsule(PyObject* capsule) {
  auto* held = static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (held && held->release) held->release(held);
  delete held;
}

template <class Struct, class Shared>
Ref NewCapsule(const std::shared_ptr<Rows>& rows, const Struct& from, const char* name) {
  auto made = std::make_unique<Struct>();
  Share<Struct, Shared>(rows, from, made.get());
  Ref capsule = Ref::Steal(PyCapsule_New(made.get(), name, DestroyCapsule<Struct>));
  if (!capsule) {
    made->release(made.get());
    ThrowSet();
  }
  made.release();
  return capsule;
}

nb::object Export(const RowsHandle& self, nb::handle) {
  const Ref schema =
      NewCapsule<ArrowSchema, SharedSchema>(self.rows, self.rows->schema, kSchemaName);
  const Ref array = NewCapsule<ArrowArray, SharedArray>(self.rows, self.rows->array, kArrayName);
  return nb::steal(OrThrow(Ref::Steal(PyTuple_Pack(2, schema.get(), array.get()))).Release());
}

nb::object ExportSchema(const RowsHandle& self) {
  return nb::steal(
      NewCapsule<ArrowSchema, SharedSchema>(self.rows, self.rows->schema, kSchemaName).Release());
}

template <class Struct>
Struct* PointerIn(PyObject* capsule, const char* name) {
  auto* pointer = static_cast<Struct*>(PyCapsule_GetPointer(capsule, name));
  if (!pointer) ThrowSet();
  return pointer;
}

Ref CallExport(nb::handle data, const char* method) {
  return OrThrow(Ref::Steal(PyObject_CallMethod(data.ptr(), method, nullptr)));
}

Result<RowRenderer> Make(const Template& tmpl, const ArrowSchema& schema, RowOptions options) {
  const nb::gil_scoped_release unlocked;
  return RowRenderer::Make(tmpl, schema, std::move(options));
}

void Add(RowRenderer* renderer, const ArrowArray& batch) {
  const Result<void> added = [&] {
    const nb::gil_scoped_release unlocked;
    return renderer->Add(batch);
  }();
  ValueOf(added);
}

RowRenderer RenderArray(const Template& tmpl, nb::handle data, RowOptions options) {
  const Ref pair = CallExport(data, "__arrow_c_array__");
  PyObject* schema = PyTuple_GetItem(pair.get(), 0);
  PyObject* array = schema ? PyTuple_GetItem(pair.get(), 1) : nullptr;
  if (!array) ThrowSet();
  RowRenderer renderer =
      ValueOf(Make(tmpl, *PointerIn<ArrowSchema>(schema, kSchemaName), std::move(options)));
  Add(&renderer, *PointerIn<ArrowArray>(array, kArrayName));
  return renderer;
}

// The errors of a stream are those of whoever makes it.
void CheckStream(ArrayStream* stream, int status) {
  if (status == 0) return;
  const char* why = stream->get_last_error(stream);
  throw nb::value_error(
      (std::string("the rows cannot be read: ") + (why ? why : "no reason given")).c_str());
}

RowRenderer RenderStream(const Template& tmpl, nb::handle data, RowOptions options) {
  const Ref capsule = CallExport(data, "__arrow_c_stream__");
  auto* stream = PointerIn<ArrayStream>(capsule.get(), kStreamName);
  Owned<ArrowSchema> schema;
  CheckStream(stream, stream->get_schema(stream, &schema));
  RowRenderer renderer = ValueOf(Make(tmpl, schema, std::move(options)));
  for (;;) {
    Owned<ArrowArray> batch;
    // A stream may be made of Python objects: it is asked with the lock held.
    CheckStream(stream, stream->get_next(stream, &batch));
    if (!batch.release) return renderer;
    Add(&renderer, batch);
  }
}

}  // namespace

nb::object RenderRows(const Template& tmpl, nb::handle data, RowOptions options) {
  RowRenderer renderer = [&] {
    if (nb::hasattr(data, "__arrow_c_stream__"))
      return RenderStream(tmpl, data, std::move(options));
    if (nb::hasattr(data, "__arrow_c_array__")) return RenderArray(tmpl, data, std::move(options));
    throw nb::type_error(
        "rows are an object with `__arrow_c_stream__` or `__arrow_c_array__`: an Arrow, "
        "Polars, DuckDB or pandas table");
  }();
  RowsHandle made{std::make_shared<Rows>(), renderer.failed()};
  ValueOf(renderer.Finish(&made.rows->schema, &made.rows->array));
  return nb::cast(std::move(made));
}

void DefineRows(nb::module_& module) {
  nb::class_<RowsHandle>(module, "RenderedRows",
                         "What rows rendered to, an array of Arrow: `pyarrow.array(rows)`.")
      .def("__arrow_c_array__", &Export, nb::arg("requested_schema") = nb::none(),
           nb::sig("def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, "
                   "object]"))
      .def("__arrow_c_schema__", &ExportSchema, nb::sig("def __arrow_c_schema__(self) -> object"))
      .def("__len__", [](const RowsHandle& self) { return self.rows->array.length; })
      .def_prop_ro(
          "failed", [](const RowsHandle& self) { return self.failed; },
          "How many rows failed, and are null.");
}

}  // namespace galley::python
