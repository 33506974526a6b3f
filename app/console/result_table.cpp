#include "app/console/result_table.h"

#include "app/console/console.h"
#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/results/nearest_fits.h"
#include "engine/results/quantities.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/held_text.h"
#include "widgets/shown/model_facts.h"
#include "widgets/shown/quantity_columns.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::size_t kLongestSource = 48;

/// A value with all of its digits.
QString exact(double value) { return formatNumber(value, 12); }

/// " ms"; nothing where times have no unit.
QString unitAfter(const std::string& unit) { return unit.empty() ? QString() : QLatin1Char(' ') + unitText(unit); }

QString timesText(const PerDevice& times, const QString& unit) {
    const auto* list = std::get_if<1>(&times);
    if (!list) return exact(std::get<0>(times)) + unit;
    const auto [least, most] = std::minmax_element(list->begin(), list->end());
    return exact(*least) + QStringLiteral("–") + exact(*most) + unit;
}

QString commText(const Comm& comm, int devices, const QString& unit) {
    if (const auto* scalar = std::get_if<double>(&comm)) return exact(*scalar) + unit;
    const auto* nodes = std::get_if<NodeLinks>(&comm);
    if (!nodes) return Text::tr("by link");
    if (nodes->nodeSize >= devices) return Text::tr("%1 on one node").arg(exact(nodes->inside) + unit);
    return Text::tr("%1 in nodes of %2 and %3 between")
        .arg(exact(nodes->inside) + unit)
        .arg(nodes->nodeSize)
        .arg(exact(nodes->between) + unit);
}

TableColumn titled(const QString& title, TableColumn column = {}) {
    column.title = title;
    return column;
}

TableColumn words(const QString& title) { return {.title = title, .isLeft = true}; }

/// With all of its digits.
TableColumn counted(const QString& title) {
    return {.title = title, .written = [](const TablePlace&, double count) { return QString::number(count, 'f', 0); }};
}

/// The quantities of a step, with their titles.
constexpr std::pair<Quantity, const char*> kStepColumns[] = {
    {Quantity::TotalTime, QT_TRANSLATE_NOOP("Text", "total\ntime")},
    {Quantity::Compute, QT_TRANSLATE_NOOP("Text", "compute")},
    {Quantity::ExposedComm, QT_TRANSLATE_NOOP("Text", "exposed\ncomm.")},
    {Quantity::ExposedOffload, QT_TRANSLATE_NOOP("Text", "exposed\noffload")},
    {Quantity::Idle, QT_TRANSLATE_NOOP("Text", "idle")},
    {Quantity::Overlap, QT_TRANSLATE_NOOP("Text", "overlap")},
};
constexpr std::pair<Quantity, const char*> kModelColumns[] = {
    {Quantity::Mfu, QT_TRANSLATE_NOOP("Text", "MFU")},
    {Quantity::Hfu, QT_TRANSLATE_NOOP("Text", "HFU")},
    {Quantity::TokensPerSecond, QT_TRANSLATE_NOOP("Text", "tokens/s")},
    {Quantity::MemoryPeak, QT_TRANSLATE_NOOP("Text", "memory peak")},
};
constexpr std::pair<Quantity, const char*> kSchemeColumns[] = {
    {Quantity::Throughput, QT_TRANSLATE_NOOP("Text", "throughput")},
    {Quantity::ThroughputBound, QT_TRANSLATE_NOOP("Text", "bound")},
    {Quantity::WeightTransmissions, QT_TRANSLATE_NOOP("Text", "weight\nfetches")},
    {Quantity::MeanWeightStorage, QT_TRANSLATE_NOOP("Text", "weights\nstored")},
    {Quantity::ActivationTransmissions, QT_TRANSLATE_NOOP("Text", "activation\ntransfers")},
    {Quantity::MeanPeakActivations, QT_TRANSLATE_NOOP("Text", "mean\npeak")},
};

}  // namespace

QString ResultTable::titleOf(std::size_t index) const {
    constexpr std::size_t kLongestTitle = 38;
    return QString::fromStdString(shortened(m_labels[index], kLongestTitle));
}

