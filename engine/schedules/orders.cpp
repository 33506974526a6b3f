// Orders that somebody brings: what each device runs, op by op.
//
// Source   the file itself; PyTorch's CSV of orders is read into one (engine/io/order_csv)
// Shape    a text a device in the notation of engine/schedules/order_text; v = stages / D
// Refuses  what programOf() does; sizes of the workload that are not those of the texts. Orders that never end are
//          deadlocks, as everywhere

#include "engine/model/scenario.h"
#include "engine/schedules/order_text.h"
#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr Parameter kText[] = {{.key = {}, .type = ParameterType::Text}};
constexpr Parameter kParameters[] = {
    {
        .key = "orders",
        .type = ParameterType::List,
        .meaning = "what each device runs, a text each: a stage, F, B, I or W, and a microbatch, such as \"0F0 0F1 "
                   "(0F2;0B0) 0B1 0B2\", where the two in brackets run as one",
        .parts = kText,
        .needed = "\"orders\" has a text for each device, such as [\"0F0 0B0\"]",
    },
    {
        .key = "stages",
        .meaning = "stages of the model; without it the highest that the texts name, and one more",
        .least = 1,
        .most = static_cast<double>(kMaxDevices) * kMaxChunks,
    },
};

std::vector<std::string> textsIn(const std::vector<NamedValue>& values) {
    std::vector<std::string> texts;
    if (const auto list = valueNamed(values, "orders"))
        for (const ParameterValue& text : std::get<ParameterValue::List>(list->held))
            texts.push_back(std::get<std::string>(text.held));
    return texts;
}

int stagesIn(const std::vector<NamedValue>& values, int named) {
    const auto given = valueNamed(values, "stages");
    return std::max(named, given ? std::get<int>(given->held) : 1);
}

Error at(Error error) {
    error.field = "orders" + error.field;
    return error;
}

Result<void> check(const ScheduleEntry& entry) {
    const std::vector<std::string> texts = textsIn(entry.values);
    if (texts.empty()) return at({"needs a text for each device, has none", {}});
    if (texts.size() > static_cast<std::size_t>(kMaxDevices))
        return at(
            {"has texts for " + std::to_string(texts.size()) + " devices, the limit is " + std::to_string(kMaxDevices),
             {}});
    const auto orders = readOrders(texts);
    return orders ? Result<void>() : at(orders.error());
}

int chunksBy(const std::vector<NamedValue>& values) {
    const std::vector<std::string> texts = textsIn(values);
    const int devices = std::max(1, static_cast<int>(texts.size()));
    return std::clamp(stagesIn(values, stagesNamed(texts)) / devices, 1, kMaxChunks);
}

Result<BroughtOrders> ordersIn(const ScheduleInput& in) {
    const std::vector<NamedValue> values(in.values.begin(), in.values.end());
    auto orders = readOrders(textsIn(values));
    if (!orders) return at(orders.error());
    orders->stages = stagesIn(values, orders->stages);
    return orders;
}

/// "has orders of 4 devices, the workload has 8".
Error notOf(int has, std::string_view what, int wanted, std::string_view key) {
    return {"has orders of " + std::to_string(has) + ' ' + std::string(what) + ", the workload has " +
                std::to_string(wanted),
            std::string(key)};
}

Result<void> fits(const ScheduleInput& in) {
    const auto orders = ordersIn(in);
    if (!orders) return orders.error();
    const int devices = static_cast<int>(orders->lanes.size());
    if (in.devices != devices) return notOf(devices, "devices", in.devices, "devices");
    if (in.microbatches != orders->microbatches)
        return notOf(orders->microbatches, "microbatches", in.microbatches, "microbatches");
    return {};
}

long long ops(const ScheduleInput& in) {
    const auto orders = ordersIn(in);
    return orders ? orders->ops() : 0;
}

Result<Program> generate(const ScheduleInput& in) {
    const auto orders = ordersIn(in);
    if (!orders) return orders.error();
    auto program = programOf(*orders, orders->stages);
    return program ? std::move(program) : at(program.error());
}

}  // namespace

const ScheduleKind kOrders = {
    .id = "orders",
    .title = "Orders",
    .source = "Orders that a file brings",
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
