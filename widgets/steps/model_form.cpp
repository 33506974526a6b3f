#include "widgets/steps/model_form.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"
#include "engine/study/calibration.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/model_keys.h"
#include "engine/transformers/trained_model.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/shown/model_facts.h"
#include "widgets/steps/measured_runs.h"
#include "widgets/steps/mesh_picker.h"

#include <QBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>
#include <span>

namespace bubblescope {

namespace {

constexpr int kMostDevices = 4096;
constexpr qsizetype kLongTitle = 6;  // device titles longer than this leave no room for the memory
constexpr double kTokens = 256;

QLabel* factsLabel() {
    auto* label = hintLabel();
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setVisible(true);
    return label;
}

/// "70.55 B", "124 M".
QString formatCount(double count) {
    return count >= 1e9 ? ModelForm::tr("%1 B").arg(formatNumber(count / 1e9, count >= 1e10 ? 4 : 3))
                        : ModelForm::tr("%1 M").arg(formatNumber(count / 1e6, 4));
}

QString factsOf(const TrainedModel& model) {
    const Transformer& shape = model.shape;
    QStringList first{ModelForm::tr("%1 layers").arg(shape.layers), ModelForm::tr("h %1").arg(shape.hidden)};
    first += shape.kvHeads == shape.heads ? ModelForm::tr("%1 heads").arg(shape.heads)
                                          : ModelForm::tr("%1 heads, %2 KV heads").arg(shape.heads).arg(shape.kvHeads);
    if (shape.experts > 1) first += ModelForm::tr("%1 experts, %2 per token").arg(shape.experts).arg(shape.topK);
    const QString count = formatCount(parameters(shape));
    QStringList second{shape.experts > 1
                           ? ModelForm::tr("%1 parameters, %2 active").arg(count, formatCount(activeParameters(shape)))
                           : ModelForm::tr("%1 parameters").arg(count)};
    const double flops = 3 * forwardFlops(shape, 1, model.sequence, model.causalDiscount);
    second += ModelForm::tr("%1 GFLOP per token").arg(formatNumber(flops / 1e9, 3));
    return first.join(QStringLiteral(" · ")) + QLatin1Char('\n') + second.join(QStringLiteral(" · "));
}

/// Makes the item with this id the current one; without such an item, one for the values of the file.
void choose(PickCombo* combo, const QString& id, const QString& other) {
    const int own = combo->findData(QString());
    if (!id.isEmpty() && combo->findData(id) >= 0) {
        if (own >= 0) combo->removeItem(own);
        combo->setCurrentIndex(combo->findData(id));
    } else {
        if (own < 0) combo->add(other, QString());
        combo->setCurrentIndex(combo->findData(QString()));
    }
    combo->setToolTip(combo->currentData(Qt::ToolTipRole).toString());
}

QString textOf(const Scenario& scenario, std::size_t step, std::string_view path) {
    const auto value = trainingValue(scenario, step, path);
    const auto* text = value ? std::get_if<std::string>(&value->held) : nullptr;
    return text ? toQString(*text) : QString();
}

bool isLike(const KnownDevice& known, const Hardware& hardware) {
    constexpr double kGiga = 1e9;
    const bool hasMemory =
        known.memoryGib == hardware.memoryGib || known.memoryGb * kGiga == hardware.memoryBytes();  // of version 1
    return known.peakTflops == hardware.peakTflops && hasMemory && known.memoryGbs == hardware.memoryGbs;
}

bool isLike(const KnownLink& known, const LinkSpeed& link) {
    return known.bandwidthGbs == link.bandwidth && known.latencyUs == link.latency;
}

/// The id of the first known one with the values of the file, whether set by name or by numbers.
template <class Known, class IsLike>
QString idOf(std::span<const Known> all, const IsLike& isLike) {
    const auto found = std::find_if(all.begin(), all.end(), isLike);
    return found == all.end() ? QString() : toQString(found->id);
}

QString wordOfPrecision(Precision precision) {
    const StateBytes bytes = stateBytes(precision);
    const QString sum = formatExact(bytes.sum());
    switch (precision) {
        case Precision::Mixed: return ModelForm::tr("mixed, %1 bytes").arg(sum);
        case Precision::Fp32Grad: return ModelForm::tr("fp32 gradients, %1 bytes").arg(sum);
        case Precision::Fp32Shard: return ModelForm::tr("fp32 shards, %1 bytes").arg(sum);
        case Precision::DeepSpeed: return ModelForm::tr("DeepSpeed, %1 bytes").arg(sum);
        case Precision::Bf16: break;
    }
    return ModelForm::tr("bf16, %1 bytes").arg(sum);
}

QString tipOfPrecision(Precision precision) {
    const StateBytes bytes = stateBytes(precision);
    return ModelForm::tr(
               "Each parameter needs %1 bytes for its weight, %2 for its gradient and %3 for optimizer state; a "
               "gathered copy needs %4.")
        .arg(formatExact(bytes.weights), formatExact(bytes.gradients), formatExact(bytes.optimizer),
             formatExact(bytes.gathered));
}

/// Precisions with the bytes of each, as the row of the form shows them.
struct PrecisionTexts {
    std::vector<std::string> texts;
    std::vector<std::string_view> words, tips;
};
const PrecisionTexts& precisionTexts() {
    static const PrecisionTexts kTexts = [] {
        PrecisionTexts all;
        all.texts.reserve(2 * std::size(kPrecisions));  // the views stay valid
        for (std::size_t i = 0; i < std::size(kPrecisions); ++i) {
            all.words.push_back(all.texts.emplace_back(wordOfPrecision(static_cast<Precision>(i)).toStdString()));
            all.tips.push_back(all.texts.emplace_back(tipOfPrecision(static_cast<Precision>(i)).toStdString()));
        }
        return all;
    }();
    return kTexts;
}

}  // namespace

ModelForm::ModelForm(QWidget* parent)
    : QWidget(parent),
      m_model(new PickCombo(tr("Model"))),
      m_device(new PickCombo(tr("Device"))),
      m_nodes(new PickCombo(tr("Nodes and devices per node"))),
      m_intra(new PickCombo(tr("Link inside a node"))),
      m_inter(new PickCombo(tr("Link between nodes"))),
      m_modelFacts(factsLabel()),
      m_clusterFacts(factsLabel()),
      m_reason(hintLabel()),
      m_numbers(new ParameterForm(4)),
      m_choices(new ParameterForm(4)),
      m_mesh(new MeshPicker) {
    setAccessibleName(tr("Model, cluster and mesh"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    makeModel();
    column->addLayout(dividingLine(6, 6));
    makeCluster();
    column->addLayout(dividingLine(6, 6));
    column->addWidget(m_mesh);
    connect(m_mesh, &MeshPicker::edited, this, &ModelForm::edited);
    auto* choices = new QVBoxLayout;
    choices->setContentsMargins(kFormMargin, 4, kFormMargin, 0);
    choices->addWidget(m_choices);
    column->addLayout(choices);
    for (ParameterForm* const form : {m_numbers, m_choices})
        connect(form, &ParameterForm::edited, this, &ModelForm::edit);
}

void ModelForm::makeModel() {
    auto* part = new QVBoxLayout;
    part->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    part->setSpacing(4);
    part->addWidget(sectionLabel(tr("Model")));
    for (const KnownTransformer& known : knownTransformers())
        m_model->add(toQString(known.title), toQString(known.id), toQString(known.source));
    part->addWidget(m_model);
    part->addWidget(m_modelFacts);
    part->addWidget(m_numbers);
    m_reason->setForegroundRole(QPalette::BrightText);
    part->addWidget(m_reason);
    static_cast<QVBoxLayout*>(layout())->addLayout(part);
    connect(m_model, &QComboBox::activated, this, [this](int index) {
        if (const QString id = m_model->itemData(index).toString(); !id.isEmpty())
            edit("preset", ParameterValue{id.toStdString()}, 0);
    });
}

void ModelForm::makeCluster() {
    auto* part = new QVBoxLayout;
    part->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    part->setSpacing(4);
    part->addWidget(sectionLabel(tr("Cluster")));
    for (const KnownDevice& known : knownDevices()) {
        const QString claim =
            tr("%1 TFLOP/s dense, %2 GB at %3 GB/s: %4. Training usually reaches %5.")
                .arg(formatNumber(known.peakTflops), formatNumber(known.memoryGb), formatNumber(known.memoryGbs),
                     toQString(known.source), toQString(known.reached));
        const QString title = toQString(known.title), memory = tr("%1 GB").arg(formatNumber(known.memoryGb));
        m_device->add(title.contains(memory) ? title : title + QStringLiteral(", ") + memory, toQString(known.id),
                      claim, title.size() > kLongTitle ? title : QString());
    }
    for (PickCombo* combo : {m_intra, m_inter})
        for (const KnownLink& known : knownLinks())
            combo->add(
                toQString(known.title), toQString(known.id),
                tr("%1 GB/s per device in one direction: %2. In practice, messages reach only part of this bandwidth; "
                   "calibrate the device to set how much.")
                    .arg(formatNumber(known.bandwidthGbs), toQString(known.source)));
    const auto pair = [&](QWidget* left, QWidget* right) {
        auto* line = new QHBoxLayout;
        line->setSpacing(6);
        line->addWidget(left, 1);
        line->addWidget(right, 1);
        part->addLayout(line);
    };
    pair(m_device, m_nodes);
    pair(m_intra, m_inter);
    part->addWidget(m_clusterFacts);
    m_measure = new LinkButton(tr("I measured a run…"));
    m_measure->setToolTip(tr("Fit what the device reaches to the times of real runs."));
    part->addWidget(m_measure, 0, Qt::AlignLeft);
    connect(m_measure, &QPushButton::clicked, this, &ModelForm::openMeasuredRuns);
    static_cast<QVBoxLayout*>(layout())->addLayout(part);
    // A known device or link has its own numbers, so custom numbers are removed.
    const auto presetOf = [this](PickCombo* combo, const std::string& place, std::vector<std::string> numbers,
                                 const QString& what) {
        connect(combo, &QComboBox::activated, this, [=, this](int index) {
            const QString id = combo->itemData(index).toString();
            if (id.isEmpty()) return;
            const std::string path = place + ".preset";
            const bool isOwn = withTrainingValue(m_scenario, m_step, path, ParameterValue{std::string()}).training ==
                               m_scenario.training;
            // Runs were measured on the device that it was.
            Scenario after = combo == m_device && !isOwn ? withoutCalibration(m_scenario, m_step) : m_scenario;
            after = withTrainingValue(std::move(after), m_step, path, ParameterValue{id.toStdString()});
            for (const std::string& number : numbers) {
                if (!trainingValue(after, m_step, place + number)) continue;
                Scenario without = withTrainingValue(after, m_step, place + number, std::nullopt);
                // A step with a device of its own leaves the numbers of the others.
                if (!isOwn || without.training == after.training) after = std::move(without);
            }
            if (combo == m_device && isOwn) after = withStartValues(std::move(after), m_step);
            if (after != m_scenario) emit edited({std::move(after), what, 0});
        });
    };
    const std::vector<std::string> ofLink{".latency_us", ".bandwidth_gbs"};
    presetOf(
        m_device, "cluster.device",
        {".peak_tflops", ".fp8_tflops", ".memory_gib", ".memory_gb", ".memory_gbs", ".gemm", ".attention", ".memory"},
        tr("Change device"));
    presetOf(m_intra, "cluster.intra", ofLink, tr("Change link"));
    presetOf(m_inter, "cluster.inter", ofLink, tr("Change link"));
    connect(m_nodes, &QComboBox::activated, this, [this](int index) {
        const int devices = m_nodes->itemData(index).toInt();
        const int now = static_cast<int>(meshOf(m_scenario, m_step).ranks());
        if (devices != now) emit edited({withDeviceCount(m_scenario, now, devices), tr("Change number of devices"), 0});
    });
}

void ModelForm::edit(const std::string& key, std::optional<ParameterValue> value, int gesture) {
    const Parameter& parameter = *std::ranges::find(model_keys::kModelKeys, key, &Parameter::key);
    Scenario after =
        key == "recompute"
            ? withRecompute(m_scenario, m_step,
                            static_cast<Recompute>(std::ranges::find(kRecomputes, std::get<std::string>(value->held)) -
                                                   std::begin(kRecomputes)))
            : withTrainingValue(m_scenario, m_step, "model." + key, std::move(value));
    const QString name =
        key == "preset" ? tr("model") : Text::tr(parameter.name.empty() ? parameter.word : parameter.name);
    if (after != m_scenario) return emit edited({std::move(after), tr("Change %1").arg(name), gesture});
    if (key == "global_batch") showModel();
}

/// The keys with a word: choices, or the others.
std::vector<FormRow> ModelForm::rows(bool areChoices) const {
    const auto model = modelOf(modelOfStep(m_scenario, m_step));
    const auto setup = setUp(resolve(m_scenario, m_step));
    const bool isSetUp = setup && setup->model;
    std::vector<FormRow> rows;
    for (const Parameter& parameter : model_keys::kModelKeys) {
        if (parameter.word.empty() || (parameter.type == ParameterType::Choice) != areChoices) continue;
        const std::string key(parameter.key);
        FormRow row{.parameter = parameter, .value = trainingValue(m_scenario, m_step, "model." + key)};
        if (key == "sequence") {
            row.value = ParameterValue{model->sequence};
            row.snap = kTokens;
        } else if (key == "global_batch" && !row.value && isSetUp && setup->model->sequences() > 0) {
            row.value = ParameterValue{static_cast<int>(setup->model->sequences())};
        } else if (key == "microbatch") {
            row.value = ParameterValue{model->microbatch};
        } else if (key == "attention") {
            row.value = ParameterValue{std::string(kAttentions[static_cast<std::size_t>(model->attention)])};
        } else if (key == "recompute") {
            row.value = ParameterValue{std::string(kRecomputes[static_cast<std::size_t>(model->recompute)])};
            row.areSegments = true;
        } else if (key == "precision") {
            // The usual one depends on the kind of step.
            const Precision precision = isSetUp ? setup->model->model.precision : model->precision;
            row.value = ParameterValue{std::string(kPrecisions[static_cast<std::size_t>(precision)])};
            row.parameter.choiceWords = precisionTexts().words;
            row.choiceTips = precisionTexts().tips;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void ModelForm::setRefusal(const QString& key, const QString& reason) {
    const QString head = key.section(QLatin1Char('.'), 0, 0);
    const bool isHere =
        head == QLatin1String("model") || head == QLatin1String("cluster") || head == QLatin1String("mesh");
    setLine(m_reason, isHere ? reason : QString());
    m_numbers->setErrors(isHere ? QMap<QString, QString>{{key.section(QLatin1Char('.'), 1), reason}}
                                : QMap<QString, QString>());
}

QString ModelForm::reason() const { return m_reason->isHidden() ? QString() : m_reason->text(); }

QString ModelForm::modelFacts() const { return m_modelFacts->text(); }
QString ModelForm::clusterFacts() const { return m_clusterFacts->text(); }

void ModelForm::setStep(const Scenario& scenario, std::size_t step) {
    m_scenario = scenario;
    m_step = step;
    showModel();
    showCluster();
    m_mesh->setStep(scenario, step);
}

void ModelForm::showModel() {
    choose(m_model, textOf(m_scenario, m_step, "model.preset"), tr("Custom model"));
    const auto model = modelOf(modelOfStep(m_scenario, m_step));
    m_modelFacts->setText(model ? factsOf(*model) : toQString(model.error().message));
    if (!model) return;
    m_numbers->setRows(rows(false));
    m_choices->setRows(rows(true));
}

void ModelForm::showCluster() {
    const auto hardware = hardwareOf(clusterOfStep(m_scenario, m_step));
    const QString own = tr("Custom");
    if (!hardware) {
        for (PickCombo* combo : {m_device, m_intra, m_inter}) choose(combo, {}, own);
        m_measure->hide();
        return m_clusterFacts->setText(toQString(hardware.error().message));
    }
    choose(m_device, idOf(knownDevices(), [&](const KnownDevice& known) { return isLike(known, *hardware); }), own);
    for (const auto& [combo, link] :
         {std::pair(m_intra, hardware->cluster.intra), std::pair(m_inter, hardware->cluster.inter)})
        choose(combo, idOf(knownLinks(), [&link = link](const KnownLink& known) { return isLike(known, link); }), own);
    const Cluster& cluster = hardware->cluster;
    const QString peak = tr("%1 TFLOP/s peak").arg(formatNumber(hardware->peakTflops));
    const QString reached = hardware->isFlat
                                ? (hardware->efficiency == 0.5 ? tr("%1 efficiency assumed") : tr("%1 efficiency"))
                                      .arg(formatPercent(hardware->efficiency))
                                : machineText(*hardware);
    m_measure->setVisible(!hardware->isFlat && machineOf(m_scenario, m_step));
    m_clusterFacts->setText(
        peak + QStringLiteral(", ") + reached + QStringLiteral(" · ") +
        tr("%1\u202fGiB (%2)").arg(formatNumber(hardware->memoryGib, 4), formatBytes(hardware->memoryBytes())) +
        QLatin1Char('\n') +
        tr("%1 GB/s inside a node, %2 between nodes")
            .arg(formatNumber(cluster.intra.bandwidth), formatNumber(cluster.inter.bandwidth)));
    const int now = static_cast<int>(meshOf(m_scenario, m_step).ranks()), node = cluster.nodeSize;
    m_nodes->clear();
    const auto add = [&](int devices) {
        const QString text = devices % node == 0 ? devices == node ? tr("1 node × %1").arg(node)
                                                                   : tr("%1 nodes × %2").arg(devices / node).arg(node)
                             : devices == 1 ? tr("1 device")
                                                 : tr("%1 devices").arg(devices);
        m_nodes->add(text, QString::number(devices), tr("%1 devices in total").arg(devices));
        if (devices == now) m_nodes->setCurrentIndex(m_nodes->count() - 1);
    };
    std::vector<int> counts{now};
    for (int devices = 1; devices < node; devices *= 2) counts.push_back(devices);
    for (int nodes = 1; 1LL * nodes * node <= kMostDevices; nodes *= 2) counts.push_back(nodes * node);
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    for (const int devices : counts) add(devices);
}

void ModelForm::openMeasuredRuns() {
    auto* runs = new MeasuredRuns(m_scenario, m_step, this);
    runs->setAttribute(Qt::WA_DeleteOnClose);
    connect(runs, &QDialog::accepted, this, [this, runs] {
        Scenario after = runs->scenario();
        if (after != m_scenario) emit edited({std::move(after), tr("Calibrate device"), 0});
    });
    runs->open();  // it is modal, so the scenario cannot change meanwhile
}

}  // namespace bubblescope
