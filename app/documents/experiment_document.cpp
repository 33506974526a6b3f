#include "app/documents/experiment_document.h"

#include "engine/io/experiment_file.h"
#include "engine/study/scenario_link.h"

#include <QJsonArray>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr QLatin1String kFigure("figure"), kHidden("hidden");

Result<DocumentContent> read(const std::string& text, ReadAs as) {
    auto experiment = as == ReadAs::File ? readExperiment(text) : readDraft(text);
    if (!experiment) return experiment.error();
    return contentOf<ExperimentDocument>(std::move(*experiment));
}

}  // namespace

const DocumentKind kExperimentKind{
    .id = "experiment",
    .called = QT_TRANSLATE_NOOP("Text", "an experiment"),
    .files = QT_TRANSLATE_NOOP("Text", "Experiments"),
    .suffix = ".json",
    .format = "bubblescope-experiment",
    .presets = ":/presets/experiments/",
    .listed = "experiments",
    .first = "comm-sensitivity",
    .read = read,
    .make = [](QObject* parent) -> Document* { return new ExperimentDocument(parent); },
    .fresh = [](const Scenario& open) { return contentOf<ExperimentDocument>(experimentOn(open)); },
};

ExperimentDocument::ExperimentDocument(QObject* parent) : DocumentOf(kExperimentKind, {}, parent) {}

bool ExperimentDocument::isClean() const {
    if (Document::isClean()) return true;
    if (!m_clean) return false;
    Experiment asClean = experiment();
    asClean.view = m_clean->view;
    return asClean == *m_clean;
}

void ExperimentDocument::show(KeptPointer experiment) {
    DocumentOf::show(std::move(experiment));
    emit fileChanged();  // isClean() may have changed
}

void ExperimentDocument::start(const Experiment& experiment, const Origin& origin) {
    startOver(origin);
    m_figure = 0;
    m_hidden.clear();
    emit opened();
    emit lookChanged();
    const auto shown = std::make_shared<const Experiment>(experiment);
    m_clean = origin.isClean ? shown : nullptr;
    show(shown);
}

void ExperimentDocument::setFigure(std::size_t figure) {
    if (m_figure == figure) return;
    m_figure = figure;
    emit lookChanged();
}

void ExperimentDocument::setHiddenSeries(const std::set<std::size_t>& hidden) {
    if (m_hidden == hidden) return;
    m_hidden = hidden;
    emit lookChanged();
}

QJsonObject ExperimentDocument::look() const {
    QJsonObject look;
    if (m_figure > 0) look[kFigure] = static_cast<qint64>(m_figure);
    QJsonArray hidden;
    for (const std::size_t series : m_hidden) hidden += static_cast<qint64>(series);
    if (!hidden.isEmpty()) look[kHidden] = hidden;
    return look;
}

void ExperimentDocument::setLook(const QJsonObject& look) {
    const auto countOf = [](const QJsonValue& value) {
        return static_cast<std::size_t>(std::max<qint64>(0, value.toInteger()));
    };
    m_figure = countOf(look.value(kFigure));
    const auto* entries = std::get_if<std::vector<ScheduleEntry>>(&experiment().series);
    const std::size_t count =
        entries ? entries->size() : std::get<VariedSchedule>(experiment().series).axis.values.size();
    m_hidden.clear();
    for (const QJsonValue& series : look.value(kHidden).toArray())
        if (countOf(series) < count) m_hidden.insert(countOf(series));
    emit lookChanged();
}

std::string ExperimentDocument::text() const { return writeExperiment(experiment()); }

Result<std::string> ExperimentDocument::contents() const {
    if (auto ok = checkExperiment(experiment()); !ok) return ok.error();
    return text();
}

}  // namespace bubblescope
