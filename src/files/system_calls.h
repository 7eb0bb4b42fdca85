// What the files of the system are reached with where POSIX does not say how, or where a
// system has only a part of POSIX.  One source for each system implements it; all other
// sources of this folder are the same everywhere.
//
// Functions that return a number return what the call of the system does: -1 with errno
// set where it failed, ENOSYS where the system has no such call.
#ifndef GALLEY_FILES_SYSTEM_CALLS_H_
#define GALLEY_FILES_SYSTEM_CALLS_H_

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace galley::system_calls {

// The flag that opens a name for its place alone, neither for reading nor for writing.
extern const int kPlaceOnly;
// Whether that opens a link itself.
extern const bool kPlaceMayBeLink;

// Opens what `path` leads to from `root` on, and never outside.
int OpenBeneath(int root, const char* path, int flags) noexcept;
// The absolute path of an open directory, or nothing.
std::string PathOf(int directory);
// `path` made absolute and without links; nothing, and errno, where it leads nowhere.
std::string RealPath(const std::string& path);

int RenameWithoutReplacing(int directory, const char* from, const char* to) noexcept;
// Gives a file the permissions of another.
int SetMode(int file, mode_t mode) noexcept;
// Brings all of the file system that holds `file` to the disk.
int SyncFileSystem(int file) noexcept;
bool IsOnReadOnlyDisk(const std::string& path) noexcept;
// Waits until nobody else holds the file.
int Lock(int file) noexcept;
// A number that no other process has.
long ProcessNumber() noexcept;

// The name that the system knows the user by; nothing where it knows none.
std::string UserName();

// The bytes of a file, at least one, to be given back to Unmap; null where it failed.
const char* Map(int file, size_t size) noexcept;
void Unmap(const char* bytes, size_t size) noexcept;

}  // namespace galley::system_calls

#endif  // GALLEY_FILES_SYSTEM_CALLS_H_
