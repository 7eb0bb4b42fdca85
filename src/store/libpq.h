// libpq, which is loaded when the first store in PostgreSQL is opened.
//
// It brings some twenty libraries along.  Linked as others are, they took two thirds of
// the time that the command needs to start.
#ifndef GALLEY_STORE_LIBPQ_H_
#define GALLEY_STORE_LIBPQ_H_

#include <libpq-fe.h>

namespace galley {

#define GALLEY_LIBPQ_FUNCTIONS(FUNCTION) \
  FUNCTION(clear)                        \
  FUNCTION(connectdbParams)              \
  FUNCTION(conninfoFree)                 \
  FUNCTION(conninfoParse)                \
  FUNCTION(consumeInput)                 \
  FUNCTION(errorMessage)                 \
  FUNCTION(exec)                         \
  FUNCTION(execParams)                   \
  FUNCTION(finish)                       \
  FUNCTION(freemem)                      \
  FUNCTION(getResult)                    \
  FUNCTION(getlength)                    \
  FUNCTION(getvalue)                     \
  FUNCTION(isBusy)                       \
  FUNCTION(nfields)                      \
  FUNCTION(notifies)                     \
  FUNCTION(ntuples)                      \
  FUNCTION(prepare)                      \
  FUNCTION(resultErrorField)             \
  FUNCTION(resultStatus)                 \
  FUNCTION(sendQuery)                    \
  FUNCTION(sendQueryPrepared)            \
  FUNCTION(setNoticeReceiver)            \
  FUNCTION(setSingleRowMode)             \
  FUNCTION(socket)                       \
  FUNCTION(status)

// The functions by their names without PQ.
struct Libpq {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member's name has none
#define GALLEY_LIBPQ_MEMBER(name) decltype(&PQ##name) name = nullptr;
  GALLEY_LIBPQ_FUNCTIONS(GALLEY_LIBPQ_MEMBER)
#undef GALLEY_LIBPQ_MEMBER
};

// Null where it is not installed.
const Libpq* LoadLibpq();
// Where LoadLibpq found it before.
inline const Libpq& Pq() { return *LoadLibpq(); }

}  // namespace galley

#endif  // GALLEY_STORE_LIBPQ_H_
