#include "app/pages/mesh_search.h"

#include "engine/io/mesh_rows.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/charts/points_chart.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/memory_text.h"

#include <QAction>
#include <QBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>

#include <algorithm>
#include <memory>

namespace bubblescope {

namespace {

constexpr int kSearchNiceness = 10;
constexpr std::chrono::milliseconds kFrame{40};
constexpr int kWordsWidth = 310;

QLabel* wordsLabel() {
    auto* label = new QLabel;
    label->setFont(uiFont(12));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

}  // namespace

MeshSearch::MeshSearch(QWidget* parent)
    : QWidget(parent),
      m_chart(new PointsChart([this](ThemeId theme) { return modelOf(m_points, theme); }, this)),
      m_count(new QLabel),
      m_best(wordsLabel()),
      m_next(wordsLabel()),
      m_refusals(wordsLabel()),
      m_open(new LinkButton(tr("Open as a step"))),
      m_close(new LinkButton(tr("Back to the charts"))),
      m_keep(new LinkButton(tr("Save or copy…"))),
      m_job({kSearchNiceness, kFrame, kFrame}) {
    auto* heading = new QLabel(tr("Mesh search"));
    heading->setFont(uiFont(13, QFont::DemiBold));
    m_count->setFont(uiFont(12));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_refusals->setForegroundRole(QPalette::PlaceholderText);
    m_chart->setMinimumSize(240, 110);
    m_chart->setAccessibleName(tr("Meshes: memory over step time"));
    m_next->setTextFormat(Qt::RichText);
    m_next->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_next, &QLabel::linkActivated, this, [this](const QString& link) {
        if (const auto choice = link.toUInt(); choice < choices().size()) emit chosen(choices()[choice]);
    });
    auto* head = new QHBoxLayout;
    head->setSpacing(10);
    head->addWidget(heading);
    head->addWidget(m_count);
    head->addStretch(1);
    auto* left = new QVBoxLayout;
    left->setSpacing(2);
    left->addLayout(head);
    left->addWidget(m_chart, 1);
    auto* told = new QWidget;
    auto* lines = new QVBoxLayout(told);
    lines->setContentsMargins(0, 0, 8, 0);
    lines->setSpacing(6);
    lines->addWidget(m_best);
    lines->addWidget(m_open, 0, Qt::AlignLeft);
    lines->addWidget(m_next);
    lines->addWidget(m_refusals);
    lines->addStretch(1);
    auto* scrolled = new QScrollArea;  // a low window cannot show all of it
    scrolled->setWidget(told);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* words = new QWidget;
    words->setFixedWidth(kWordsWidth);
    auto* right = new QVBoxLayout(words);
    right->setContentsMargins(0, 30, 0, 0);  // leaves space for the switch
    right->setSpacing(6);
    right->addWidget(scrolled, 1);
    auto* below = new QHBoxLayout;
    below->addWidget(m_close);
    below->addStretch(1);
    below->addWidget(m_keep);
    right->addLayout(below);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 9, 16, 6);
    row->setSpacing(16);
    row->addLayout(left, 1);
    row->addWidget(words);
    connect(m_chart, &PointsChart::chosen, this, [this](std::size_t choice) { emit chosen(choices()[choice]); });
    connect(m_open, &QAbstractButton::clicked, this, [this] {
        if (const auto best = m_points.best()) emit chosen(choices()[*best]);
    });
    const ChartWays ways{QStringLiteral("meshes"),
                         [this] { return m_chart->picture(); },
                         [this] { return csv(); },
                         [this] { return bestScenario(); },
                         [this](const QString& line) { emit confirmed(line); },
                         [this](const Exportable& thing, const QString& name) { emit exportWanted(thing, name); },
                         [this] { return exported(); }};
    addChartWays(*m_chart, ways);
    connect(m_keep, &QAbstractButton::clicked, this, [this] {
        QMenu menu;
        menu.addActions(m_chart->actions());
        menu.exec(m_keep->mapToGlobal(m_keep->rect().topLeft()));
    });
    connect(m_close, &QAbstractButton::clicked, this, &MeshSearch::closed);
    connect(&m_job, &JobSignals::changed, this, &MeshSearch::showOutcomes);
    connect(&m_job, &JobSignals::progressChanged, this, &MeshSearch::progressChanged);
    connect(&m_job, &JobSignals::failed, this, &MeshSearch::failed);
    showOutcomes();
}

void MeshSearch::ask(const MeshQuestion& question) {
    const bool isSame = !choices().empty() && question == m_points.question;
    if (isSame && (isWhole() || (m_job.isBusy() && !m_isStopped))) return;
    m_isStopped = false;
    if (!isSame) {
        m_job.forget();
        m_points.question = question;
        m_points.choices = choicesInTurn(question);
        m_points.outcomes.clear();
    }
    run();
    showOutcomes();
}

/// Runs the choices that have no outcome yet.
void MeshSearch::run() {
    m_job.request(question(), [question = question(), choices = choices(), come = outcomes()](auto& turn) mutable {
        const std::vector rest(choices.begin() + std::ssize(come), choices.end());
        const auto take = [&](std::size_t, MeshOutcome outcome) {
            come.push_back(std::move(outcome));
            turn.setShare(static_cast<double>(come.size()) / static_cast<double>(choices.size()));
            const bool isWhole = come.size() == choices.size();
            if (isWhole || turn.isDue()) turn.show(std::make_shared<const std::vector<MeshOutcome>>(come));
            return true;
        };
        runChoices(question, rest, take, turn.stop);
    });
}

void MeshSearch::stop() {
    if (isWhole() || choices().empty() || m_isStopped) return;
    m_job.stop();
    m_isStopped = true;
    showOutcomes();
}

