#include <nanobind/nanobind.h>

#include <cstring>

namespace nb = nanobind;

namespace {

// Whether this processor and its operating system offer a feature, asked one by one.
bool offers(const char* feature) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const auto asked = [feature](const char* name) { return std::strcmp(feature, name) == 0; };
    // The compiler wants each name written out.
    if (asked("avx2")) return __builtin_cpu_supports("avx2") != 0;
    if (asked("bmi")) return __builtin_cpu_supports("bmi") != 0;
    if (asked("bmi2")) return __builtin_cpu_supports("bmi2") != 0;
    if (asked("fma")) return __builtin_cpu_supports("fma") != 0;
    if (asked("lzcnt")) return __builtin_cpu_supports("lzcnt") != 0;
    if (asked("popcnt")) return __builtin_cpu_supports("popcnt") != 0;
    if (asked("avx512f")) return __builtin_cpu_supports("avx512f") != 0;
    if (asked("avx512bw")) return __builtin_cpu_supports("avx512bw") != 0;
    if (asked("avx512cd")) return __builtin_cpu_supports("avx512cd") != 0;
    if (asked("avx512dq")) return __builtin_cpu_supports("avx512dq") != 0;
    if (asked("avx512vl")) return __builtin_cpu_supports("avx512vl") != 0;
#else
    static_cast<void>(feature);
#endif
    return false;
}

}  // namespace

// The one module that every processor can run: it tells which of the others this one can.
NB_MODULE(cpu, module) {
    module.doc() = "What this processor can do.";
    module.def("offers", &offers, nb::arg("feature"), "Tell whether this processor offers a feature such as 'avx2'.");
}
