// Diagnostics as JSON.  The order of keys is part of the format; what is empty is left out.
#include "base/json_text.h"
#include "base/writer.h"
#include "diag/display.h"
#include "galley/diagnostic.h"

namespace galley {
namespace {

void AppendString(std::string_view text, Writer* out) {
  AppendJsonString(ToValidUtf8(text), {}, out);
}

void AppendField(std::string_view name, std::string_view text, Writer* out) {
  out->Append(name);
  AppendString(text, out);
}

void AppendPosition(const Position& position, Writer* out) {
  out->Append("{\"line\":" + std::to_string(position.line) +
              ",\"column\":" + std::to_string(position.column) +
              ",\"offset\":" + std::to_string(position.offset) + "}");
}

void AppendRange(const Range& range, Writer* out) {
  out->Append(",\"range\":{\"start\":");
  AppendPosition(range.start, out);
  out->Append(",\"end\":");
  AppendPosition(range.end, out);
  out->Append('}');
}

void AppendNotes(const std::vector<std::string>& notes, Writer* out) {
  out->Append(",\"notes\":[");
  for (size_t at = 0; at < notes.size(); ++at) {
    if (at > 0) out->Append(',');
    AppendString(notes[at], out);
  }
  out->Append(']');
}

void AppendDetails(const std::vector<Detail>& details, Writer* out) {
  for (const Detail& detail : details) {
    out->Append(",\"");
    out->Append(detail.name);
    out->Append("\":");
    if (detail.is_number) {
      out->Append(detail.text);
    } else {
      AppendString(detail.text, out);
    }
  }
}

}  // namespace

std::string FormatJson(const Diagnostic& diagnostic) {
  BufferWriter out;
  AppendField("{\"code\":", diagnostic.code, &out);
  const bool is_error = diagnostic.severity == Severity::kError;
  out.Append(is_error ? ",\"severity\":\"error\"" : ",\"severity\":\"warning\"");
  AppendField(",\"message\":", diagnostic.message, &out);
  if (!diagnostic.file.empty()) AppendField(",\"file\":", diagnostic.file, &out);
  if (diagnostic.range.start.line > 0) AppendRange(diagnostic.range, &out);
  if (!diagnostic.notes.empty()) AppendNotes(diagnostic.notes, &out);
  if (!diagnostic.hint.empty()) AppendField(",\"hint\":", diagnostic.hint, &out);
  AppendDetails(diagnostic.details, &out);
  out.Append('}');
  return out.ToString();
}

}  // namespace galley
