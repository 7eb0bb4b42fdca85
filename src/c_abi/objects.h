// What the handles of a C program hold: the classes of the C++ interface.
#ifndef GALLEY_C_ABI_OBJECTS_H_
#define GALLEY_C_ABI_OBJECTS_H_

#include <utility>

#include "c_abi/handle.h"
#include "galley/context.h"
#include "galley/galley_c.h"
#include "galley/template.h"
#include "galley/workspace.h"

struct galley_workspace final : galley::c_abi::Handle {
  static constexpr galley::c_abi::HandleKind kKind = galley::c_abi::HandleKind::kWorkspace;
  explicit galley_workspace(galley::Workspace made) : Handle(kKind), held(std::move(made)) {}

  galley::Workspace held;
};

struct galley_template final : galley::c_abi::Handle {
  static constexpr galley::c_abi::HandleKind kKind = galley::c_abi::HandleKind::kTemplate;
  explicit galley_template(galley::Template made) : Handle(kKind), held(std::move(made)) {}

  const galley::Template held;
};

struct galley_context final : galley::c_abi::Handle {
  static constexpr galley::c_abi::HandleKind kKind = galley::c_abi::HandleKind::kContext;
  explicit galley_context(galley::Context made) : Handle(kKind), held(std::move(made)) {}

  galley::Context held;
  bool is_out_of_memory = false;  // while it was built
};

#endif  // GALLEY_C_ABI_OBJECTS_H_
