// Params: the parameters of a call, read by name and type.
//
// The names that an operation takes are checked by the table of operations before it
// runs; a reader of a map inside them is made with all names that there may be, so none
// can be misspelt in silence.  Whatever has the wrong shape is `invalid-params`, naming
// the path (`params.options.trim_blocks`) and the type, never the value.
#ifndef GALLEY_WORKSPACE_PARAMS_H_
#define GALLEY_WORKSPACE_PARAMS_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "galley/limits.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/field.h"
#include "workspace/invocation.h"

namespace galley::workspace {

using Names = std::initializer_list<std::string_view>;

// Views parameters that outlive it.
class Params {
 public:
  // The parameters of a call, a map or undefined, whose names were checked.
  static Params Of(const Invocation& call) { return Of(call.params, call.options_shown); }
  // Where `options` is not empty, messages call the parameters as the command does.
  static Params Of(const Value& params, std::span<const Field> options = {});
  // The same where nobody checked the names: refuses others than `names` and `limits`.
  static Result<Params> Of(const Invocation& call, Names names);
  // Those in `map`, which stands at `path` and was made here: it has these names.
  static Result<Params> In(const Value& map, std::string path, Names names);
  // Those in a map of the caller, which is checked by its table.
  static Result<Params> In(const Value& map, std::string path, std::span<const Field> fields);

  // Whether what is there has the names and types of `fields`, what they require is there,
  // and nothing else is but `limits`, where it `takes_limits`.
  Result<void> Check(std::span<const Field> fields, bool takes_limits = false) const;

  bool has(std::string_view name) const noexcept;

  // A parameter without a fallback must be there.
  Result<std::string_view> String(std::string_view name) const;
  Result<std::string_view> String(std::string_view name, std::string_view fallback) const;
  Result<bool> Bool(std::string_view name, bool fallback) const;
  Result<int64_t> Int(std::string_view name) const;
  Result<int64_t> Int(std::string_view name, int64_t fallback) const;
  // The position of the string among `choices`.
  Result<size_t> Choice(std::string_view name, Names choices) const;

  // The positions of a list of strings among `choices`, as bits; none where the
  // parameter is absent.
  Result<uint32_t> Choices(std::string_view name, Names choices) const;

  // A map of any keys whose values are strings.
  Result<Value> StringMap(std::string_view name) const;
  // A map of any keys, a list, and anything at all.
  Result<Value> Map(std::string_view name) const;
  Result<std::span<const Value>> List(std::string_view name) const;
  Result<Value> Any(std::string_view name) const;
  // A map that is checked by its table.  One that is absent is an empty one.
  Result<Params> Object(std::string_view name, std::span<const Field> fields) const;

  // How messages call a parameter: `params.name`, or the option of the command.
  std::string PathOf(std::string_view name) const;

 private:
  Params(const Value& map, std::string path, std::span<const Field> options = {})
      : map_(map), path_(std::move(path)), options_(options) {}

  Result<void> CheckFieldNames(std::span<const Field> fields, bool takes_limits) const;
  Result<void> CheckType(const Field& field) const;
  Result<void> CheckStrings(std::string_view name) const;
  Result<void> CheckChoice(std::string_view name, std::string_view choices) const;
  static Result<size_t> ChoiceAt(std::string_view path, const Value& value, Names choices);
  Result<Value> Require(std::string_view name, Kind kind) const;
  // Undefined where it is absent.
  Result<Value> Accept(std::string_view name, Kind kind) const;

  Value map_;
  std::string path_;
  std::span<const Field> options_;
};

// `limits` lowered by the `limits` among `params`, a map or undefined.
Result<Limits> LowerLimits(const Value& params, const Limits& limits);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_PARAMS_H_
