// What runs as CSV: the order of a schedule as PyTorch reads it, or all ops with their times. No document rides inside.

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
        return refusal(QT_TRANSLATE_NOOP("Text", "PyTorch CSV holds the order of one schedule; choose one"));
    if (programIn(runs).pieces > 1)
        return refusal(QT_TRANSLATE_NOOP(
            "Text", "PyTorch CSV holds whole microbatches, and this schedule cuts their sequences into pieces"));
    if (programIn(runs).needs.isByStage()) return {};
    return refusal(
        QT_TRANSLATE_NOOP("Text", "PyTorch CSV holds the order of a pipeline, whose stages stand on one device each"));
}

template <OrderActions kActions>
bool writeOrder(std::span<const TracedRun> runs, std::string_view, const TextSink& sink) {
    return writeOrderCsv(programIn(runs), kActions, sink);
}

}  // namespace

const PictureFormat kOrderCsv = {
    "csv",
    "PyTorch CSV",
    QT_TRANSLATE_NOOP("Text", "an order for torch.distributed.pipelining, computation alone"),
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
                                 QT_TRANSLATE_NOOP("Text", "the same with SEND and RECV in their places"),
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
                               QT_TRANSLATE_NOOP("Text", "every operation with its times, a row each"),
                               false,
                               false,
                               nullptr,
                               nullptr,
                               nullptr,
                               nullptr,
                               writeOpsCsv};

}  // namespace bubblescope
