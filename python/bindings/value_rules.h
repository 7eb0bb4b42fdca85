// ValueRules: what becomes of objects that are not of Python's own types of data.
//
// The rules are a mapping from a type to what is done with its objects, written in Python
// (galley/_values.py), which finds out about a type when it first meets one.
#ifndef GALLEY_PYTHON_VALUE_RULES_H_
#define GALLEY_PYTHON_VALUE_RULES_H_

namespace galley::python {

// What a rule that is a number means; any other is a function from the object to what stands
// for it.  `_values.py` has the same list.
enum class Rule : long {
  kRefuse = 0,
  kText = 1,
  kMarkup = 2,
  kInt = 3,
  kFloat = 4,
  kNamedTuple = 5,
  kFunction = 6,
  kObject = 7,
  kUndefined = 8,
};

}  // namespace galley::python

#endif  // GALLEY_PYTHON_VALUE_RULES_H_
