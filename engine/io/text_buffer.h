#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Receives the next piece of an output; false if it can accept no more.
using TextSink = std::function<bool(std::string_view)>;

/// Collects text, so that a sink is not called for every op.
///
/// Cost  about ten thousand bytes of memory
class TextBuffer {
public:
    explicit TextBuffer(const TextSink& sink) : m_sink(sink) {}

    TextBuffer& operator<<(std::string_view text) { return m_text += text, *this; }
    TextBuffer& operator<<(long long number) { return *this << std::string_view(std::to_string(number)); }
    TextBuffer& operator<<(int number) { return *this << static_cast<long long>(number); }

    /// Passes on the collected text, if there is much of it or with `all`; false once the sink has refused.
    bool pass(bool all = false) {
        constexpr std::size_t kMuch = 1 << 16;
        if (m_isOpen && (all || m_text.size() >= kMuch)) {
            m_isOpen = m_sink(m_text);
            m_text.clear();
        }
        return m_isOpen;
    }

private:
    const TextSink& m_sink;
    std::string m_text;
    bool m_isOpen = true;
};

}  // namespace bubblescope
