// Filters that call a filter or a test for each item: map, reject, rejectattr,
// select, selectattr.
//
// They are lazy in Jinja2: what is wrong with their arguments comes to light when
// the first item is asked for, and never if there is none.

#include "diag/report.h"
#include "engine/library/attribute_path.h"
#include "engine/library/families.h"
#include "engine/library/host_callables.h"
#include "engine/library/iterate.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/map.h"

namespace galley {
namespace {

// `map` may name `map`, and so on: this deep.
constexpr uint32_t kMaxNested = 16;

// The arguments of one of these filters, as a template wrote them.
struct Arguments {
  std::span<const Value> positional;
  Value keywords;

  explicit Arguments(std::span<const Value> args)
      : positional(args.subspan(1, args.size() - 2)), keywords(args.back()) {}
};

// A filter or test by its name: one of ours, or one of the host's.
struct Named {
  const Builtin* builtin = nullptr;
  HostKind kind = HostKind::kFilter;
  std::string_view name;  // of one of the host's, empty: there is none
};

// One with its arguments bound once, to be called on one item after the other.
class BoundCall {
 public:
  BoundCall(CallContext& cx, const Named& named, std::span<const Value> positional,
            const Value& keywords)
      : named_(named), keywords_(keywords) {
    if (named.builtin) {
      Bind(cx, *named.builtin, positional, keywords);
      return;
    }
    args_ = cx.heap().NewItems(1 + positional.size());
    if (cx.stopped()) return;
    std::copy(positional.begin(), positional.end(), args_ + 1);
    count_ = static_cast<int>(1 + positional.size());
  }

  Value Call(CallContext& cx, const Value& item) {
    if (cx.stopped() || count_ < 0) return Value();
    args_[0] = item;
    const std::span<const Value> args(args_, static_cast<size_t>(count_));
    ++cx.nested;
    const Value result = named_.builtin
                             ? named_.builtin->function(cx, args)
                             : CallHostFilter(cx, named_.kind, named_.name, args, keywords_);
    --cx.nested;
    return result;
  }

 private:
  void Bind(CallContext& cx, const Builtin& builtin, std::span<const Value> positional,
            const Value& keywords) {
    const size_t given = positional.size() + keywords.size();
    Value* values = cx.heap().NewItems(given);
    auto* names =
        reinterpret_cast<std::string_view*>(cx.heap().NewBytes(given * sizeof(std::string_view)));
    args_ = cx.heap().NewItems(2 + builtin.parameters.size() + given);
    if (cx.stopped()) return;
    size_t at = 0;
    for (const Value& value : positional) {
      names[at] = {};
      values[at++] = value;
    }
    for (const MapEntry& entry : EntriesOf(keywords)) {
      names[at] = entry.key.as_string();
      values[at++] = entry.value;
    }
    const Value operand;
    count_ = BindArguments(cx, builtin, &operand, {values, given}, {names, given}, args_);
  }

  Named named_;
  Value keywords_;
  Value* args_;
  int count_ = -1;
};

// Where names of builtins are looked up.
struct Table {
  std::string_view what;
  HostKind kind;
  const Builtin* (*find)(std::string_view name) noexcept;
  std::vector<std::string_view> (*names)();
  Code unknown;
};
constexpr Table kFilterTable = {"filter", HostKind::kFilter, FindFilter, FilterNames,
                                Code::kUnknownFilter};
constexpr Table kTestTable = {"test", HostKind::kTest, FindTest, TestNames, Code::kUnknownTest};

Named FailUnknown(CallContext& cx, const Value& name, const Table& table) {
  const std::string message = "there is no " + std::string(table.what) + " ";
  if (name.is_written()) {
    cx.Fail(table.unknown, message + Quoted(name.as_string()),
            SuggestNearest(name.as_string(), table.names()));
  } else {
    cx.Fail(table.unknown, message + "called " + DescribeValue(name));
  }
  return {};
}

// The filter or test that the argument `name` names; none of the two after failing.
Named FindNamed(CallContext& cx, const Value& name, const Table& table) {
  if (cx.nested >= kMaxNested) {
    cx.Fail(Code::kLimitDepth, "filters that call filters are nested deeper than 16");
    return {};
  }
  if (name.is_undefined() && cx.PolicyFor(name) == UndefinedPolicy::kStrict) {
    cx.FailUndefined(name);
    return {};
  }
  if (!name.is_string()) return FailUnknown(cx, name, table);
  if (cx.host && cx.host->Has(table.kind, name.as_string())) {
    return {nullptr, table.kind, name.as_string()};
  }
  const Builtin* found = table.find(name.as_string());
  return found ? Named{found, table.kind, {}} : FailUnknown(cx, name, table);
}

// Calls `visit` for each item of the operand until something fails.  Nothing is
// asked of an operand that is empty.
template <class Visit>
void ForEach(CallContext& cx, const LazySource& source, Visit visit) {
  for (const Value& item : source.items) {
    if (cx.stopped() || !cx.meter().Step()) return;
    visit(item);
  }
}

// Room for as many items as the source has, filled from the front.
class Results {
 public:
  Results(CallContext& cx, size_t capacity) : items_(cx.heap().NewItems(capacity)) {}

