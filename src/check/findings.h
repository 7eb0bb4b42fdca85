// Findings: the diagnostics of a check, as records and as reports for people and
// for the programs that collect them.
#ifndef GALLEY_CHECK_FINDINGS_H_
#define GALLEY_CHECK_FINDINGS_H_

#include <span>
#include <string>

#include "galley/diagnostic.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::check {

// {start: {line, column, offset}, end}, as in diagnostics.
Value NewRange(Heap* heap, const Range& range);

// {code, severity, message, file?, range?, notes?, hint?}, as FormatJson prints it.
Value NewDiagnosticRecord(Heap* heap, const Diagnostic& diagnostic);

// One line a finding, as GitHub's runner turns into annotations.
std::string PrintForGitHub(std::span<const Diagnostic> findings);

// A log of the Static Analysis Results Interchange Format, version 2.1.0.
std::string PrintSarif(std::span<const Diagnostic> findings, Heap* heap);

}  // namespace galley::check

#endif  // GALLEY_CHECK_FINDINGS_H_
