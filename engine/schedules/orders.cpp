// Orders from a file: what each device runs, op by op.
//
// Source   the file itself; PyTorch's CSV of orders is converted to such a file (engine/io/order_csv)
// Shape    one text per device in the notation of engine/schedules/order_text; v = stages / D
// Refuses  what programOf() refuses, and a workload whose sizes differ from those of the texts. Orders that never
//          finish are deadlocks, as everywhere

#include "engine/scenario/scenario.h"
#include "engine/schedules/order_text.h"
#include "engine/schedules/schedule.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace bubblescope {

namespace {

constexpr Parameter kText[] = {{.key = {}, .type = ParameterType::Text}};
constexpr Parameter kParameters[] = {
    {
        .key = "orders",
        .type = ParameterType::List,
        .meaning = "what each device runs, one text per device. An op is a stage, F, B, I or W, and a microbatch: "
                   "\"0F0 0F1 (0F2;0B0) 0B1 0B2\". The two ops in parentheses run as one",
        .parts = kText,
        .needed = "\"orders\" needs one text per device, e.g. [\"0F0 0B0\"]",
    },
    {
        .key = "stages",
        .meaning = "number of stages of the model; default: the highest stage in the texts plus one",
        .least = 1,
        .most = static_cast<double>(kMaxDevices) * kMaxChunks,
    },
};

using Texts = ParameterValue::List;
using ReadTexts = std::shared_ptr<const Result<BroughtOrders>>;

/// The results of reading texts. A run asks for them several times, and so does the next run, so the last ones are
/// kept.
///
/// Thread  any
class LastRead {
public:
    ReadTexts read(const Texts& texts) {
        if (ReadTexts known = find(texts)) return known;
        std::vector<std::string> words;
        for (const ParameterValue& text : texts) words.push_back(std::get<std::string>(text.held));
        auto read = std::make_shared<const Result<BroughtOrders>>(readOrders(words));
        const std::lock_guard lock(m_mutex);
        m_kept.insert(m_kept.begin(), {texts, read});
        if (m_kept.size() > kMostKept) m_kept.pop_back();
        return read;
    }

private:
    static constexpr std::size_t kMostKept = 2;
    struct Kept {
        Texts texts;
        ReadTexts read;
    };

    ReadTexts find(const Texts& texts) {
        const std::lock_guard lock(m_mutex);
        for (auto one = m_kept.begin(); one != m_kept.end(); ++one)
            if (one->texts == texts) {
                std::rotate(m_kept.begin(), one, one + 1);
                return m_kept.front().read;
            }
        return nullptr;
    }

    std::mutex m_mutex;
    std::vector<Kept> m_kept;  // most recent first
};

ReadTexts readTexts(const Texts& texts) {
    static LastRead last;
    return last.read(texts);
}

const Texts& textsIn(std::span<const NamedValue> values) {
    static const Texts none;
    for (const NamedValue& value : values)
        if (value.name == "orders") return std::get<Texts>(value.value.held);
    return none;
}

/// The number of stages of a model if the highest stage in its orders is `named` - 1.
int stagesIn(std::span<const NamedValue> values, int named) {
    for (const NamedValue& value : values)
        if (value.name == "stages") return std::max(named, std::get<int>(value.value.held));
    return std::max(named, 1);
}

Error at(Error error) {
    error.field = "orders" + error.field;
    return error;
}

Result<void> check(const ScheduleEntry& entry) {
    const Texts& texts = textsIn(entry.values);
    if (texts.empty()) return at({"needs one text per device, has none", {}});
    if (texts.size() > static_cast<std::size_t>(kMaxDevices))
        return at({std::to_string(texts.size()) + " devices exceed the limit of " + std::to_string(kMaxDevices), {}});
    const ReadTexts orders = readTexts(texts);
    return *orders ? Result<void>() : at(orders->error());
}

int chunksBy(const std::vector<NamedValue>& values) {
    const Texts& texts = textsIn(values);
    const int devices = std::max(1, static_cast<int>(texts.size()));
    const ReadTexts orders = readTexts(texts);
    const int named = *orders ? (*orders)->stages : 1;  // texts that cannot be read are refused elsewhere
    return std::clamp(stagesIn(values, named) / devices, 1, kMaxChunks);
}

/// "order is for 4 devices, workload has 8".
Error notOf(int has, std::string_view what, int wanted, std::string_view key) {
    return {"order is for " + std::to_string(has) + ' ' + std::string(what) + (has == 1 ? "" : "s") +
                ", workload has " + std::to_string(wanted),
            std::string(key)};
}

Result<void> fits(const ScheduleInput& in) {
    const ReadTexts orders = readTexts(textsIn(in.values));
    if (!*orders) return at(orders->error());
    const int devices = static_cast<int>((*orders)->lanes.size());
    if (in.devices != devices) return notOf(devices, "device", in.devices, "devices");
    if (in.microbatches != (*orders)->microbatches)
        return notOf((*orders)->microbatches, "microbatch", in.microbatches, "microbatches");
    return {};
}

long long ops(const ScheduleInput& in) {
    const ReadTexts orders = readTexts(textsIn(in.values));
    return *orders ? (*orders)->ops() : 0;
}

Result<Program> generate(const ScheduleInput& in) {
    const ReadTexts orders = readTexts(textsIn(in.values));
    if (!*orders) return at(orders->error());
    auto program = programOf(**orders, stagesIn(in.values, (*orders)->stages));
    return program ? std::move(program) : at(program.error());
}

}  // namespace

const ScheduleKind kOrders = {
    .id = "orders",
    .title = "Orders",
    .source = "Orders given in a file",
    .color = 5,
    .parameters = kParameters,
    .check = check,
    .splitsBackward = true,
    .runsPairs = true,
    .chunksBy = chunksBy,
    .fits = fits,
    .ops = ops,
    .generate = generate,
};

}  // namespace bubblescope
