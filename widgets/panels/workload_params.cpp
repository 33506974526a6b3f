#include "widgets/panels/workload_params.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(WorkloadParams)
};

using Kind = ParamScale::Kind;
constexpr double kNoLimit = std::numeric_limits<double>::max();

constexpr ParamScale kTimes{Kind::Logarithmic, false, 1, 10'000, 0};
constexpr ParamScale kShare{Kind::Linear, false, 0, 1, 0.01};

PerDevice Workload::*listOf(const QString& key) {
    return key == QLatin1String("forward")    ? &Workload::forward
           : key == QLatin1String("backward") ? &Workload::backward
                                              : nullptr;
}

double largest(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    return !list ? std::get<0>(times) : list->empty() ? 0.0 : *std::max_element(list->begin(), list->end());
}

double largest(const Comm& comm) {
    const auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return std::get<0>(comm);
    double most = 0;
    for (std::size_t from = 0; from < matrix->size(); ++from)
        for (std::size_t to = 0; to < (*matrix)[from].size(); ++to)
            if (from != to) most = std::max(most, (*matrix)[from][to]);
    return most;
}

// Six digits: enough for anybody's milliseconds, short enough to read in the table.
double scaledTo(double entry, double reference, double value) {
    return reference > 0 ? rounded(entry * (value / reference), 6) : value;
}

PerDevice scaled(PerDevice times, double value) {
    auto* list = std::get_if<1>(&times);
    if (!list) return value;
    const double reference = largest(times);
    for (double& entry : *list) entry = scaledTo(entry, reference, value);
    return times;
}

Comm scaled(Comm comm, double value) {
    auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return value;
    const double reference = largest(comm);
    for (std::size_t from = 0; from < matrix->size(); ++from)
        for (std::size_t to = 0; to < (*matrix)[from].size(); ++to)
            if (from != to) (*matrix)[from][to] = scaledTo((*matrix)[from][to], reference, value);
    return comm;
}

}  // namespace

std::vector<WorkloadParam> workloadParams() {
    return {
        {{"devices",
          "D",
          Text::tr("devices"),
          Text::tr("D: workers in the pipeline. Others write p, PP or ranks."),
          {Kind::Logarithmic, true, 1, 64, 0},
          1,
          kMaxDevices,
          4},
         Text::tr("Change devices")},
        {{"microbatches",
          "MBS",
          Text::tr("microbatches"),
          Text::tr(
              "MBS: microbatches between two flushes. Others write m or M.\nDragging keeps to multiples of D, which "
              "every schedule accepts; hold Shift for any number."),
          {Kind::Logarithmic, true, 1, 512, 0},
          1,
          kMaxMicrobatches,
          8},
         Text::tr("Change microbatches")},
        {{"forward", "T_F", Text::tr("forward"),
          Text::tr(
              "T_F: time of one microbatch's forward on one device.\nWith a time per device, the slider scales them "
              "all together and shows the largest."),
          kTimes, 0, kNoLimit, 100},
         Text::tr("Change forward time")},
        {{"backward", "T_B", Text::tr("backward"),
          Text::tr(
              "T_B: time of one microbatch's full backward on one device.\nWith a time per device, the slider scales "
              "them all together and shows the largest."),
          kTimes, 0, kNoLimit, 200},
         Text::tr("Change backward time")},
        {{"weight_fraction", "T_W", Text::tr("share of T_B"),
          Text::tr("T_W / T_B: the part of the backward that computes weight gradients, for schedules that split the "
                   "backward. The rest is the input half."),
          kShare, 0, 1, 0.5},
         Text::tr("Change weight share")},
        {{"weight", "T_W", Text::tr("weight half"),
          Text::tr(
              "T_W: time of the weight-gradient part of the backward, for schedules that split it. It counts in place "
              "of a share of T_B.\nWith a time per device, the slider scales them all together."),
          kTimes, 0, kNoLimit, 100},
         Text::tr("Change weight time")},
        {{"comm",
          "T_C",
          Text::tr("communication"),
          Text::tr(
              "T_C: time to send from one device to another. Sends run beside the computation.\nWith a matrix, the "
              "slider scales all links together and shows the slowest."),
          {Kind::Logarithmic, false, 0, 200, 0},
          0,
          kNoLimit,
          4},
         Text::tr("Change communication time")},
        {{"chunks",
          "v",
          Text::tr("chunks"),
          Text::tr(
              "v: model chunks (virtual stages) per device, for interleaved schedules and waves; a wave is two chunks. "
              "Others write vpp."),
          {Kind::Linear, true, 1, 16, 1},
          1,
          kMaxChunks,
          2},
         Text::tr("Change chunks")},
        {{"recompute", "r", Text::tr("recompute ratio"),
          Text::tr("r: share of the forward that is computed again before the backward, which grows by r times T_F."),
          kShare, 0, 1, 0},
         Text::tr("Change recompute ratio")},
        {{"imbalance", "x", Text::tr("uneven first / last"),
          Text::tr("x: share by which the first and the last device take longer, T_F(1 + x) and T_B(1 + x)."), kShare,
          0, kNoLimit, 0},
         Text::tr("Change imbalance")},
    };
}

double numberOf(const Workload& workload, const QString& key) {
    if (key == QLatin1String("devices")) return workload.devices;
    if (key == QLatin1String("microbatches")) return workload.microbatches;
    if (key == QLatin1String("chunks")) return workload.chunks;
    if (key == QLatin1String("weight_fraction")) return workload.weightFraction;
    if (key == QLatin1String("weight")) return workload.weight ? largest(*workload.weight) : 0;
    if (key == QLatin1String("comm")) return largest(workload.comm);
    if (key == QLatin1String("recompute")) return workload.recompute;
    if (key == QLatin1String("imbalance")) return workload.imbalance;
    return largest(workload.*listOf(key));
}

bool isList(const Workload& workload, const QString& key) {
    if (key == QLatin1String("comm")) return workload.comm.index() == 1;
    if (key == QLatin1String("weight")) return workload.weight && workload.weight->index() == 1;
    const auto member = listOf(key);
    return member && (workload.*member).index() == 1;
}

Workload withNumber(Workload workload, const Workload& from, const QString& key, double value) {
    const auto whole = static_cast<int>(std::lround(value));
    if (key == QLatin1String("microbatches"))
        workload.microbatches = whole;
    else if (key == QLatin1String("chunks"))
        workload.chunks = whole;
    else if (key == QLatin1String("weight_fraction"))
        workload.weightFraction = value;
    else if (key == QLatin1String("weight"))
        workload.weight = scaled(from.weight.value_or(0.0), value);
    else if (key == QLatin1String("comm"))
        workload.comm = scaled(from.comm, value);
    else if (key == QLatin1String("recompute"))
        workload.recompute = value;
    else if (key == QLatin1String("imbalance"))
        workload.imbalance = value;
    else
        workload.*listOf(key) = scaled(from.*listOf(key), value);
    return workload;
}

}  // namespace bubblescope
