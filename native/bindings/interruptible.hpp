#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>

namespace saizen {

// Runs `task(cancelled)` on a native thread; the caller waits without the GIL and answers signals.
template <typename Task>
auto run_interruptible(Task task) {
    constexpr std::chrono::milliseconds slice{20};
    std::atomic<bool> cancelled{false};
    auto result = std::async(std::launch::async, [&] { return task(cancelled); });
    const auto wait = [&] {
        const nanobind::gil_scoped_release release;
        return result.wait_for(slice);
    };
    while (wait() != std::future_status::ready) {
        if (PyErr_CheckSignals() != 0) {
            cancelled = true;  // and the future's destructor waits for the thread
            throw nanobind::python_error();
        }
    }
    return result.get();
}

}  // namespace saizen
