#include "widgets/collectives/collective_form.h"

#include "widgets/collectives/arrival_editor.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/dot_icon.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

/// The rows above those of the links; others are below, those of `cluster` first.
constexpr std::string_view kSizeRows[] = {"ranks", "bytes", "cluster.node_size", "root", "pieces", "labels"};
/// Keys with two values whose rows are check boxes.
constexpr std::string_view kChecks[] = {"labels", "cluster.link_rules"};
const QString kRanks = QStringLiteral("ranks");
constexpr int kLatencyWidth = 62, kBandwidthWidth = 80;

bool isOneOf(std::string_view path, std::span<const std::string_view> all) {
    return std::ranges::find(all, path) != all.end();
}

/// Which of the two values of a check box this is, and that value.
bool isOn(const Parameter& parameter, const ParameterValue& value) {
    const int* const whole = std::get_if<int>(&value.held);
    return whole ? *whole == parameter.most : std::get<std::string>(value.held) == parameter.choices.back();
}
ParameterValue valueOn(const Parameter& parameter, bool isOn) {
    if (parameter.isWhole()) return {static_cast<int>(isOn ? parameter.most : parameter.least)};
    return {std::string(isOn ? parameter.choices.back() : parameter.choices.front())};
}

QHBoxLayout* inset(QLayout* inner) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    row->addLayout(inner);
    return row;
}

QLabel* quiet(const QString& text, double size = 12) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(size));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// Whether the plan of an algorithm uses the number of pieces.
bool usesPieces(const Algorithm& algorithm) {
    return algorithm.pace == StepPace::Ports ||
           ((algorithm.collective == Collective::Broadcast || algorithm.collective == Collective::Reduce) &&
            algorithm.id == "ring");
}

}  // namespace

CollectiveForm::CollectiveForm(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Collective"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 12, 0, 8);
    column->setSpacing(4);
    addCollective(*column);
    column->addLayout(dividingLine(5, 5));
    addLinks(*column);
    column->addLayout(dividingLine(5, 5));
    auto* head = new QHBoxLayout;
    head->addWidget(sectionLabel(tr("Algorithms")), 1);
    head->addWidget(quiet(tr("steps")));
    column->addLayout(inset(head));
    auto* algorithms = new QWidget;
    m_rowsGrid = new QGridLayout(algorithms);
    m_rowsGrid->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    m_rowsGrid->setVerticalSpacing(3);
    m_rowsGrid->setHorizontalSpacing(6);
    m_rowsGrid->setColumnStretch(1, 1);
    column->addWidget(algorithms);
    column->addLayout(dividingLine(5, 5));
    head = new QHBoxLayout;
    head->addWidget(sectionLabel(tr("Arrival delay")), 1);
    head->addWidget(quiet(tr("drag down to delay a rank"), 11));
    column->addLayout(inset(head));
    m_arrival = new ArrivalEditor;
    column->addWidget(m_arrival);
    connect(m_arrival, &ArrivalEditor::edited, this, [this](const std::vector<double>& arrival, int gesture) {
        CollectiveSetup after = m_setup;
        const bool isLate = std::any_of(arrival.begin(), arrival.end(), [](double time) { return time > 0; });
        after.arrival = isLate ? arrival : std::vector<double>();
        ask(std::move(after), tr("Change arrival"), gesture);
    });
    column->addStretch();
    setWidget(content);
}

void CollectiveForm::addCollective(QBoxLayout& column) {
    auto* inner = new QVBoxLayout;
    inner->setSpacing(4);
    inner->addWidget(sectionLabel(tr("Collective")));
    m_collective = new QComboBox;
    m_collective->setAccessibleName(tr("Collective"));
    m_collective->setFont(uiFont(12.5));
    for (const CollectiveInfo& info : collectives()) {
        m_collective->addItem(toQString(info.id));
        m_collective->setItemData(m_collective->count() - 1, toQString(info.meaning), Qt::ToolTipRole);
    }
    inner->addWidget(m_collective);
    m_meaning = hintLabel();
    inner->addWidget(m_meaning);
    connect(m_collective, &QComboBox::activated, this, &CollectiveForm::changeCollective);
    m_collective->view()->installEventFilter(this);

    inner->addWidget(m_size = new ParameterForm(4));
    connect(m_size, &ParameterForm::edited, this, &CollectiveForm::edit);
    column.addLayout(inset(inner));
}

void CollectiveForm::addLinks(QBoxLayout& column) {
    auto* head = new QHBoxLayout;
    head->setSpacing(4);
    head->addWidget(sectionLabel(tr("Links")), 1);
    for (const auto& [word, width] :
         {std::pair{tr("Latency"), kLatencyWidth}, std::pair{tr("Bandwidth"), kBandwidthWidth}}) {
        QLabel* const label = quiet(word, 11);
        label->setFixedWidth(width);
        label->setAlignment(Qt::AlignCenter);
        head->addWidget(label);
    }
    column.addLayout(inset(head));
    auto* inner = new QVBoxLayout;
    inner->addWidget(m_links = new ParameterForm(5));
    connect(m_links, &ParameterForm::edited, this, &CollectiveForm::edit);
    column.addLayout(inset(inner));
}

