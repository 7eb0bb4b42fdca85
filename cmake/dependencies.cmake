# Every dependency is a Debian package; nothing is downloaded.  Each is linked
# by the one folder that uses it; the config file and the .pc file of the
# install name them again for programs that link the static library.
find_package(PkgConfig REQUIRED)
find_package(simdjson REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-16)
pkg_check_modules(sqlite REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(libpq REQUIRED libpq)

if(GALLEY_TESTS)
  find_package(GTest REQUIRED)
endif()
if(GALLEY_BENCH)
  find_package(benchmark REQUIRED)
endif()