std::optional<Estimate> MeshSearch::progress() const {
    return m_isStopped || isWhole() ? std::nullopt : m_job.progress();
}

void MeshSearch::setOpen(const Outcome* step) {
    const bool isThere = step && step->run && step->run->step && !step->run->step->memory.empty();
    const bool isComparable = isThere && step->run->step->figures && !choices().empty();
    m_points.open.reset();
    if (isComparable) {
        const StepRun& run = *step->run->step;
        const double each = toUnits(run.timeline->totalTime()) / run.figures->sequences;
        m_points.open = {step->title, each * sequencesOf(question()), static_cast<double>(run.memoryPeak())};
    }
    m_chart->refresh();
}

QString MeshSearch::answer() const {
    const auto best = m_points.best();
    const std::size_t ran = m_points.ran().size();
    if (ran == 0) return {};
    if (!best) return tr("%1 meshes ran, none fits in memory").arg(ran);
    const QString time = formatTime(outcomes()[*best].total, unitText(question().timeUnit), 4);
    return tr("%1 meshes ran · %2 is the fastest that fits: %3 for %4 sequences")
        .arg(ran)
        .arg(toQString(textOf(choices()[*best])), time)
        .arg(sequencesOf(question()));
}

/// The next best meshes that fit, each as a link; only the best schedule and recompute of each mesh.
QString MeshSearch::nextText() const {
    constexpr std::size_t kMost = 3;
    std::vector<std::size_t> told;
    QStringList lines;
    for (const std::size_t i : bestFirst(outcomes())) {
        const bool isTold =
            std::ranges::any_of(told, [&](std::size_t one) { return choices()[one].mesh == choices()[i].mesh; });
        if (!outcomes()[i].fits || told.size() > kMost) break;
        if (isTold) continue;
        told.push_back(i);
        if (told.size() == 1) continue;  // the best one is shown above
        lines += QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a> %3")
                     .arg(i)
                     .arg(toQString(textOf(choices()[i])).toHtmlEscaped(),
                          formatTime(outcomes()[i].total, unitText(question().timeUnit), 4));
    }
    return lines.isEmpty() ? QString() : tr("Next: %1").arg(lines.join(QStringLiteral("<br>")));
}

QString MeshSearch::csv() const {
    std::string text = meshHeading(question());
    for (std::size_t i = 0; i < outcomes().size(); ++i)
        text += meshRow(question(), choices()[i], outcomes()[i], RowsForm::Csv);
    return QString::fromStdString(text);
}

std::string MeshSearch::bestScenario() const {
    const std::size_t shown = m_points.best().value_or(0);
    return shown < choices().size() ? writeScenario(scenarioOf(question(), choices()[shown])) : std::string();
}

Exportable MeshSearch::exported() const {
    Exportable thing =
        exportedChart([this](const PictureOptions& options) { return m_chart->modelIn(options.theme); }, {});
    thing.json = bestScenario();
    thing.rows = outcomes().size();
    thing.values = [asked = question(), all = choices(), results = outcomes()](RowsForm form, std::size_t most) {
        RowsText rows(form, form == RowsForm::Csv ? meshHeading(asked) : meshJsonHeading(asked, {}));
        for (std::size_t i = 0; i < std::min(most, results.size()); ++i)
            rows.add(meshRow(asked, all[i], results[i], form));
        rows.finish();
        return rows.text;
    };
    return thing;
}

QString MeshSearch::countText() const { return m_count->text(); }
QString MeshSearch::bestText() const { return m_best->text(); }
QString MeshSearch::refusalText() const { return m_refusals->text(); }

void MeshSearch::showOutcomes() {
    if (m_job.result()) m_points.outcomes = *m_job.result();
    m_chart->refresh();
    const std::size_t ran = m_points.ran().size();
    const auto fit = std::ranges::count_if(outcomes(), &MeshOutcome::fits);
    QStringList counts{isWhole() ? tr("%1 run, %2 fit").arg(ran).arg(fit)
                                 : tr("%1 of %2 tried, %3 fit").arg(outcomes().size()).arg(choices().size()).arg(fit)};
    if (m_isStopped) counts += tr("stopped");
    if (const std::size_t shown = m_chart->model().order.size(); shown < ran)
        counts += tr("%1 off the chart").arg(ran - shown);
    m_count->setText(choices().empty() ? QString() : counts.join(QStringLiteral(" · ")));
    const auto best = m_points.best();
    m_open->setVisible(best.has_value());
    if (best) {
        const QStringList lines = m_points.card(*best).lines();
        m_best->setText((isWhole() ? tr("Best that fits: %1") : tr("Best so far: %1")).arg(lines.front()) +
                        QLatin1Char('\n') + lines.mid(1).join(QStringLiteral(" · ")));
    } else {
        m_best->setText(ran > 0 ? tr("None fits so far.") : QString());
        if (isWhole() && ran > 0)
            m_best->setText(tr("No mesh of %1 devices fits. Use more devices, more recompute or shorter sequences to "
                               "reduce memory.")
                                .arg(question().devices));
    }
    m_next->setText(keptTogether(nextText()));
    m_next->setVisible(!m_next->text().isEmpty());
    const std::vector<RefusalCount> refusals = refusalsOf(outcomes());
    std::size_t refused = 0;
    QStringList all;
    for (const RefusalCount& one : refusals) {
        refused += one.count;
        all += tr("%1: %2").arg(one.count).arg(toQString(one.reason));
    }
    const QString first = all.mid(0, 2).join(QStringLiteral("; "));
    m_refusals->setText(refused == 0 ? QString() : tr("%1 cannot run (%2)").arg(refused).arg(first));
    m_refusals->setToolTip(tipHtml(all.join(QLatin1Char('\n'))));
    emit progressChanged();
}

}  // namespace bubblescope