ResultTable::ResultTable(const Scenario& scenario) : m_scenario(scenario), m_labels(labelsOf(scenario)) {
    const auto add = [](Rows& rows, Quantity quantity, const QString& title) {
        rows.quantities.push_back(quantity);
        rows.columns.push_back(titled(title, columnOf(quantity)));
    };
    m_schedules.columns = {words(Text::tr("schedule"))};
    add(m_schedules, Quantity::TotalTime, Text::tr("total\ntime"));
    for (const Quantity bubble : quantitiesIn(kIsBubble)) {
        QString sort = Text::tr(infoOf(bubble).sort);
        add(m_schedules, bubble, sort.replace(sort.indexOf(QLatin1Char(' ')), 1, QLatin1Char('\n')));
    }
    m_schedules.columns[2].title.prepend(Text::tr("bubble") + QLatin1Char('\n'));
    add(m_schedules, Quantity::PeakActivations, Text::tr("peak\nactivations"));
    add(m_schedules, Quantity::OverBound, Text::tr("above\nlower\nbound"));
    m_schedules.columns.back().written = [](const TablePlace&, double over) {
        return over == 0 ? Text::tr("optimal") : QLatin1Char('+') + formatPercent(over);
    };
    std::optional<int> microbatches;
    bool isEach = false;  // schedules run different numbers of microbatches
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        if (scenario.schedules[i].family == Family::Step) continue;
        const int own = resolve(scenario, i).workload.microbatches;
        isEach |= own != microbatches.value_or(own);
        microbatches = own;
    }
    if (isEach) add(m_schedules, Quantity::TimePerMicrobatch, Text::tr("per\nmicrobatch"));
    m_schemes.columns = {words(Text::tr("scheme")), titled(Text::tr("sizes"))};
    for (const auto& [quantity, title] : kSchemeColumns) add(m_schemes, quantity, Text::tr(title));
    m_steps.columns = {words(Text::tr("step")), counted(Text::tr("ranks"))};
    for (const auto& [quantity, title] : kStepColumns) add(m_steps, quantity, Text::tr(title));
    m_models.columns = {words(Text::tr("step"))};
    for (const auto& [quantity, title] : kModelColumns) add(m_models, quantity, Text::tr(title));
    m_models.columns.push_back(titled(Text::tr("fits")));
    m_published.columns = {words(Text::tr("schedule")), words(Text::tr("quantity"))};
    for (const QString& said : {Text::tr("paper"), Text::tr("here")}) m_published.columns.push_back(titled(said));
    for (const QString& said : {QString(), Text::tr("source")}) m_published.columns.push_back(words(said));
    m_published.columns.front().isSaidOnce = m_published.columns.back().isSaidOnce = true;
    m_timings.columns = {words(Text::tr("timing")), counted(Text::tr("ops")), titled(Text::tr("ordering")),
                         titled(Text::tr("simulation"))};
}

void ResultTable::add(std::size_t index, const RunResult& result) {
    const QString title = titleOf(index);
    if (!result) {
        m_refusals.emplace_back(title,
                                QString::fromStdString(shortened(refusalText(m_scenario, index, result.error()), 400)));
        (m_scenario.schedules[index].family == Family::Step ? m_steps : m_schedules).rows.push_back({title});
        return;
    }
    const Run& run = **result;
    if (run.step) {
        m_steps.add({title, static_cast<double>(run.step->ranks.ranks())}, run);
        if (!run.step->memory.empty()) {
            m_models.add({title}, run);
            if (const QString basis = basisText(run.step->setup.model->hardware); !m_basis.contains(basis))
                m_basis += basis;
            m_models.rows.back().push_back(
                fitWord(run.step->setup.model->hardware, static_cast<double>(run.step->memoryPeak())));
        }
    } else {
        m_schedules.add({title}, run);
    }
    m_ran.push_back(contenderOf(title, &run));
    if (const QString over = overLimitText(run); !over.isEmpty()) m_overLimit.emplace_back(title, over);
    if (const QString copies = copiesText(*run.timeline->program); !copies.isEmpty())
        m_copies.emplace_back(title, copies);
    if (run.scheme) {
        const Scheme& scheme = *run.schedule.scheme;
        m_schemes.add({title, QStringLiteral("%1, %2, %3").arg(scheme.workers).arg(scheme.stages).arg(scheme.batches)},
                      run);
    }
    for (const ComparedNumber& one : comparedNumbers(m_scenario, index, run))
        m_published.rows.push_back({title, quantityName(one.published), toQString(shortened(one.published.printed)),
                                    toQString(shortened(one.here)),
                                    one.agrees ? QStringLiteral("✓") : Text::tr("differs"),
                                    toQString(shortened(one.published.source, kLongestSource))});
    const auto milliseconds = [](double seconds) { return QString::number(seconds * 1e3, 'f', 3) + " ms"; };
    m_timings.rows.push_back({title, static_cast<double>(run.timeline->program->opCount()),
                              milliseconds(run.generateSeconds), milliseconds(run.simulateSeconds)});
}

