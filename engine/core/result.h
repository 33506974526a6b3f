#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace bubblescope {

/// Why something was refused: one sentence for a person, and the place it is about.
///
/// `field` is a path into the scenario file (`workload.backward[2]`), a file name, an option, or empty.
struct Error {
    std::string message;
    std::string field;

    friend bool operator==(const Error&, const Error&) = default;

    /// "field: message", or only the message if there is no field.
    std::string text() const { return field.empty() ? message : field + ": " + message; }
};

/// The error of a computation that was asked to stop.
inline Error cancelled() { return {"cancelled", {}}; }
inline bool isCancelled(const Error& error) { return error == cancelled(); }

/// A value, or the reason why there is none. Has the interface of std::expected.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() { return assert(has_value()), *std::get_if<0>(&m_state); }
    const T& value() const { return assert(has_value()), *std::get_if<0>(&m_state); }
    const Error& error() const { return assert(!has_value()), *std::get_if<1>(&m_state); }

    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

private:
    std::variant<T, Error> m_state;
};

/// Success, or the reason for the failure.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)), m_failed(true) {}

    bool has_value() const { return !m_failed; }
    explicit operator bool() const { return has_value(); }
    const Error& error() const { return assert(m_failed), m_error; }

private:
    Error m_error;
    bool m_failed = false;
};

}  // namespace bubblescope
