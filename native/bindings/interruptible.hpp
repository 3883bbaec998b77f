#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>

namespace saizen {

// Runs `task` on a native thread. The caller waits without the GIL and, a few times a second, answers signals and
// calls `poll`; when either asks for an end, `cancel` is called and the task is awaited.
template <typename Task, typename Cancel, typename Poll>
auto run_interruptible(Task task, Cancel cancel, Poll poll) {
    constexpr std::chrono::milliseconds slice{20};
    auto result = std::async(std::launch::async, task);
    const auto wait = [&] {
        const nanobind::gil_scoped_release release;
        return result.wait_for(slice);
    };
    const auto finish = [&] {
        cancel();
        const nanobind::gil_scoped_release release;
        result.wait();
    };
    while (wait() != std::future_status::ready) {
        if (PyErr_CheckSignals() != 0) {
            finish();
            throw nanobind::python_error();
        }
        try {
            if (poll()) {
                finish();
            }
        } catch (...) {
            finish();
            throw;
        }
    }
    return result.get();
}

}  // namespace saizen
