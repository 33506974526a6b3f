#include "widgets/steps/measured_runs.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"
#include "widgets/kit/fitting_label.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kNiceness = 5;
constexpr int kMostShown = 8;  // rows without scrolling
enum { kByMilliseconds, kByTokens };
enum Place { kStep, kTime, kMemory, kBefore, kAfter, kPeak };
constexpr std::string_view kMeasuredKey = kMeasuredParameter.key, kAllocated = "allocated_gib";

/// The device that the scenario's step runs on, by its name.
QString deviceOf(const Scenario& scenario, std::size_t step) {
    const auto preset = trainingValue(scenario, step, "cluster.device.preset");
    if (!preset && trainingValue(scenario, step, "cluster.device.peak_tflops")) return MeasuredRuns::tr("this device");
    const auto known = knownDevices();
    const auto at = std::ranges::find(known, preset ? std::get<std::string>(preset->held) : "h100", &KnownDevice::id);
    return at == known.end() ? MeasuredRuns::tr("this device") : toQString(at->title);
}

QLabel* rightLabel(const QString& text = {}) {
    auto* label = new QLabel(text);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

QString secondsText(double seconds) { return formatMicroseconds(1e6 * seconds); }

/// "812 ms (−3.7%)".
QString predictedText(double seconds, double error) {
    return QStringLiteral("%1 (%2)").arg(secondsText(seconds), formatChange(error));
}

}  // namespace

