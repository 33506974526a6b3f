#include "widgets/shown/quantity_columns.h"

#include "engine/steps/run_step.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/outcome.h"

#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

TableValue sentValue(const Run& run) {
    if (!run.step || !run.step->sent) return {};
    const SentAmounts& sent = *run.step->sent;
    const double known = sent[std::size_t(MessageUnit::Bytes)] + sent[std::size_t(MessageUnit::Parameters)];
    if (known > 0 && std::accumulate(sent.begin(), sent.end(), 0.0) == known) return known;
    return sentText(sent);
}

double meanOfRanks(const QuantityInfo& info, const Run& run) {
    double sum = 0, ranks = 0;
    for (std::size_t worker = 0; worker < run.step->workers.size(); ++worker) {
        const auto count = static_cast<double>(run.step->ranks.count[worker]);
        sum += count * numberOf(info.ofWorker(run, worker), info.unit);
        ranks += count;
    }
    return sum / ranks;
}

}  // namespace

TableColumn columnOf(Quantity quantity) {
    const QuantityInfo& info = infoOf(quantity);
    TableColumn column{.key = toQString(info.id),
                       .title = Text::tr(info.heading),
                       .tip = Text::tr(info.tip),
                       .isTime = info.unit == QuantityUnit::Duration};
    if (quantity == Quantity::MemoryPeak)
        column.written = [](const TablePlace&, double bytes) { return formatMemory(bytes); };
    else if (info.unit == QuantityUnit::Ratio)
        column.written = [](const TablePlace&, double ratio) { return formatPercent(ratio); };
    else if (quantity == Quantity::WeightTransmissions || quantity == Quantity::ActivationTransmissions)
        column.written = [](const TablePlace&, double count) {  // all of its digits, but not those of a mean
            return formatNumber(count, count == std::round(count) ? 15 : 4);
        };
    return column;
}

TableValue valueAt(Quantity quantity, const Run& run, int worker) {
    const QuantityInfo& info = infoOf(quantity);
    const bool isOfWorker = worker >= 0;
    if (quantity == Quantity::BytesMoved) return isOfWorker ? TableValue() : sentValue(run);
    double value = std::nan("");
    if (isOfWorker && info.ofWorker)
        value = numberOf(info.ofWorker(run, static_cast<std::size_t>(worker)), info.unit);
    else if (!isOfWorker)
        value = info.ofRun ? numberOf(info.ofRun(run), info.unit) : run.step ? meanOfRanks(info, run) : value;
    return std::isnan(value) ? TableValue() : TableValue(value);
}

}  // namespace bubblescope