void ResultTable::Rows::add(std::vector<TableValue> cells, const Run& run) {
    for (const Quantity quantity : quantities) cells.push_back(valueAt(quantity, run));
    rows.push_back(std::move(cells));
}

QString ResultTable::aligned(const Rows& rows) const {
    Table table = valueTable(rows.columns, rows.rows);
    scaleTimes(table, unitText(m_scenario.workload.timeUnit));
    return alignedRows(table);
}

QStringList ResultTable::workloadParts() const {
    const Workload& w = m_scenario.workload;
    const auto& entries = m_scenario.schedules;
    const bool hasSizes =
        std::any_of(entries.begin(), entries.end(), [](const auto& entry) { return entry.family == Family::Schedule; });
    const bool hasTimes = hasSizes || std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
                              return entry.family == Family::Scheme && schemeOf(entry).workloadTimes;
                          });
    QStringList parts;
    if (hasSizes) parts = {Text::tr("%1 devices").arg(w.devices), Text::tr("%1 microbatches").arg(w.microbatches)};
    if (!hasTimes) return parts;
    const QString unit = unitAfter(w.timeUnit);
    parts += {QStringLiteral("T_F ") + timesText(w.forward, unit), QStringLiteral("T_B ") + timesText(w.backward, unit),
              QStringLiteral("T_C ") + commText(w.comm, w.devices, unit)};
    if (w.weight) parts.append(QStringLiteral("T_W ") + timesText(*w.weight, unit));
    if (w.forwardBackward) parts.append(QStringLiteral("T_FB ") + timesText(*w.forwardBackward, unit));
    if (w.recompute != 0) parts.append(Text::tr("recompute %1").arg(exact(w.recompute)));
    if (w.imbalance != 0) parts.append(Text::tr("imbalance %1").arg(exact(w.imbalance)));
    const Workload usual;
    const auto times = [&unit](const StageTimes& stage) {
        return exact(stage.forward) + '+' + exact(stage.backward) + unit;
    };
    if (w.embedding != usual.embedding) parts.append(Text::tr("embedding %1").arg(times(w.embedding)));
    if (w.head != usual.head) parts.append(Text::tr("head %1").arg(times(w.head)));
    if (w.memoryLimit) parts.append(Text::tr("memory limit %1").arg(exact(*w.memoryLimit)));
    if (w.weightHold != usual.weightHold)
        parts.append(Text::tr("activation share freed by W %1").arg(exact(w.weightHold)));
    if (w.recompute != 0 && w.recomputeKeep != usual.recomputeKeep)
        parts.append(Text::tr("share saved under recompute %1").arg(exact(w.recomputeKeep)));
    return parts;
}

QString ResultTable::heading() const {
    QStringList lines{QString::fromStdString(shortened(m_scenario.title, kConsoleWidth)),
                      workloadParts().join(QLatin1String(", "))};
    lines.removeAll(QString());
    return lines.isEmpty() ? QString() : lines.join(QLatin1Char('\n')) + QLatin1String("\n\n");
}

