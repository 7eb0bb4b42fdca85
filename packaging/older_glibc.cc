// Two functions that the runtime of g++ 12 takes from glibc and that glibc 2.34 does not have.
// A program that holds them itself runs there, too.
//
// They do what glibc's do: tests/packaging throws and draws random numbers with them.
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

struct Search {
  uintptr_t pc;
  dl_find_object* found;
};

// Whether `pc` is in an object, and where the tables lie that tell how to leave its functions.
int LookAt(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  uintptr_t start = UINTPTR_MAX;
  uintptr_t end = 0;
  uintptr_t tables = 0;
  bool holds_it = false;
  for (int at = 0; at < info->dlpi_phnum; ++at) {
    const ElfW(Phdr)& part = info->dlpi_phdr[at];
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) tables = begin;
    if (part.p_type != PT_LOAD) continue;
    if (begin < start) start = begin;
    if (begin + part.p_memsz > end) end = begin + part.p_memsz;
    holds_it = holds_it || (search->pc >= begin && search->pc < begin + part.p_memsz);
  }
  if (!holds_it || tables == 0) return 0;
  *search->found = {};
  search->found->dlfo_map_start = reinterpret_cast<void*>(start);
  search->found->dlfo_map_end = reinterpret_cast<void*>(end);
  search->found->dlfo_eh_frame = reinterpret_cast<void*>(tables);
  return 1;
}

}  // namespace

// Of glibc 2.35, for the unwinder.
extern "C" __attribute__((visibility("hidden"))) int _dl_find_object(void* pc,
                                                                     dl_find_object* result) noexcept {
  Search search{reinterpret_cast<uintptr_t>(pc), result};
  return dl_iterate_phdr(LookAt, &search) == 1 ? 0 : -1;
}

// Of glibc 2.36, for std::random_device.
extern "C" __attribute__((visibility("hidden"))) uint32_t arc4random() noexcept {
  uint32_t number = 0;
  while (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
  }
  return number;
}