MeasuredRuns::MeasuredRuns(const Scenario& scenario, std::size_t step, QWidget* parent)
    : QDialog(parent),
      m_given(scenario),
      m_measured(scenario),
      m_step(step),
      m_unit(new SegmentedControl({tr("ms per step"), tr("tokens/s per device")}, tr("Unit of the times"))),
      m_state(new QLabel),
      m_worker(kNiceness) {
    setWindowTitle(tr("Measured runs on %1").arg(deviceOf(scenario, step)));
    auto* column = new QVBoxLayout(this);
    auto* intro = new QLabel(tr(
        "Enter measured times of these steps. The shares of peak FLOP/s, memory bandwidth and link bandwidth that the "
        "device reaches are then fitted to them. Runs with different settings give the best fit: short and long "
        "sequences, one node and several nodes. Add a step for each measured setting."));
    intro->setWordWrap(true);
    column->addWidget(intro);
    column->addLayout(wordLine(tr("Time"), m_unit));
    m_unit->setChosen(kByMilliseconds);

    auto* body = new QWidget;
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 8, 0);
    grid->setHorizontalSpacing(14);
    grid->setColumnStretch(kStep, 1);
    const std::pair<Place, QString> heads[] = {{kTime, tr("Measured")},
                                               {kMemory, tr("Allocated, GiB")},
                                               {kBefore, tr("Predicted before")},
                                               {kAfter, tr("After the fit")},
                                               {kPeak, tr("Peak, GiB")}};
    grid->addWidget(wordLabel(tr("Step")), 0, kStep);
    for (const auto& [at, text] : heads) {
        QLabel* head = wordLabel(text);
        head->setAlignment(Qt::AlignRight);
        grid->addWidget(head, 0, at);
    }
    const auto machine = machineOf(scenario, step);
    const std::vector<std::string> labels = labelsOf(scenario);
    for (const std::size_t one : modelStepsOf(scenario)) {
        const auto other = machineOf(scenario, one);
        if (machine && other && !other->isFlat && isSameMachine(*machine, *other))
            addRow(grid, one, toQString(labels[one]));
        else
            removeNamed(m_measured.schedules[one].values, kMeasuredKey);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(body);
    const int shown = std::min(rows(), kMostShown);
    area->setMinimumHeight((shown + 1) * 34);
    column->addWidget(area, 1);

    column->addWidget(sectionLabel(tr("What %1 reaches").arg(deviceOf(scenario, step))));
    auto* numbers = new QHBoxLayout;
    const QString names[] = {tr("Products"), tr("Attention"), tr("Memory"), tr("Links")};
    const QString tips[] = {tr("Share of the peak that matrix products reach."),
                            tr("Share of the peak that fused attention reaches."),
                            tr("Share of the memory bandwidth that kernels reach."),
                            tr("Share of the links' bandwidth that messages reach.")};
    for (std::size_t i = 0; i < std::size(names); ++i) {
        auto* number = new QVBoxLayout;
        QLabel* name = wordLabel(names[i]);
        name->setToolTip(tips[i]);
        number->addWidget(name);
        m_numbers.push_back({new QLabel, {}});
        number->addWidget(m_numbers.back().label);
        numbers->addLayout(number, 1);
    }
    column->addLayout(numbers);
    m_state->setWordWrap(true);
    m_state->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_state->setFixedHeight(2 * m_state->fontMetrics().lineSpacing());  // so that an error moves nothing
    column->addWidget(m_state);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_apply = buttons->button(QDialogButtonBox::Ok);
    m_apply->setText(tr("Apply"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_unit, &SegmentedControl::chosenByUser, this, &MeasuredRuns::showTimes);
    connect(&m_worker, &BackgroundJob::failed, this, [this](const QString& why) { setState(why, true); });
    showTimes();
    follow();
    resize(820, sizeHint().height());
    for (const Row& row : m_rows)
        if (row.step == step) row.time->setFocus();
}

void MeasuredRuns::addRow(QGridLayout* grid, std::size_t step, const QString& label) {
    Row row{.step = step};
    if (const auto given = valueNamed(m_given.schedules[step].values, kMeasuredKey))
        row.given = std::get<ParameterValue::Object>(given->held);
    const int line = grid->rowCount();
    auto* name = new FittingLabel;
    name->setTexts({label});
    grid->addWidget(name, line, kStep);
    const auto field = [&](Place at, const QString& what) {
        auto* made = new NumberField;
        made->setFixedSize(96, 26);
        made->setAccessibleName(what.arg(label));
        grid->addWidget(made, line, at, Qt::AlignRight);
        return made;
    };
    row.time = field(kTime, tr("Time of %1"));
    row.memory = field(kMemory, tr("Allocated memory of %1, in GiB"));
    for (const auto& [at, shown] : {std::pair(kBefore, &row.before), {kAfter, &row.after}, {kPeak, &row.peak}})
        grid->addWidget(*shown = rightLabel(QStringLiteral("–")), line, at);
    if (const auto bytes = valueNamed(row.given, kAllocated))
        row.memory->showText(formatExact(std::get<double>(bytes->held)));
    m_rows.push_back(row);
    const std::size_t place = m_rows.size() - 1;
    connect(row.time, &QLineEdit::textEdited, this, [this, place] {
        // As typed, whatever unit it is shown in later.
        m_rows[place].typed = parseNumber(m_rows[place].time->text(), {});
        m_rows[place].typedUnit = m_unit->chosen();
        follow();
    });
    connect(row.memory, &QLineEdit::textEdited, this, &MeasuredRuns::follow);
    for (NumberField* each : {row.time, row.memory}) connect(each, &NumberField::restored, this, &MeasuredRuns::follow);
}

/// The times in the chosen unit.
void MeasuredRuns::showTimes() {
    for (Row& row : m_rows) {
        const auto setup = setUp(resolve(m_measured, row.step));
        const auto seconds = setup ? measuredSeconds(*setup) : Result<std::optional<double>>(std::nullopt);
        if (!seconds || !*seconds) continue;
        constexpr int kDigits = 6;
        row.time->showText(QString::number(
            m_unit->chosen() == kByTokens ? tokensOrSeconds(*setup->model, **seconds) : 1e3 * **seconds, 'g', kDigits));
    }
}

Result<ParameterValue::Object> MeasuredRuns::measuredIn(const Row& row) const {
    const auto numberIn = [](const NumberField& field) -> Result<std::optional<double>> {
        if (field.text().trimmed().isEmpty()) return std::optional<double>();
        const auto number = parseNumber(field.text(), {});
        constexpr double kLeast = 1e-6, kMost = 1e12;
        if (!number || !(*number >= kLeast && *number <= kMost))
            return Error{tr("%1 must be a number greater than 0.").arg(field.accessibleName()).toStdString(),
                         field.accessibleName().toStdString()};
        return std::optional(*number);
    };
    const auto time = numberIn(*row.time), memory = numberIn(*row.memory);
    if (!time) return time.error();
    if (!memory) return memory.error();
    ParameterValue::Object out;
    if (!*time) {
        if (!*memory) return out;
        return Error{tr("%1 also needs a number.").arg(row.time->accessibleName()).toStdString(),
                     row.time->accessibleName().toStdString()};
    }
    if (row.typed) setNamed(out, row.typedUnit == kByTokens ? "tokens_per_second" : "step_ms", {*row.typed});
    for (const NamedValue& one : row.given) {
        const bool isMemory = one.name.ends_with("_gib");
        if (isMemory ? one.name != kAllocated : !row.typed) setNamed(out, one.name, one.value);
    }
    if (*memory) setNamed(out, kAllocated, {**memory});
    return out;
}

void MeasuredRuns::follow() {
    m_made.reset();
    m_apply->setEnabled(false);
    m_worker.stop();
    bool isAny = false;
    for (Row& row : m_rows) {
        for (QLabel* label : {row.before, row.after, row.peak}) label->setText(QStringLiteral("–"));
        for (NumberField* field : {row.time, row.memory}) setMarked(field, false);
    }
    QString wrong;
    for (const Row& row : m_rows) {
        auto measured = measuredIn(row);
        if (!measured) {
            for (NumberField* field : {row.time, row.memory})
                setMarked(field, isMarked(field) || field->accessibleName() == toQString(measured.error().field));
            if (wrong.isEmpty()) wrong = toQString(measured.error().message);
            continue;
        }
        ScheduleEntry& entry = m_measured.schedules[row.step];
        isAny = isAny || !measured->empty();
        if (measured->empty())
            removeNamed(entry.values, kMeasuredKey);
        else
            setNamed(entry.values, kMeasuredKey, {std::move(*measured)});
    }
    if (!wrong.isEmpty()) return setState(wrong, true);
    const auto known = machineOf(m_given, m_step);
    if (!known) return setState(tr("This step cannot run."), true);
    const Hardware& machine = *known;
    showNumbers(machine.reached, machine.reached);
    if (!isAny) {
        m_apply->setEnabled(scenario() != m_given);
        return setState(m_apply->isEnabled() ? tr("No run is left: the device has its start values again.")
                                             : tr("Enter the time of at least one step."),
                        false);
    }
    auto steps = measuredSteps(m_measured);
    if (!steps) return setState(toQString(steps.error().message), true);
    setState(tr("Fitting…"), false);
    m_worker.start([this, steps = std::move(*steps)](const std::stop_token& stop) {
        auto made = calibrate(steps, {true, true, true, true}, stop);
        m_worker.leave(stop, [this, made = std::move(made)] {
            if (made) return showFit(*made);
            if (!isCancelled(made.error())) setState(toQString(made.error().message), true);
        });
    });
}

void MeasuredRuns::showFit(const Calibration& made) {
    m_made = made;
    std::size_t at = 0;
    for (const Row& row : m_rows) {
        if (!valueNamed(m_measured.schedules[row.step].values, kMeasuredKey)) continue;
        const CalibratedStep& step = made.steps[at++];
        row.before->setText(predictedText(step.before, step.errorBefore()));
        row.after->setText(predictedText(step.predicted, step.error()));
        const QString peak = formatNumber(step.peakGib);
        row.peak->setText(step.allocatedGib
                              ? QStringLiteral("%1 (%2)").arg(peak, formatChange(step.peakGib / *step.allocatedGib - 1))
                              : peak);
    }
    showNumbers(made.start, made.numbers);
    double before = 0;
    for (const CalibratedStep& step : made.steps) before += std::abs(step.errorBefore());
    const auto count = static_cast<int>(made.steps.size());
    setState(tr("Mean error %1, %2 before.")
                 .arg(formatPercent(made.meanError()), formatPercent(before / static_cast<double>(count))),
             false);
    m_apply->setEnabled(scenario() != m_given);
}

void MeasuredRuns::showNumbers(const ReachedShares& start, const ReachedShares& now) {
    for (std::size_t i = 0; i < m_numbers.size(); ++i) {
        const QString from = QString::number(start.*kFittedShares[i], 'f', 2),
                      to = QString::number(now.*kFittedShares[i], 'f', 2);
        m_numbers[i].text = from == to ? to : from + QStringLiteral(" → ") + to;
        m_numbers[i].label->setText(m_numbers[i].text);
    }
}

void MeasuredRuns::setState(const QString& text, bool isWrong) {
    m_state->setForegroundRole(isWrong ? QPalette::BrightText : QPalette::WindowText);
    m_state->setText(text);
}

QString MeasuredRuns::state() const { return m_state->text(); }

QStringList MeasuredRuns::predicted(int row) const {
    const Row& of = m_rows[static_cast<std::size_t>(row)];
    return {of.before->text(), of.after->text(), of.peak->text()};
}

Scenario MeasuredRuns::scenario() const {
    Scenario out = m_given;
    for (const Row& row : m_rows) {
        auto& values = out.schedules[row.step].values;
        if (const auto measured = valueNamed(m_measured.schedules[row.step].values, kMeasuredKey))
            setNamed(values, kMeasuredKey, *measured);
        else
            removeNamed(values, kMeasuredKey);
    }
    return m_made ? withCalibration(std::move(out), *m_made) : withoutCalibration(std::move(out), m_step);
}

}  // namespace bubblescope