  void Add(CallContext& cx, const Value& item) {
    if (!cx.stopped()) items_[size_++] = item;
  }
  std::span<const Value> items() const { return {items_, size_}; }

 private:
  Value* items_;
  size_t size_ = 0;
};

void MapAttribute(CallContext& cx, const LazySource& source, const Value& keywords,
                  Results* results) {
  const AttributePath path(cx, *FindItem(keywords, "attribute"));
  const Value* fallback = FindItem(keywords, "default");
  if (keywords.size() > 1 + size_t{fallback != nullptr}) {
    cx.FailType("`map` takes `attribute` and `default`, and no other keyword argument with them");
  }
  ForEach(cx, source, [&](const Value& item) {
    results->Add(cx, path.Get(cx, item, fallback ? *fallback : Value::None()));
  });
}

void MapFilter(CallContext& cx, const LazySource& source, const Arguments& args, Results* results) {
  if (args.positional.empty()) {
    cx.FailType("`map` lacks the name of a filter");
    return;
  }
  if (source.items.empty()) return;
  const Named filter = FindNamed(cx, args.positional[0], kFilterTable);
  if (cx.stopped()) return;
  BoundCall call(cx, filter, args.positional.subspan(1), args.keywords);
  ForEach(cx, source, [&](const Value& item) { results->Add(cx, call.Call(cx, item)); });
}

Value Map(CallContext& cx, std::span<const Value> all) {
  if (!Truth(cx, all[0])) return FinishLazily(cx, {}, LazySource(), "<generator object do_map>");
  const Arguments args(all);
  const LazySource source = IterateLazily(cx, all[0]);
  Results results(cx, source.items.size());
  if (args.positional.empty() && FindItem(args.keywords, "attribute")) {
    MapAttribute(cx, source, args.keywords, &results);
  } else {
    MapFilter(cx, source, args, &results);
  }
  return FinishLazily(cx, results.items(), source, "<generator object do_map>");
}

// Keeps the items for which `test` gives `wanted`.
template <class Test>
void Keep(CallContext& cx, const LazySource& source, bool wanted, Results* results, Test test) {
  ForEach(cx, source, [&](const Value& item) {
    if (test(item) == wanted) results->Add(cx, item);
  });
}

// `rest` are the name of a test and its arguments; without, truth is the test.
void SelectItems(CallContext& cx, const LazySource& source, const AttributePath& path,
                 std::span<const Value> rest, const Value& keywords, bool wanted,
                 Results* results) {
  if (rest.empty()) {
    return Keep(cx, source, wanted, results,
                [&](const Value& item) { return Truth(cx, path.Get(cx, item)); });
  }
  if (source.items.empty()) return;
  const Named test = FindNamed(cx, rest[0], kTestTable);
  if (cx.stopped()) return;
  BoundCall call(cx, test, rest.subspan(1), keywords);
  Keep(cx, source, wanted, results,
       [&](const Value& item) { return Truth(cx, call.Call(cx, path.Get(cx, item))); });
}

Value Select(CallContext& cx, std::span<const Value> all, bool wanted, bool by_attribute) {
  if (!Truth(cx, all[0]))
    return FinishLazily(cx, {}, LazySource(), "<generator object select_or_reject>");
  const Arguments args(all);
  const LazySource source = IterateLazily(cx, all[0]);
  Results results(cx, source.items.size());
  if (by_attribute && args.positional.empty()) {
    cx.FailType("the name of an attribute is missing");
  } else {
    const AttributePath path =
        by_attribute ? AttributePath(cx, args.positional[0]) : AttributePath();
    SelectItems(cx, source, path, args.positional.subspan(by_attribute), args.keywords, wanted,
                &results);
  }
  return FinishLazily(cx, results.items(), source, "<generator object select_or_reject>");
}

Value SelectFilter(CallContext& cx, std::span<const Value> args) {
  return Select(cx, args, true, false);
}

Value SelectAttrFilter(CallContext& cx, std::span<const Value> args) {
  return Select(cx, args, true, true);
}

Value RejectFilter(CallContext& cx, std::span<const Value> args) {
  return Select(cx, args, false, false);
}

Value RejectAttrFilter(CallContext& cx, std::span<const Value> args) {
  return Select(cx, args, false, true);
}

// All of them take any arguments and sort them out themselves.
constexpr Builtin kFilters[] = {
    {"map", Map, {}, true, true},
    {"reject", RejectFilter, {}, true, true},
    {"rejectattr", RejectAttrFilter, {}, true, true},
    {"select", SelectFilter, {}, true, true},
    {"selectattr", SelectAttrFilter, {}, true, true},
};

}  // namespace

std::span<const Builtin> SelectionFilters() noexcept { return kFilters; }

}  // namespace galley
