# The toolchain of the preset `wasm`: Debian's clang 19 with its libc++ for wasm32, which
# has neither exceptions nor threads.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# What every engine has had since 2021.
set(features "-mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals")
set(CMAKE_C_FLAGS_INIT "${features}")
set(CMAKE_CXX_FLAGS_INIT "${features} -fno-exceptions -fno-rtti")
