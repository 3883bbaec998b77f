#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace saizen {

// Ends the test run, naming the line, unless `holds`.
inline void check(bool holds, std::source_location where = std::source_location::current()) {
    if (!holds) {
        std::fprintf(stderr, "%s:%u: check failed in %s\n", where.file_name(), where.line(), where.function_name());
        std::exit(1);
    }
}

}  // namespace saizen
