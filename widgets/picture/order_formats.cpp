// Runs as CSV: the order of a schedule as PyTorch reads it, or all ops with their times. These files contain no
// document.

#include "engine/io/order_csv.h"
#include "engine/io/result_csv.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

Error refusal(const char* sentence) { return {Text::tr(sentence).toStdString(), {}}; }

const Program& programIn(std::span<const TracedRun> runs) { return *runs.front().run->timeline->program; }

Result<void> checkOrder(std::span<const TracedRun> runs) {
    if (runs.size() > 1)
        return refusal(QT_TRANSLATE_NOOP("Text", "PyTorch CSV contains the order of one schedule: choose one"));
    if (programIn(runs).pieces > 1)
        return refusal(QT_TRANSLATE_NOOP(
            "Text", "PyTorch CSV needs whole microbatches, but this schedule cuts their sequences into pieces"));
    if (programIn(runs).needs.isByStage()) return {};
    return refusal(QT_TRANSLATE_NOOP("Text", "PyTorch CSV needs a pipeline in which each stage is on one device"));
}

template <OrderActions kActions>
bool writeOrder(std::span<const TracedRun> runs, std::string_view, const TextSink& sink) {
    return writeOrderCsv(programIn(runs), kActions, sink);
}

}  // namespace

const PictureFormat kOrderCsv = {"csv",
                                 "PyTorch CSV",
                                 QT_TRANSLATE_NOOP("Text", "order for torch.distributed.pipelining, compute only"),
                                 false,
                                 false,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 writeOrder<OrderActions::Compute>,
                                 checkOrder};

const PictureFormat kCommsCsv = {"comms.csv",
                                 "PyTorch CSV with sends",
                                 QT_TRANSLATE_NOOP("Text", "the same order with SEND and RECV"),
                                 false,
                                 false,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 writeOrder<OrderActions::ComputeAndComms>,
                                 checkOrder};

const PictureFormat kOpsCsv = {"ops.csv",
                               "CSV of operations",
                               QT_TRANSLATE_NOOP("Text", "operations with their times, one per row"),
                               false,
                               false,
                               nullptr,
                               nullptr,
                               nullptr,
                               nullptr,
                               writeOpsCsv};

}  // namespace bubblescope
