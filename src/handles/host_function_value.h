// HostFunctionValue: a function or an object of the program as a value in a context.
//
// Its value points to it, so it stays where it was made.
#ifndef GALLEY_HANDLES_HOST_FUNCTION_VALUE_H_
#define GALLEY_HANDLES_HOST_FUNCTION_VALUE_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/library/host_callables.h"
#include "engine/library/objects.h"
#include "galley/function_call.h"
#include "handles/host_table.h"
#include "value/value.h"

namespace galley::handles {

class HostFunctionValue final : public HostCallables {
 public:
  HostFunctionValue(std::string_view name, HostFunction function)
      : name_(name), function_(std::move(function)) {
    object_.type = static_cast<uint32_t>(ObjectType::kHost);
    object_.name = name_;
    object_.host = this;
  }
  // An object, which prints as `text`.
  HostFunctionValue(std::string_view text, HostFunction call, HostFunction attribute)
      : HostFunctionValue(text, std::move(call)) {
    object_.bare = true;
    attribute_.emplace(std::move(attribute));
  }
  HostFunctionValue(const HostFunctionValue&) = delete;
  HostFunctionValue& operator=(const HostFunctionValue&) = delete;

  galley::Value value() const noexcept { return galley::Value::Callable(&object_); }

  bool Has(HostKind, std::string_view) const noexcept override { return false; }
  std::vector<std::string_view> Names(HostKind) const override { return {}; }
  bool TakesBlock(std::string_view) const noexcept override { return false; }
  galley::Value Call(HostCall& call) const override { return CallInside(function_, call); }
  galley::Value Attribute(HostCall& call) const override {
    return attribute_ ? CallInside(*attribute_, call) : galley::Value();
  }

 private:
  std::string name_;
  HostFunction function_;
  std::optional<HostFunction> attribute_;
  HostObject object_;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_HOST_FUNCTION_VALUE_H_
