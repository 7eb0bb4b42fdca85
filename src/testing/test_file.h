// Test files: `NAME.test.yaml` beside the templates, cases with what they expect.
// docs/testing.md describes the format.
#ifndef GALLEY_TESTING_TEST_FILE_H_
#define GALLEY_TESTING_TEST_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/fields.h"
#include "diag/source.h"
#include "discover/catalog.h"
#include "format/tree.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::testing {

// What a case is rendered with; a case inherits from its file what it does not say.
struct TestInputs {
  NodeId context = kNoNode;  // a map, or the path of a file
  NodeId budget = kNoNode;
  NodeId injections = kNoNode;  // a list, or the path of a file
  NodeId squash = kNoNode;
  NodeId strict = kNoNode;
  NodeId model = kNoNode;
  NodeId tokenizer = kNoNode;
};

// Nodes of the document; kNoNode where a part is not expected.
struct Expectation {
  NodeId all = kNoNode;  // the map
  NodeId messages = kNoNode;
  NodeId tokens = kNoNode;
  NodeId ledger = kNoNode;
  NodeId dropped = kNoNode;   // a number, or a list of records
  NodeId warnings = kNoNode;  // codes
  NodeId text = kNoNode;
  NodeId error = kNoNode;
};

struct TestCase {
  std::string name;
  NodeId node = kNoNode;
  TestInputs inputs;
  Expectation expect;
};

struct TestFile {
  const Entry* entry = nullptr;  // of the catalog of tests
  std::string name;              // as messages call the file
  std::string text;
  std::optional<Tree> tree;
  std::string template_name;
  NodeId template_node = kNoNode;  // where the file names it itself
  TestInputs inputs;
  std::vector<TestCase> cases;

  Source source() const { return Source(name, text); }
};

// Reads a file of `tests`.  Warnings are added to `warnings`; fails as LoadDocument does
// and with `schema-violation` for all that is wrong with it.
Result<TestFile> ReadTestFile(const Catalog& tests, const Entry& entry, const Limits& limits,
                              std::vector<Diagnostic>* warnings);
// The same for a text at hand.
Result<TestFile> ReadTestText(const Entry& entry, std::string name, std::string text,
                              const Limits& limits, std::vector<Diagnostic>* warnings);

}  // namespace galley::testing

#endif  // GALLEY_TESTING_TEST_FILE_H_
