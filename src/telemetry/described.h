// What results say of a render, as attributes of its span.
#ifndef GALLEY_TELEMETRY_DESCRIBED_H_
#define GALLEY_TELEMETRY_DESCRIBED_H_

#include "telemetry/span.h"
#include "value/value.h"

namespace galley::telemetry {

// Of the parameters of an operation that renders: the model, and who is asked.
void DescribeParams(const Value& params, Span* span);

// Of its result: {text?, messages?, request?, usage?, dropped?}.
void DescribeResult(const Value& result, Span* span);

}  // namespace galley::telemetry

#endif  // GALLEY_TELEMETRY_DESCRIBED_H_
