// The types of a table's columns, from the format strings of its schema.
//
// What templates do not read may be of any type; of what they do read every type that
// has no value here is refused by its path, before a row is looked at.
#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "diag/report.h"
#include "rows/column.h"

namespace galley::rows {
namespace {

Diagnostic Unsupported(const Column& column, std::string_view format) {
  return Report(
      Code::kColumnUnsupported,
      "column " + Quoted(column.path) + " has a type that cannot become a value: " + Quoted(format),
      "cast it before rendering, for example to a string");
}

Diagnostic Invalid(std::string what) { return Report(Code::kRowsInvalid, std::move(what)); }

template <class T>
bool ReadNumber(std::string_view text, T* out) noexcept {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return problem == std::errc() && end == text.data() + text.size();
}

void SetType(Column* column, Kind kind, uint8_t width) {
  column->kind = kind;
  column->width = width;
}

// The types of one letter.
bool ReadLetter(char letter, Column* column) {
  constexpr std::string_view kSigned = "csil", kUnsignedOnes = "CSIL", kFloats = "efg";
  if (const size_t at = kSigned.find(letter); at != kSigned.npos) {
    SetType(column, Kind::kInt, static_cast<uint8_t>(1U << at));
  } else if (const size_t big = kUnsignedOnes.find(letter); big != kUnsignedOnes.npos) {
    SetType(column, Kind::kUnsigned, static_cast<uint8_t>(1U << big));
  } else if (const size_t real = kFloats.find(letter); real != kFloats.npos) {
    SetType(column, Kind::kFloat, static_cast<uint8_t>(2U << real));
  } else if (letter == 'n') {
    SetType(column, Kind::kNull, 0);
  } else if (letter == 'b') {
    SetType(column, Kind::kBool, 0);
  } else if (letter == 'u' || letter == 'U') {
    SetType(column, Kind::kText, letter == 'u' ? 4 : 8);
  } else {
    return false;
  }
  return true;
}

// `d:PRECISION,SCALE[,BITS]`
bool ReadDecimal(std::string_view format, Column* column) {
  const size_t comma = format.find(',');
  if (comma == format.npos) return false;
  std::string_view rest = format.substr(comma + 1);
  const size_t second = rest.find(',');
  uint32_t bits = 128;
  if (second != rest.npos) {
    if (!ReadNumber(rest.substr(second + 1), &bits)) return false;
    rest = rest.substr(0, second);
  }
  if (bits != 32 && bits != 64 && bits != 128 && bits != 256) return false;
  SetType(column, Kind::kDecimal, static_cast<uint8_t>(bits / 8));
  return ReadNumber(rest, &column->scale) && column->scale >= -1000 && column->scale <= 1000;
}

// `tdD`, `tdm`, `tss:ZONE` and its like.
bool ReadTemporal(std::string_view format, Column* column) {
  if (format == "tdD" || format == "tdm") {
    SetType(column, Kind::kDate, format == "tdD" ? 4 : 8);
    return true;
  }
  if (format.size() < 4 || !format.starts_with("ts") || format[3] != ':') return false;
  constexpr std::string_view kUnits = "smun";
  const size_t unit = kUnits.find(format[2]);
  if (unit == kUnits.npos) return false;
  SetType(column, Kind::kTimestamp, 8);
  for (size_t i = 0; i < unit; ++i) column->per_second *= 1000;
  column->zone = format.substr(4);
  return true;
}

// False where there is no such type here.
bool ReadFormat(std::string_view format, Column* column) {
  if (format.size() == 1) return ReadLetter(format[0], column);
  if (format == "vu") {
    SetType(column, Kind::kTextView, 16);
  } else if (format == "+l" || format == "+L") {
    SetType(column, Kind::kList, format == "+l" ? 4 : 8);
  } else if (format.starts_with("+w:")) {
    SetType(column, Kind::kFixedList, 0);
    return ReadNumber(format.substr(3), &column->list_size) && column->list_size >= 0;
  } else if (format == "+s") {
    SetType(column, Kind::kStruct, 0);
  } else if (format == "+m") {
    SetType(column, Kind::kMap, 4);
  } else if (format.starts_with("d:")) {
    return ReadDecimal(format.substr(2), column);
  } else {
    return ReadTemporal(format, column);
  }
  return true;
}

class SchemaReader {
 public:
  SchemaReader(const Reads& reads, const Limits& limits) : reads_(reads), limits_(limits) {}

  Result<Table> Read(const ArrowSchema& schema) {
    if (!schema.release || !schema.format) return Invalid("the schema was released");
    if (std::string_view(schema.format) != "+s") {
      return Invalid("rows are a struct of columns; this is an array of another type");
    }
    Add(schema, "", 0);
    TRY(FindFields());
    // Children are added behind the last column, so that those of one parent are neighbours.
    for (size_t at = 0; at < waiting_.size(); ++at) TRY(ReadColumn(at));
    return std::move(table_);
  }

 private:
  struct Waiting {
    const ArrowSchema* schema;
    uint32_t depth;
  };

  void Add(const ArrowSchema& schema, std::string path, uint32_t depth) {
    Column column;
    if (schema.name) column.name = schema.name;
    column.path = std::move(path);
    table_.columns.push_back(std::move(column));
    waiting_.push_back({&schema, depth});
  }

