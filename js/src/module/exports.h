// The public classes as functions on numbers, for JavaScript: exports.def lists them.
//
// JavaScript writes what it hands over into the input (value_stream.h), calls, and reads the
// output right after.  A function of the program may call again while a render runs, so there
// is an input and an output for each depth of calls.  Handles are addresses of objects that
// JavaScript releases.  Each thread has a state of its own.
#ifndef GALLEY_JS_SRC_MODULE_EXPORTS_H_
#define GALLEY_JS_SRC_MODULE_EXPORTS_H_

#include <galley/galley.h>

#include <cstddef>
#include <cstdint>

namespace galley::module {

using Number = intptr_t;

#ifdef __wasm__
#define GALLEY_EXPORTED_AS(name) __attribute__((export_name(#name)))
#define GALLEY_IMPORTED_AS(name) __attribute__((import_module("galley"), import_name(#name)))
// There is one thread, and none ends.
#define GALLEY_OF_THREAD
#else
#define GALLEY_EXPORTED_AS(name)
#define GALLEY_IMPORTED_AS(name)
#define GALLEY_OF_THREAD thread_local
#endif

#define EXPORT(result, function, name, parameters) \
  GALLEY_EXPORTED_AS(name) result function parameters;
#include "exports.def"
#undef EXPORT

// The output of the last call.
struct Output {
  const char* data;
  size_t size;
};
GALLEY_EXPORTED_AS(output) Output* LastOutput();
// Room for the input of the next call, which keeps what was written into it.
GALLEY_EXPORTED_AS(input) char* InputRoom(uint32_t size);
// The input of the next call and those after it at its depth, where JavaScript has the room.
void SetInput(const char* input);

// What JavaScript defines.
GALLEY_IMPORTED_AS(call) void HostCall(uint32_t function, FunctionCall* call);
GALLEY_IMPORTED_AS(release) void HostRelease(uint32_t function);
GALLEY_IMPORTED_AS(count) uint32_t HostCount(uint32_t function, const char* text, size_t size);

}  // namespace galley::module

#endif  // GALLEY_JS_SRC_MODULE_EXPORTS_H_
