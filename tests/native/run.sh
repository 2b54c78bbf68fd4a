#!/usr/bin/env bash
# Builds the native tests under the address and undefined-behaviour sanitizers and runs them.
# Needs cmake, ninja and a C++20 compiler on PATH.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake -S . -B build/native-tests -G Ninja -DDIZHU_TESTS=ON -DDIZHU_STRICT=ON -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build build/native-tests
build/native-tests/native_tests