void CollectiveForm::edit(const std::string& path, const std::optional<ParameterValue>& value, int gesture) {
    const CollectiveKey& key = *findCollectiveKey(path);
    const Parameter& parameter = key.parameter;
    CollectiveSetup after = m_setup;
    QString what = tr("Change %1").arg(Text::tr(parameter.name.empty() ? parameter.word : parameter.name));
    if (!value) {
        if (path == "pieces") after.pieces.reset();
    } else if (path == "ranks") {
        setRanks(after, std::get<int>(value->held));
    } else if (const bool* const isOn = std::get_if<bool>(&value->held)) {
        key.put(after, valueOn(parameter, *isOn));
        what = Text::tr(*isOn ? parameter.choiceWords.back() : parameter.choiceWords.front());
    } else {
        key.put(after, *value);
    }
    after.bytes = std::round(after.bytes);
    if (const auto ok = checkCollective(after); !ok) {
        const QMap<QString, QString> refused = {{toQString(ok.error().field), toQString(ok.error().message)}};
        m_links->setErrors(refused, {});
        QMap<QString, QString> ofSize = refused;
        ofSize.insert(kRanks, m_refusal);
        return m_size->setErrors(ofSize, {{kRanks, m_offered}});
    }
    if (after == m_setup) return setSetup(m_setup);  // as the field formats it
    ask(std::move(after), what, gesture);
}

FormRow CollectiveForm::rowOf(const CollectiveKey& key) const {
    const std::string path = key.path();
    FormRow row{.parameter = key.parameter, .value = key.in(m_setup), .key = path};
    if (key.parameter.slider.place == 0) row.unit = unitText(key.parameter.unit);
    if (key.place == "cluster.intra") row.caption = tr("Inside a node");
    if (key.place == "cluster.inter" && path != "cluster.inter.per") row.caption = tr("Between nodes");
    if (path.ends_with("bandwidth_gbs")) row.caption = QString();
    row.isBeside = path == "pieces" || path.ends_with("bandwidth_gbs");
    if (isOneOf(path, kChecks)) {
        row.value = ParameterValue{isOn(key.parameter, *row.value)};
        row.parameter.type = ParameterType::Flag;
    }
    if (path == "labels") {
        row.isShown = canStandOutside(m_setup.collective);
        row.tip = tr("Draws the root as course notes do: it is not a rank, and it neither keeps nor adds data. Steps "
                     "and numbers still follow torch.distributed, where the root is rank %1 of %2 and keeps its share.")
                      .arg(m_setup.root)
                      .arg(m_setup.ranks);
    } else if (path == "root" && !infoOf(m_setup.collective).isRooted) {
        row.idle = tr("Not used: this collective has no root.");
    } else if (path == "pieces") {
        row.value = ParameterValue{m_setup.pieces.value_or(m_treePieces.value_or(m_setup.ranks))};
        const bool isUsed = std::ranges::any_of(m_setup.algorithms, [&](const std::string& id) {
            const Algorithm* algorithm = findAlgorithm(m_setup.collective, id);
            return algorithm && usesPieces(*algorithm);
        });
        if (!isUsed)
            row.idle =
                tr("No effect: the selected algorithms do not split the buffer into pieces. Double-tree, "
                   "in-switch, and the rings of broadcast and reduce do.");
    }
    if (!row.idle.isEmpty()) row.value.reset(), row.none = QChar(0x2013);
    return row;
}

void CollectiveForm::showRows() {
    std::vector<FormRow> size, links;
    for (const std::string_view path : kSizeRows) size.push_back(rowOf(*findCollectiveKey(path)));
    for (const bool isOfCluster : {true, false})
        for (const CollectiveKey& key : collectiveKeys())
            if (!key.parameter.word.empty() && key.place.empty() != isOfCluster && !isOneOf(key.path(), kSizeRows))
                links.push_back(rowOf(key));
    m_size->setRows(size);
    m_links->setRows(links);
    m_size->setErrors({{kRanks, m_refusal}}, {{kRanks, m_offered}});
}

void CollectiveForm::ask(CollectiveSetup after, const QString& what, int gesture) {
    if (after != m_setup) emit edited({std::move(after), what, gesture});
}

void CollectiveForm::changeCollective(int index) {
    CollectiveSetup after = m_setup;
    after.collective = collectives()[static_cast<std::size_t>(index)].collective;
    // A collective shown before gets its own selection back; a new one takes the ticked algorithms that it has.
    const std::vector<std::string> ticked = m_ticked;
    const auto before = m_tickedOf.find(after.collective);
    after.algorithms = before == m_tickedOf.end() ? ticked : before->second;
    std::erase_if(after.algorithms,
                  [&](const std::string& id) { return id != kAuto && !findAlgorithm(after.collective, id); });
    if (after.algorithms.empty()) after.algorithms = usualAlgorithms(after.collective);
    ask(std::move(after), tr("Change collective"));
    m_ticked = ticked;
}

