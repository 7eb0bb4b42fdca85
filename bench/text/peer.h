// What a peer of the text or chat benchmark written in C++ does: it reads commands and
// answers with times.  The protocol is described in run.py.
#ifndef GALLEY_BENCH_TEXT_PEER_H_
#define GALLEY_BENCH_TEXT_PEER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace galley::bench {

// One workload, as the generator wrote it.
struct Workload {
  std::string name;
  std::map<std::string, std::string> templates;  // by file name
  std::string json;
  std::string options;          // as written
  bool model_template = false;  // rendered under the huggingface profile
};

class Peer {
 public:
  virtual ~Peer() = default;
  // False if the peer cannot do it; `reason` says why.
  virtual bool Load(const Workload& workload, std::string* reason) = 0;
  virtual bool Render(std::string* out, std::string* reason) = 0;
  // The thing that is timed, `rounds` times.
  virtual void TimeCompile(uint64_t rounds) = 0;
  virtual void TimeParse(uint64_t rounds) = 0;
  virtual void TimeRender(uint64_t rounds) = 0;
};

// Serves `peer` until the end of input; the exit status.
int Serve(Peer* peer);

}  // namespace galley::bench

#endif  // GALLEY_BENCH_TEXT_PEER_H_
