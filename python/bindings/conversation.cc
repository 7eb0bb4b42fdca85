// Everything is read from the conversation when somebody asks for it; what is made for Python is a
// copy, and outlives the conversation.
#include "conversation.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <string>
#include <utility>

#include "errors.h"
#include "value_reader.h"

namespace galley::python {
namespace {

namespace nb = nanobind;

nb::object Object(Ref made) { return nb::steal(OrThrow(std::move(made)).Release()); }

// What a provider takes, a dict, a list or a text, and what it cannot say.
std::pair<nb::object, nb::object> ToRequest(const ConversationHandle& self,
                                            const std::string& provider) {
  const Request request = ValueOf(self.conversation->ToRequest(provider));
  const Json body = request.body();
  nb::object made = Object(body.is_null() ? NewText(request.ToText()) : ToPython(body));
  return {std::move(made), Object(NewDiagnostics(request.warnings()))};
}

}  // namespace

void DefineConversation(nb::module_& module) {
  nb::class_<ConversationHandle>(module, "Conversation")
      .def("to_request", &ToRequest, nb::arg("provider"),
           nb::sig("def to_request(self, provider: str) -> "
                   "tuple[typing.Any, list[typing.Any]]"))
      .def_prop_ro("tokens",
                   [](const ConversationHandle& self) { return self.conversation->tokens(); })
      .def_prop_ro("estimator",
                   [](const ConversationHandle& self) {
                     return std::string(self.conversation->estimator());
                   })
      .def(
          "ledger",
          [](const ConversationHandle& self) {
            return Object(ToPython(self.conversation->ledger()));
          },
          nb::sig("def ledger(self) -> typing.Any"))
      .def(
          "response_format",
          [](const ConversationHandle& self) {
            return Object(ToPython(self.conversation->response_format()));
          },
          nb::sig("def response_format(self) -> typing.Any"))
      .def(
          "list_warnings",
          [](const ConversationHandle& self) {
            return Object(NewDiagnostics(self.conversation->warnings()));
          },
          nb::sig("def list_warnings(self) -> list[typing.Any]"));
}

}  // namespace galley::python