bool CollectiveForm::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_collective->view() && event->type() == QEvent::Hide)
        QMetaObject::invokeMethod(this, &CollectiveForm::listClosed, Qt::QueuedConnection);
    return SidePanel::eventFilter(watched, event);
}

void CollectiveForm::fillRows() {
    for (const Row& row : m_rows) delete row.box, delete row.steps;
    m_rows.clear();
    const auto add = [this](std::string_view id, const Algorithm* algorithm) {
        const int at = static_cast<int>(m_rows.size());
        Row row{std::string(id), algorithm, new QCheckBox(toQString(id)), quiet({})};
        row.box->setFont(uiFont(12.5));
        m_rowsGrid->addWidget(row.box, at, 0);
        m_rowsGrid->addWidget(row.steps, at, 2, Qt::AlignRight);
        connect(row.box, &QAbstractButton::clicked, this, [this, name = row.id](bool isOn) { toggle(name, isOn); });
        m_rows.push_back(std::move(row));
    };
    const auto all = algorithmsOf(m_setup.collective);
    for (const Algorithm& algorithm : all) add(algorithm.id, &algorithm);
    if (all.size() > 1) add(kAuto, nullptr);
    std::vector<QWidget*> stops;
    for (const Row& row : m_rows) stops.push_back(row.box);
    orderTabsIn(*m_rowsGrid->parentWidget(), stops);
    showColors();
}

void CollectiveForm::showColors() {
    for (const Row& row : m_rows)
        if (row.algorithm) row.box->setIcon(dotIcon(algorithmColor(themeOf(palette()), *row.algorithm)));
}

void CollectiveForm::changeEvent(QEvent* event) {
    SidePanel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showColors();
}

void CollectiveForm::toggle(const std::string& id, bool isOn) {
    CollectiveSetup after = m_setup;
    std::erase(after.algorithms, id);
    if (isOn) after.algorithms.push_back(id);
    if (after.algorithms.empty()) return setSetup(m_setup);  // at least one algorithm stays
    ask(std::move(after), isOn ? tr("Add %1").arg(toQString(id)) : tr("Remove %1").arg(toQString(id)));
}

ParamSlider* CollectiveForm::ranks() const { return m_size->slider("ranks"); }

QCheckBox* CollectiveForm::algorithm(const std::string& id) const {
    for (const Row& row : m_rows)
        if (row.id == id) return row.box;
    return nullptr;
}

void CollectiveForm::setSetup(const CollectiveSetup& setup) {
    const bool isOther = m_rows.empty() || setup.collective != m_setup.collective;
    m_setup = setup;
    m_tickedOf[setup.collective] = m_ticked = setup.algorithms;
    const CollectiveInfo& info = infoOf(setup.collective);
    m_collective->setCurrentIndex(static_cast<int>(&info - collectives().data()));
    const QString meaning = toQString(info.meaning);
    setLine(m_meaning, outsiderOf(setup) ? tr("%1 The root is drawn next to the ranks and stores no data.").arg(meaning)
                                         : meaning);
    if (isOther) fillRows();
    showAlgorithms();
    showRows();
    const double longest = timeByForm(*m_rows.front().algorithm, teamOf(setup), setup.cluster, setup.bytes);
    std::vector<double> arrival = setup.arrival;
    arrival.resize(static_cast<std::size_t>(setup.ranks), 0);
    m_arrival->setArrival(arrival, longest / 4);
}

void CollectiveForm::showAlgorithms() {
    const Team team = teamOf(m_setup);
    m_treePieces.reset();
    QStringList refusals;
    QList<double> offered;
    for (const Row& row : m_rows) {
        const auto& all = m_setup.algorithms;
        const bool isOn = std::find(all.begin(), all.end(), row.id) != all.end();
        row.box->setChecked(isOn);
        const Algorithm& algorithm = row.algorithm ? *row.algorithm : algorithmFor(m_setup, kAuto);
        const auto refusal = checkTeam(algorithm, team);
        const Team own = refusal ? teamFor(m_setup, algorithm) : team;
        row.steps->setText(refusal ? QString::number(closedFormOf(algorithm, own).steps()) : QString(QChar(0x2013)));
        if (refusal && isOn && algorithm.pace == StepPace::Ports) m_treePieces = own.pieces;
        const QString why = refusal ? QString() : toQString(refusal.error().message);
        const QString tip =
            row.algorithm ? why
                          : tr("The cheapest algorithm by its closed form; currently %1.").arg(toQString(algorithm.id));
        row.box->setToolTip(tip);
        row.steps->setToolTip(tip);
        if (refusal || !isOn) continue;
        refusals += QStringLiteral("%1 %2").arg(toQString(row.id), why);
        for (const int ranks : nearestRanks(algorithm, team))
            if (!offered.contains(ranks) && ranks >= 1 && ranks <= kMaxRanks) offered += ranks;
    }
    m_refusal = refusals.join(QLatin1Char('\n'));
    m_offered = offered;
}

}  // namespace bubblescope