  Result<void> AddChildren(size_t at) {
    const ArrowSchema& schema = *waiting_[at].schema;
    if (schema.n_children < 0 || (schema.n_children > 0 && !schema.children)) {
      return Invalid("the schema has no children where it should");
    }
    table_.columns[at].first_child = static_cast<uint32_t>(table_.columns.size());
    table_.columns[at].child_count = static_cast<uint32_t>(schema.n_children);
    for (int64_t i = 0; i < schema.n_children; ++i) {
      const ArrowSchema* child = schema.children[i];
      if (!child || !child->format) return Invalid("the schema has no children where it should");
      const std::string& parent = table_.columns[at].path;
      const bool is_item = std::string_view(schema.format).starts_with("+l") ||
                           std::string_view(schema.format).starts_with("+L") ||
                           std::string_view(schema.format).starts_with("+w");
      std::string path = parent;
      if (is_item) {
        path += "[]";
      } else {
        if (!path.empty()) path += '.';
        path += child->name ? child->name : "";
      }
      Add(*child, std::move(path), waiting_[at].depth + 1);
    }
    return {};
  }

  // Finds the column of each variable; the others are not looked at again.
  Result<void> FindFields() {
    table_.columns[0].kind = Kind::kStruct;
    TRY(AddChildren(0));
    for (const auto& [variable, from] : reads_.mapping) {
      const uint32_t at = Find(from);
      if (at == 0) return Missing(from);
      if (IsRead(variable)) table_.fields.push_back({variable, at});
    }
    for (uint32_t at = 1; at < table_.columns.size(); ++at) {
      Column& column = table_.columns[at];
      if (IsRead(column.name) && !HasField(column.name)) table_.fields.push_back({column.name, at});
      column.is_used = false;
    }
    for (const Field& field : table_.fields) table_.columns[field.column].is_used = true;
    for (const std::string& name : reads_.required) {
      if (!HasField(name)) return Missing(name);
    }
    return {};
  }

  bool HasField(const std::string& name) const {
    return std::any_of(table_.fields.begin(), table_.fields.end(),
                       [&](const Field& field) { return field.name == name; });
  }
  bool IsRead(const std::string& name) const {
    return !reads_.is_complete ||
           std::find(reads_.names.begin(), reads_.names.end(), name) != reads_.names.end();
  }

  // The column of a row with that name, or 0.
  uint32_t Find(std::string_view name) const {
    const Column& row = table_.columns[0];
    for (uint32_t at = row.first_child; at < row.first_child + row.child_count; ++at) {
      if (table_.columns[at].name == name) return at;
    }
    return 0;
  }

  Diagnostic Missing(std::string_view name) const {
    std::vector<std::string_view> there;
    for (const Column& column : table_.Children(table_.columns[0])) there.push_back(column.path);
    return Report(Code::kColumnMissing, "the rows have no column " + Quoted(name),
                  SuggestNearest(name, there));
  }

  Result<void> ReadColumn(size_t at) {
    if (at == 0 || !table_.columns[at].is_used) return {};
    const auto [schema, depth] = waiting_[at];
    Column column = table_.columns[at];
    const std::string_view format = schema->format;
    if (depth > limits_.nesting) {
      return Report(Code::kLimitNesting,
                    "column " + Quoted(column.path) + " nests deeper than the limit `nesting`");
    }
    if (!ReadFormat(format, &column)) return Unsupported(column, format);
    if (schema->dictionary) {
      if (column.kind != Kind::kInt && column.kind != Kind::kUnsigned) {
        return Invalid("the indices of column " + Quoted(column.path) + " are no integers");
      }
      column.is_signed = column.kind == Kind::kInt;
      column.kind = Kind::kDictionary;
      column.first_child = static_cast<uint32_t>(table_.columns.size());
      column.child_count = 1;
      table_.columns[at] = column;
      if (!schema->dictionary->format) return Invalid("a dictionary has no type");
      Add(*schema->dictionary, column.path, depth + 1);
      return {};
    }
    table_.columns[at] = column;
    TRY(AddChildren(at));
    return CheckChildren(at);
  }

  Result<void> CheckChildren(size_t at) {
    const Column& column = table_.columns[at];
    const bool is_list = column.kind == Kind::kList || column.kind == Kind::kFixedList;
    const bool nests = is_list || column.kind == Kind::kStruct || column.kind == Kind::kMap;
    const bool has_one = is_list || column.kind == Kind::kMap;
    if ((has_one && column.child_count != 1) || (!nests && column.child_count != 0)) {
      return Invalid("column " + Quoted(column.path) +
                     " has another number of children than its type");
    }
    if (column.kind != Kind::kMap) return {};
    const ArrowSchema& entries = *waiting_[column.first_child].schema;
    if (std::string_view(entries.format) != "+s" || entries.n_children != 2 || !entries.children ||
        !entries.children[0] || !entries.children[0]->format) {
      return Invalid("the entries of column " + Quoted(column.path) + " are no pairs");
    }
    const ArrowSchema* key = entries.children[0];
    const std::string_view format = key->dictionary ? "" : key->format;
    if (format != "u" && format != "U" && format != "vu") {
      return Report(Code::kColumnUnsupported,
                    "the keys of column " + Quoted(column.path) + " are no texts");
    }
    return {};
  }

  const Reads& reads_;
  const Limits& limits_;
  Table table_;
  std::vector<Waiting> waiting_;  // the schema of each column
};

}  // namespace

Result<Table> ReadSchema(const ArrowSchema& schema, const Reads& reads, const Limits& limits) {
  return SchemaReader(reads, limits).Read(schema);
}

}  // namespace galley::rows
