#include "app/documents/experiment_document.h"

#include "app/documents/edit_command.h"
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

ExperimentDocument::ExperimentDocument(QObject* parent)
    : Document(kExperimentKind, parent), m_experiment(std::make_shared<const Experiment>()) {}

bool ExperimentDocument::isClean() const {
    if (Document::isClean()) return true;
    if (!m_kept) return false;
    Experiment asKept = *m_experiment;
    asKept.view = m_kept->view;
    return asKept == *m_kept;
}

void ExperimentDocument::show(std::shared_ptr<const Experiment> experiment) {
    m_experiment = std::move(experiment);
    emit changed();
    emit fileChanged();  // isClean() may have changed
}

void ExperimentDocument::setTitle(const QString& title) {
    Experiment after = *m_experiment;
    after.title = title.toStdString();
    apply({after, tr("Change title")});
}

void ExperimentDocument::apply(const ExperimentEdit& edit) {
    if (edit.after == *m_experiment) return;
    undoStack().push(new EditCommand<Experiment>(edit.what, m_experiment,
                                                 std::make_shared<const Experiment>(edit.after), edit.gesture,
                                                 [this](auto experiment) { show(std::move(experiment)); }));
}

void ExperimentDocument::start(const Experiment& experiment, const Origin& origin) {
    startOver(origin);
    m_figure = 0;
    m_hidden.clear();
    emit opened();
    emit lookChanged();
    m_kept = origin.isClean ? std::make_shared<const Experiment>(experiment) : nullptr;
    show(std::make_shared<const Experiment>(experiment));
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
    const auto* entries = std::get_if<std::vector<ScheduleEntry>>(&m_experiment->series);
    const std::size_t count =
        entries ? entries->size() : std::get<VariedSchedule>(m_experiment->series).axis.values.size();
    m_hidden.clear();
    for (const QJsonValue& series : look.value(kHidden).toArray())
        if (countOf(series) < count) m_hidden.insert(countOf(series));
    emit lookChanged();
}

Document::Draft ExperimentDocument::draft() const {
    return {writeExperiment(*m_experiment), false, {name(), path(), isClean()}};
}

Result<std::string> ExperimentDocument::contents() const {
    if (auto ok = checkExperiment(*m_experiment); !ok) return ok.error();
    return writeExperiment(*m_experiment);
}

}  // namespace bubblescope