QString ResultTable::summary() const {
    QString out;
    for (const auto& [title, reason] : m_refusals)
        out += wrapped(Text::tr("%1 cannot run: %2").arg(title, reason), kConsoleWidth, 2) + QLatin1Char('\n');
    for (const auto& [title, peak] : m_overLimit)
        out +=
            wrapped(Text::tr("Over the memory limit: %1 %2.").arg(title, peak), kConsoleWidth, 2) + QLatin1Char('\n');
    for (const auto& [title, copies] : m_copies)
        out += wrapped(QStringLiteral("%1 %2.").arg(title, copies), kConsoleWidth, 2) + QLatin1Char('\n');
    if (m_ran.size() > 1) out += wrapped(verdictText(m_ran), kConsoleWidth, 2) + QLatin1Char('\n');
    return out.isEmpty() ? out : QLatin1Char('\n') + out;
}

QString ResultTable::text() const {
    std::vector<QStringList> legend;
    const bool hasSteps = !m_steps.rows.empty(), hasSchedules = !m_schedules.rows.empty() || !hasSteps;
    const auto ran = [](const Rows& rows) {  // what was refused has one cell
        return std::any_of(rows.rows.begin(), rows.rows.end(), [](const auto& row) { return row.size() > 1; });
    };
    if (ran(m_schedules)) {
        for (const Quantity bubble : quantitiesIn(kIsBubble))
            legend.push_back({Text::tr(std::string(infoOf(bubble).title).c_str()),
                              QStringLiteral("= ") + toQString(infoOf(bubble).formula)});
        legend.push_back(
            {Text::tr("peak activations"),
             QStringLiteral("  ") + Text::tr("the most that a device needs, in activations of one microbatch")});
        legend.push_back({Text::tr("above lower bound"),
                          QStringLiteral("  ") + Text::tr("gap to the lower bound for this placement")});
    }
    if (ran(m_steps)) {
        legend.push_back({Text::tr("compute, exposed, idle"),
                          QStringLiteral("  ") + Text::tr("means over all ranks; they add up to the total")});
        legend.push_back(
            {Text::tr("exposed comm."), QStringLiteral("  ") + Text::tr("communication that no compute overlaps")});
        legend.push_back({Text::tr("overlap"), Text::tr("= 1 − exposed / all communication")});
    }
    if (!m_models.rows.empty()) {
        legend.push_back({Text::tr("MFU"), Text::tr("= the model's FLOPs / (time · ranks · peak)")});
        legend.push_back({Text::tr("HFU"), QStringLiteral("  ") + Text::tr("the same with recompute")});
        if (QStringList basis = m_basis; basis.removeAll(QString()), !basis.isEmpty())
            legend.push_back({Text::tr("times"), QStringLiteral("  ") + basis.join(QStringLiteral("; "))});
        legend.push_back(
            {Text::tr("memory peak"), QStringLiteral("  ") + Text::tr("of the device that needs the most")});
    }
    if (!m_schemes.rows.empty()) {
        const auto add = [&](const char* name, const char* meaning) {
            legend.push_back({Text::tr(name), QStringLiteral("  ") + Text::tr(meaning)});
        };
        add("sizes", "workers, stages, batches");
        add("throughput", "ops per unit of time and worker");
        add("bound", "of throughput: mean peak / stages");
        add("weight fetches", "ops whose weights another worker stores");
        add("weights stored", "stages that a worker both computes and stores, mean");
        add("activation transfers", "activations that come from another worker or are kept on one");
        add("mean peak", "mean of the workers' peak activations");
    }
    QStringList tables;
    if (hasSchedules) tables += aligned(m_schedules);
    if (hasSteps) tables += aligned(m_steps);
    for (const Rows* const rows : {&m_models, &m_published, &m_schemes})
        if (!rows->rows.empty()) tables += aligned(*rows);
    const QString meanings = legend.empty() ? QString() : QLatin1Char('\n') + alignedRows(legend, QStringLiteral("l"));
    return heading() + tables.join(QLatin1Char('\n')) + summary() + meanings;
}

QString ResultTable::timingText() const { return aligned(m_timings); }

}  // namespace bubblescope
