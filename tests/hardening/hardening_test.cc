// The command as it is shipped is built with what SECURITY.md lists: read from its ELF
// file, so that a flag which gets lost on its way is missed.
#include <elf.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace galley::testing {
namespace {

class ElfFile {
 public:
  explicit ElfFile(const char* path) {
    std::ifstream in(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
  }

  Elf64_Ehdr header() const { return At<Elf64_Ehdr>(0); }

  std::optional<Elf64_Phdr> Segment(uint32_t type) const {
    for (size_t at = 0; at < header().e_phnum; ++at) {
      const auto segment = At<Elf64_Phdr>(header().e_phoff + at * sizeof(Elf64_Phdr));
      if (segment.p_type == type) return segment;
    }
    return std::nullopt;
  }

  // The value of an entry for the loader; 0 where there is none.
  uint64_t Dynamic(int64_t tag) const {
    const auto segment = Segment(PT_DYNAMIC);
    for (uint64_t at = 0; segment && at < segment->p_filesz; at += sizeof(Elf64_Dyn)) {
      const auto entry = At<Elf64_Dyn>(segment->p_offset + at);
      if (entry.d_tag == tag) return entry.d_un.d_val;
    }
    return 0;
  }

  // The functions that it takes from libraries.
  std::set<std::string> Imports() const {
    std::set<std::string> names;
    for (size_t at = 0; at < header().e_shnum; ++at) {
      const auto section = SectionAt(at);
      if (section.sh_type != SHT_DYNSYM) continue;
      const auto strings = SectionAt(section.sh_link);
      for (uint64_t symbol = 0; symbol < section.sh_size; symbol += sizeof(Elf64_Sym)) {
        const auto read = At<Elf64_Sym>(section.sh_offset + symbol);
        if (read.st_shndx == SHN_UNDEF) names.emplace(&bytes_[strings.sh_offset + read.st_name]);
      }
    }
    return names;
  }

  // How many places of its code an indirect jump may lead to.
  size_t CountLandings() const {
    constexpr std::string_view kEndbr64 = "\xF3\x0F\x1E\xFA";
    const std::string_view all(bytes_.data(), bytes_.size());
    size_t count = 0;
    for (size_t at = 0; (at = all.find(kEndbr64, at)) != all.npos; ++at) ++count;
    return count;
  }

 private:
  template <class T>
  T At(uint64_t offset) const {
    T read{};
    if (offset + sizeof(T) > bytes_.size()) {
      ADD_FAILURE() << "the file ends before byte " << offset;
      return read;
    }
    std::memcpy(&read, &bytes_[offset], sizeof(T));
    return read;
  }
  Elf64_Shdr SectionAt(size_t index) const {
    return At<Elf64_Shdr>(header().e_shoff + index * sizeof(Elf64_Shdr));
  }

  std::vector<char> bytes_;
};

class HardeningTest : public ::testing::Test {
 protected:
  const ElfFile file_{GALLEY_COMMAND};
};

TEST_F(HardeningTest, IsLoadedAnywhere) { EXPECT_EQ(file_.header().e_type, ET_DYN); }

TEST_F(HardeningTest, ItsStackHoldsNoCode) {
  ASSERT_TRUE(file_.Segment(PT_GNU_STACK));
  EXPECT_EQ(file_.Segment(PT_GNU_STACK)->p_flags & PF_X, 0u);
}

TEST_F(HardeningTest, WhatTheLoaderWroteStaysAsItIs) {
  EXPECT_TRUE(file_.Segment(PT_GNU_RELRO));
  EXPECT_TRUE((file_.Dynamic(DT_FLAGS) & DF_BIND_NOW) || (file_.Dynamic(DT_FLAGS_1) & DF_1_NOW));
}

TEST_F(HardeningTest, ReturnsAreGuarded) {
  EXPECT_TRUE(file_.Imports().contains("__stack_chk_fail"));
}

// With _FORTIFY_SOURCE calls of the C library become those that know the room there is.
TEST_F(HardeningTest, CallsOfTheLibraryKnowTheirRoom) {
  const std::set<std::string> imports = file_.Imports();
  EXPECT_TRUE(imports.contains("__memcpy_chk") || imports.contains("__snprintf_chk"));
}

TEST_F(HardeningTest, JumpsLandWhereTheyMay) {
#ifdef __x86_64__
  // The mark of the whole file is the system's to give: its own start files lack it.
  EXPECT_GT(file_.CountLandings(), 1000u);
#else
  GTEST_SKIP() << "other processors have other means";
#endif
}

}  // namespace
}  // namespace galley::testing
